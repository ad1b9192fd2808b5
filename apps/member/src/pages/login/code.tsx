import { Link } from '@tanstack/react-router';
import { plainCode } from '@touchline/kit/typed-text';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { CallError } from '@touchline/client/errors';
import { call } from '../../lib/call.ts';
import { CodeField, isCode, OtpField, useSendCode } from '../../features/account/code-field.tsx';
import { AddressField, addressOf, checkAddress } from '../../features/account/contact-fields.tsx';
import { placeRefusal } from '../../features/account/place-refusal.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { deviceId } from '../../lib/device.ts';
import { Button } from '../../ui/button.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useEnter } from './enter.ts';
import styles from './login.module.css';

type Values = { to: string; code: string; otp: string };

/** Sign-in by a code sent to the member's e-mail address or mobile number. `to` is the page the visitor meant to open. */
export const CodePage = ({ to }: { to?: string }) => {
  const t = useT();
  const enter = useEnter(to);
  const sending = useSendCode();
  const [asksOtp, setAsksOtp] = useState(false);
  const form = useForm<Values>({ defaultValues: { to: '', code: '', otp: '' } });
  const { errors, isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, name: 'to' });

  const send = async (): Promise<void> => {
    if (await form.trigger('to')) sending.send({ ...addressOf(typed), purpose: 'login' });
  };
  const submit = async (values: Values): Promise<void> => {
    try {
      const session = await call(
        'loginByCode',
        {
          ...addressOf(values.to),
          code: plainCode(values.code),
          otp: asksOtp ? values.otp.trim() : undefined,
          device: deviceId(),
        },
        { quiet: true },
      );
      enter(session);
    } catch (error) {
      if (error instanceof CallError && error.reason === 'otp_needed') {
        setAsksOtp(true);
        return;
      }
      const fields = ['to', 'code', 'otp'] as const;
      for (const { field, message } of placeRefusal(error, fields, {
        code_wrong: 'code',
        otp_wrong: 'otp',
      })) {
        form.setError(field, { message }, { shouldFocus: field !== 'root' });
      }
    }
  };

  return (
    <Page layout="form" title={t('nav.loginCode')}>
      <form className={styles.form} onSubmit={(event) => void form.handleSubmit(submit)(event)} noValidate>
        <p className={styles.formLead}>{t('account.codeLead')}</p>
        <AddressField
          typed={typed}
          error={errors.to?.message}
          {...form.register('to', { validate: (value) => checkAddress(t, value) })}
        />
        <CodeField
          sending={sending}
          onSend={() => void send()}
          error={errors.code?.message}
          enterKeyHint="go"
          {...form.register('code', { validate: (value) => isCode(value) || t('account.codeFormat') })}
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
            {t('login.submit')}
          </Button>
          <p className={styles.other}>
            <Link
              to="/pages/login/login"
              search={to === undefined ? {} : { to }}
              replace
              className={styles.link}
            >
              {t('account.byPassword')}
            </Link>
          </p>
        </div>
      </form>
    </Page>
  );
};
