import type { ComponentProps } from 'react';
import { useT } from '../../shell/i18n.tsx';
import { Field } from '../../ui/field.tsx';
import { CallingCode } from './calling-code.tsx';
import { looksLikeNumber } from './form.ts';

type Props = Omit<ComponentProps<typeof Field>, 'label' | 'start'> & { typed: string };

/** An e-mail address or a mobile number; a number shows its calling code. */
export const AddressField = ({ typed, ...rest }: Props) => {
  const t = useT();
  return (
    <Field
      {...rest}
      label={t('account.address')}
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="next"
      dir="ltr"
      start={looksLikeNumber(typed) ? <CallingCode /> : null}
    />
  );
};
