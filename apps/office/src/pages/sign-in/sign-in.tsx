import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Output } from '@touchline/contract/routes';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { isGivenUp } from '@touchline/kit/passkeys';
import { canPasskeys, signInByPasskey } from '../../lib/passkeys.ts';
import { useSite } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { searchOf } from '@touchline/kit/search';
import { beginSession, whyEnded } from '../../lib/session.ts';
import { needsCode } from '@touchline/client/errors';
import { AccountField, CodeInput } from '../../ui/fields.tsx';
import { Failure, Note } from '../../ui/notices.tsx';
import styles from './sign-in.module.css';

/** Where one meant to go: a page of the office, never another site. */
const wayBack = (to: string | undefined): string => (to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/');

/** Account and password of an operator. */
export const SignInPage = () => {
  const t = useT();
  const { name } = useSite();
  const { to } = searchOf(useSearch({ strict: false }));
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const ended = whyEnded();
  const enter = ({ token, operator, calls }: Output<'officeLogin'>): void => {
    location.replace(`#${wayBack(to)}`);
    beginSession({ token, id: operator.id, account: operator.account, roles: operator.roles, calls });
  };
  const byPasskey = useMutation({ mutationFn: signInByPasskey, onSuccess: enter });
  const signIn = useMutation({
    mutationFn: () => call('officeLogin', { account, password, otp: otp === '' ? undefined : otp.trim() }),
    onSuccess: enter,
    onError: (error) => {
      setOtp('');
      // The password was right: only the code is asked for.
      if (needsCode(error)) setAsksCode(true);
      else setPassword('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate();
  };
  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={submit}>
        <h1>{t('signIn.title', { site: name })}</h1>
        {ended !== undefined && signIn.isIdle && <Note>{t(`signIn.${ended}`)}</Note>}
        {signIn.isError && <Failure error={signIn.error} />}
        {byPasskey.isError && signIn.isIdle && (
          <>
            {isGivenUp(byPasskey.error) ? (
              <Note>{t('passkey.givenUp')}</Note>
            ) : (
              <Failure error={byPasskey.error} />
            )}
          </>
        )}
        <AccountField value={account} onChange={setAccount} isFirst />
        <PasswordInput
          size="sm"
          label={t('signIn.password')}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          autoComplete="current-password"
          maxLength={64}
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0, size: 24 }}
        />
        {asksCode && <CodeInput size="sm" value={otp} onChange={setOtp} recovery />}
        <Button type="submit" size="sm" loading={signIn.isPending}>
          {t('signIn.submit')}
        </Button>
        {canPasskeys() && (
          <Button
            size="sm"
            variant="default"
            loading={byPasskey.isPending}
            onClick={() => {
              signIn.reset();
              byPasskey.mutate();
            }}
          >
            {t('passkey.signIn')}
          </Button>
        )}
        <p className={styles.hint}>{t('signIn.hint')}</p>
        <Link to="/access" search={{}} className={styles.hint}>
          {t('askAccess.link')}
        </Link>
      </form>
    </main>
  );
};
