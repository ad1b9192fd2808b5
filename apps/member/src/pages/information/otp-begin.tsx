import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query.ts';
import { placeRefusal } from '../../features/account/place-refusal.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { OtpField } from '../../features/account/code-field.tsx';
import { CopyBox } from '../../features/cashier/copy-box.tsx';
import { QrImage } from '../../features/cashier/qr-image.tsx';
import { useT } from '../../lib/i18n.tsx';
import { updateUser } from '../../lib/user.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { SheetAction } from '../../ui/sheet.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './information.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';

type Secret = { secret: string; uri: string };

/** Turning the second factor on: the password, the secret for the app, a code of it, and the recovery codes. */
export const OtpBegin = ({ onDone }: { onDone: () => void }) => {
  const [secret, setSecret] = useState<Secret>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (secret !== undefined) return <Confirm secret={secret} onConfirmed={setCodes} />;
  return <AskPassword onSecret={setSecret} />;
};

const AskPassword = ({ onSecret }: { onSecret: (secret: Secret) => void }) => {
  const t = useT();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = formState;
  const submit = async (values: { password: string }): Promise<void> => {
    try {
      onSecret(await call('otpBegin', values, { mask: false, quiet: true }));
    } catch (error) {
      const reasons = { wrong_credentials: 'password', locked: 'password' } as const;
      for (const { field, message } of placeRefusal(error, ['password'], reasons)) {
        setError(field, { message });
      }
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(submit)(event)} noValidate>
      <p className={styles.formWords}>{t('account.otpText')}</p>
      <PasswordField
        label={t('form.password')}
        error={errors.password?.message}
        autoComplete="current-password"
        {...register('password', { validate: (value) => value !== '' || t('form.passwordEmpty') })}
      />
      <SheetAction>
        <FormFailure message={errors.root?.message} />
        <Button type="submit" busy={isSubmitting}>
          {t('account.next')}
        </Button>
      </SheetAction>
    </form>
  );
};

type ConfirmProps = { secret: Secret; onConfirmed: (codes: readonly string[]) => void };

const Confirm = ({ secret, onConfirmed }: ConfirmProps) => {
  const t = useT();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { otp: '' } });
  const { errors, isSubmitting } = formState;
  const submit = async ({ otp }: { otp: string }): Promise<void> => {
    try {
      const { codes } = await call('otpConfirm', { otp: otp.trim() }, { mask: false, quiet: true });
      updateUser({ otp: true });
      void queryClient.invalidateQueries({ queryKey: ['securityInfo'] });
      onConfirmed(codes);
    } catch (error) {
      for (const { field, message } of placeRefusal(error, ['otp'], { otp_wrong: 'otp', locked: 'otp' })) {
        setError(field, { message });
      }
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(submit)(event)} noValidate>
      <p className={styles.formWords}>{t('account.otpScan')}</p>
      <QrImage text={secret.uri} label={t('account.otpQr')} />
      <CopyBox label={t('account.otpSecret')} text={secret.secret} grouped />
      <OtpField
        hint={t('account.otpAppHint')}
        error={errors.otp?.message}
        inputMode="numeric"
        {...register('otp', { validate: (value) => value.trim().length >= 6 || t('form.required') })}
      />
      <SheetAction>
        <FormFailure message={errors.root?.message} />
        <Button type="submit" busy={isSubmitting}>
          {t('account.turnOn')}
        </Button>
      </SheetAction>
    </form>
  );
};
