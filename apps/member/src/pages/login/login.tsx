import { Link } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/errors.ts';
import { useT } from '../../shell/i18n.tsx';
import { LanguageAction } from '../../shell/language-action.tsx';
import { Page } from '../../shell/page.tsx';
import { configStore } from '../../state/config.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { CallingCode } from './calling-code.tsx';
import { useEnter } from './enter.ts';
import { looksLikeNumber, plainNumber } from './form.ts';
import styles from './form.module.css';
import { Masthead } from './masthead.tsx';

type Values = { account: string; password: string };

/** Sign-in by username, e-mail or mobile number. `to` is the page the visitor meant to open. */
export const LoginPage = ({ to }: { to?: string }) => {
  const t = useT();
  const enter = useEnter(to);
  const { register, control, handleSubmit, setFocus, setError, formState } = useForm<Values>({
    defaultValues: { account: '', password: '' },
  });
  const byNumber = looksLikeNumber(useWatch({ control, name: 'account' }));
  const { errors, isSubmitting } = formState;

  const submit = async ({ account, password }: Values): Promise<void> => {
    const { code } = configStore.read().telephone;
    try {
      const session = await call('login', {
        account: byNumber ? plainNumber(account) : account.trim(),
        ...(byNumber && code !== '' ? { areaCode: code } : {}),
        password,
      });
      enter(session);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { account: wrongAccount, password: wrongPassword } = error.details.fields ?? {};
      if (wrongPassword !== undefined) setError('password', { message: wrongPassword });
      if (wrongAccount !== undefined) setError('account', { message: wrongAccount });
      if (error.reason === 'wrong_credentials') setFocus('password', { shouldSelect: true });
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
        <div className={styles.actions}>
          <Button type="submit" busy={isSubmitting}>
            {t('login.submit')}
          </Button>
          <p className={styles.other}>
            {t('login.newHere')}{' '}
            <Link to="/pages/login/signup" search={to === undefined ? {} : { to }} className={styles.link}>
              {t('login.toSignup')}
            </Link>
          </p>
        </div>
      </form>
    </Page>
  );
};
