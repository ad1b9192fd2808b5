import { useRouter } from '@tanstack/react-router';
import { limits } from '@touchline/contract/limits';
import { plainCode } from '@touchline/kit/typed-text';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { CallError } from '@touchline/client/errors';
import { call } from '../../lib/call.ts';
import { CodeField, isCode, OtpField, useSendCode } from '../../features/account/code-field.tsx';
import { AddressField, addressOf, checkAddress } from '../../features/account/contact-fields.tsx';
import { checks } from '../../features/account/form.ts';
import { placeRefusal } from '../../features/account/place-refusal.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './login.module.css';

type Values = { to: string; code: string; password: string; confirmPassword: string; otp: string };
const fields = ['to', 'code', 'password', 'confirmPassword', 'otp'] as const;

/** A new password for who has forgotten the old one, by a code sent to the address of the account. */
export const ResetPage = ({ to: wanted }: { to?: string }) => {
  const t = useT();
  const router = useRouter();
  const sending = useSendCode();
  const [asksOtp, setAsksOtp] = useState(false);
  const form = useForm<Values>({
    defaultValues: { to: '', code: '', password: '', confirmPassword: '', otp: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, name: 'to' });
  const { newPassword, confirmPassword } = checks(t);

  const send = async (): Promise<void> => {
    if (await form.trigger('to')) sending.send({ ...addressOf(typed), purpose: 'reset' });
  };
  const submit = async ({ to, code, otp, ...passwords }: Values): Promise<void> => {
    try {
      await call(
        'resetPassword',
        { ...addressOf(to), code: plainCode(code), otp: asksOtp ? otp.trim() : undefined, ...passwords },
        { quiet: true, toast: t('account.passwordChanged') },
      );
      await router.navigate({
        to: '/pages/login/login',
        search: wanted === undefined ? {} : { to: wanted },
        replace: true,
      });
    } catch (error) {
      if (error instanceof CallError && error.reason === 'otp_needed') {
        setAsksOtp(true);
        return;
      }
      const placed = placeRefusal(error, fields, {
        code_wrong: 'code',
        otp_wrong: 'otp',
        password_common: 'password',
        password_mismatch: 'confirmPassword',
      });
      for (const { field, message } of placed) {
        form.setError(field, { message }, { shouldFocus: field !== 'root' });
      }
    }
  };

  return (
    <Page layout="form" title={t('nav.reset')}>
      <form className={styles.form} onSubmit={(event) => void form.handleSubmit(submit)(event)} noValidate>
        <p className={styles.formLead}>{t('account.resetLead')}</p>
        <AddressField
          typed={typed}
          error={errors.to?.message}
          {...form.register('to', { validate: (value) => checkAddress(t, value) })}
        />
        <CodeField
          sending={sending}
          onSend={() => void send()}
          error={errors.code?.message}
          {...form.register('code', { validate: (value) => isCode(value) || t('account.codeFormat') })}
        />
        <PasswordField
          label={t('account.newPassword')}
          hint={t('form.passwordLength', { min: limits.passwordMinLength, max: limits.passwordMaxLength })}
          error={errors.password?.message}
          autoComplete="new-password"
          {...form.register('password', { validate: (value) => newPassword(value) })}
        />
        <PasswordField
          label={t('form.confirmPassword')}
          error={errors.confirmPassword?.message}
          autoComplete="new-password"
          {...form.register('confirmPassword', {
            validate: (value) => confirmPassword(value, form.getValues('password')),
          })}
        />
        {asksOtp && (
          <OtpField
            error={errors.otp?.message}
            {...form.register('otp', { validate: (value) => value.trim().length >= 6 || t('form.required') })}
          />
        )}
        <FormFailure message={errors.root?.message} />
        <div className={styles.actions}>
          <Button type="submit" busy={isSubmitting}>
            {t('account.setPassword')}
          </Button>
        </div>
      </form>
    </Page>
  );
};
