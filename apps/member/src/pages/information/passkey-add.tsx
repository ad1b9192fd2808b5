import { callQuery, queryClient } from '../../lib/query.ts';
import { placeRefusal } from '../../features/account/place-refusal.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { OtpField } from '../../features/account/code-field.tsx';
import { isGivenUp } from '@touchline/kit/passkeys';
import { addPasskey } from '../../features/account/passkeys.ts';
import { useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SheetAction } from '../../ui/sheet-action.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './information.module.css';

type Values = { name: string; password: string; otp: string };

/** Makes a passkey on this device. */
export const PasskeyAdd = ({ otp, onDone }: { otp: boolean; onDone: () => void }) => {
  const t = useT();
  const form = useForm<Values>({ defaultValues: { name: '', password: '', otp: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = async (values: Values): Promise<void> => {
    try {
      const security = await addPasskey({
        name: values.name.trim(),
        password: values.password,
        otp: otp ? values.otp.trim() : undefined,
      });
      queryClient.setQueryData(callQuery('securityInfo', {}).queryKey, security);
      onDone();
    } catch (error) {
      if (isGivenUp(error)) {
        form.setError('root', { message: t('account.passkeyGivenUp') });
        return;
      }
      const placed = placeRefusal(error, ['name', 'password', 'otp'], {
        wrong_credentials: 'password',
        locked: 'password',
        otp_wrong: 'otp',
        otp_needed: 'otp',
      });
      for (const { field, message } of placed) form.setError(field, { message });
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void form.handleSubmit(submit)(event)} noValidate>
      <p className={styles.formWords}>{t('account.passkeysWhy')}</p>
      <Field
        label={t('account.passkeyName')}
        hint={t('account.passkeyNameHint')}
        error={errors.name?.message}
        maxLength={40}
        autoComplete="off"
        {...form.register('name', { validate: (value) => value.trim() !== '' || t('form.required') })}
      />
      <PasswordField
        label={t('form.password')}
        error={errors.password?.message}
        autoComplete="current-password"
        {...form.register('password', { validate: (value) => value !== '' || t('form.passwordEmpty') })}
      />
      {otp && (
        <OtpField
          error={errors.otp?.message}
          {...form.register('otp', { validate: (value) => value.trim().length >= 6 || t('form.required') })}
        />
      )}
      <SheetAction>
        <FormFailure message={errors.root?.message} />
        <Button type="submit" busy={isSubmitting}>
          {t('account.addPasskey')}
        </Button>
      </SheetAction>
    </form>
  );
};
