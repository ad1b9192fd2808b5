import { type ComponentProps, useState } from 'react';
import { useT } from '../lib/i18n.tsx';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';
import styles from './ui.module.css';

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'end'>;

/** A password that can be looked at while it is typed. */
export const PasswordField = (props: Props) => {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      dir="ltr"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button
          type="button"
          className={styles.passwordFieldEye}
          onClick={() => setShown(!shown)}
          aria-pressed={shown}
          aria-label={t('form.showPassword')}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  );
};
