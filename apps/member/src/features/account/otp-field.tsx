import type { ComponentProps } from 'react';
import { useT } from '../../shell/i18n.tsx';
import { Field } from '../../ui/field.tsx';

/** A code of the authenticator app, or a recovery code. */
export const OtpField = (props: Omit<ComponentProps<typeof Field>, 'label' | 'type'>) => {
  const t = useT();
  return (
    <Field
      hint={t('account.otpHint')}
      {...props}
      label={t('account.otp')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={24}
      dir="ltr"
    />
  );
};
