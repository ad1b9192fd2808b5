import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import styles from './ui.module.css';
import { useT } from '../lib/i18n.tsx';
import { Icon } from './icon.tsx';

type Props = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  label: string;
  /** What is wrong with the value; read out and shown in place of the hint. */
  error?: string | undefined;
  hint?: string | undefined;
  /** The hint stays when something is wrong. */
  keepsHint?: boolean;
  /** Stand inside the box before and after the text, e.g. a calling code or a button. */
  start?: ReactNode;
  end?: ReactNode;
};

/** A labelled line of input with its hint or error below. */
export const Field = ({ label, error, hint, keepsHint = false, start, end, ...input }: Props) => {
  const id = useId();
  const isWrong = error !== undefined;
  const shownHint = isWrong && !keepsHint ? undefined : hint;
  const notes = [isWrong ? `${id}-error` : '', shownHint === undefined ? '' : `${id}-hint`].filter(Boolean);
  return (
    <div className={styles.field}>
      <label className={styles.fieldLabel} htmlFor={id}>
        {label}
      </label>
      <div className={styles.fieldBox} data-invalid={isWrong}>
        {start}
        <input
          {...input}
          id={id}
          className={styles.fieldInput}
          aria-invalid={isWrong}
          aria-describedby={notes.length === 0 ? undefined : notes.join(' ')}
        />
        {typeof end === 'string' ? <span className={styles.fieldUnit}>{end}</span> : end}
      </div>
      {isWrong && (
        <p className={styles.fieldNote} id={`${id}-error`} data-error>
          {error}
        </p>
      )}
      {shownHint !== undefined && (
        <p className={styles.fieldNote} id={`${id}-hint`}>
          {shownHint}
        </p>
      )}
    </div>
  );
};

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'end'>;

/** A password that can be looked at while it is typed. */
export const PasswordField = (props: PasswordFieldProps) => {
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
