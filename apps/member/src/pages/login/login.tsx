import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { call, failureText } from '../../api/call.ts';
import { CallError } from '@touchline/client/errors';
import { OtpField } from '../../features/account/code-field.tsx';
import { sentenceGap } from '../../features/labels/bidi.ts';
import { useT } from '../../state/i18n.tsx';
import { LanguageAction } from './language-action.tsx';
import { Page } from '../../frame/page.tsx';
import { configStore } from '../../state/config.ts';
import { deviceId } from '../../state/device.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { sayAloud, showToast } from '../../state/toasts.ts';
import { CallingCode } from '../../features/account/contact-fields.tsx';
import { useEnter } from './enter.ts';
import { looksLikeNumber, plainNumber } from '../../features/account/form.ts';
import styles from './form.module.css';
import { Masthead } from './masthead.tsx';
import { OtherWays } from './other-ways.tsx';

type Values = { account: string; password: string; otp: string };

/** Sign-in by username, e-mail or mobile number. `to` is the page the visitor meant to open. */
export const LoginPage = ({ to }: { to?: string }) => {
  const t = useT();
  const enter = useEnter(to);
  const [asksOtp, setAsksOtp] = useState(false);
  const { register, control, handleSubmit, setFocus, setError, formState } = useForm<Values>({
    defaultValues: { account: '', password: '', otp: '' },
  });
  const byNumber = looksLikeNumber(useWatch({ control, name: 'account' }));
  const { errors, isSubmitting } = formState;

  const submit = async ({ account, password, otp }: Values): Promise<void> => {
    const { code } = configStore.read().telephone;
    try {
      const session = await call(
        'login',
        {
          account: byNumber ? plainNumber(account) : account.trim(),
          areaCode: byNumber && code !== '' ? code : undefined,
          password,
          otp: asksOtp ? otp.trim() : undefined,
          device: deviceId(),
        },
        { quiet: true },
      );
      enter(session);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.reason === 'otp_needed') {
        setAsksOtp(true);
        return;
      }
      if (asksOtp && error.reason === 'otp_wrong') {
        setError('otp', { message: failureText(error) }, { shouldFocus: true });
        return;
      }
      const { account: wrongAccount, password: wrongPassword } = error.details.fields ?? {};
      const ofPassword = error.reason === 'wrong_credentials' ? failureText(error) : wrongPassword;
      // A field that shows the error needs no message over the page as well; it is read out all the same.
      const isTold = ofPassword !== undefined || wrongAccount !== undefined;
      (isTold ? sayAloud : showToast)(failureText(error));
      if (ofPassword !== undefined) setError('password', { message: ofPassword });
      if (wrongAccount !== undefined) setError('account', { message: wrongAccount });
      if (wrongAccount !== undefined) setFocus('account', { shouldSelect: true });
      else if (ofPassword !== undefined) setFocus('password', { shouldSelect: true });
    }
  };

  return (
    <Page title={t('nav.login')} back={false} action={<LanguageAction />}>
      <Masthead lead={t('login.lead')} />
      <form className={styles.form} onSubmit={(event) => void handleSubmit(submit)(event)} noValidate>
        <Field
          label={t('login.account')}
          error={errors.account?.message}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          dir="ltr"
          start={byNumber ? <CallingCode /> : null}
          {...register('account', { validate: (value) => value.trim() !== '' || t('form.accountEmpty') })}
        />
        <PasswordField
          label={t('form.password')}
          error={errors.password?.message}
          autoComplete="current-password"
          enterKeyHint="go"
          {...register('password', { validate: (value) => value !== '' || t('form.passwordEmpty') })}
        />
        {asksOtp && (
          <OtpField
            error={errors.otp?.message}
            enterKeyHint="go"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing that is missing
            autoFocus
            {...register('otp', { validate: (value) => value.trim().length >= 6 || t('form.required') })}
          />
        )}
        <p className={styles.forgot}>
          <Link to="/pages/login/reset" search={to === undefined ? {} : { to }} className={styles.link}>
            {t('login.forgot')}
          </Link>
        </p>
        <div className={styles.actions}>
          <Button type="submit" busy={isSubmitting}>
            {t('login.submit')}
          </Button>
          <OtherWays to={to} onEnter={enter} />
          <p className={styles.other}>
            {t('login.newHere')}
            {sentenceGap()}
            <Link to="/pages/login/signup" search={to === undefined ? {} : { to }} className={styles.link}>
              {t('login.toSignup')}
            </Link>
          </p>
        </div>
      </form>
    </Page>
  );
};
