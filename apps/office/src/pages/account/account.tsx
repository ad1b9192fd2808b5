import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/query.ts';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { useRoleNames } from '../../shell/role-names.ts';
import { Facts } from '../../ui/facts.tsx';
import { wantsCode } from '../../api/errors.ts';
import { CodeInput } from '../../ui/code-input.tsx';
import { Failure } from '../../ui/failure.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './account.module.css';

/** Who one is, what keeps the account safe, where one is signed in, and a new password. */
export const AccountPage = () => {
  const t = useT();
  const { when } = useFormats();
  const roleNames = useRoleNames();
  const me = useCall('officeMe', {});
  return (
    <Page title={t('account.title')}>
      <div className={styles.column}>
        {me.isPending && <Skeleton lines={3} />}
        {me.isError && <Failure error={me.error} onRetry={() => void me.refetch()} />}
        {me.data !== undefined && (
          <Facts
            of={[
              [t('signIn.account'), me.data.account],
              [t('account.roles'), roleNames(me.data.roles)],
              [t('account.since'), when(me.data.createdAt)],
            ]}
          />
        )}
        <Section title={t('factor.title')}>
          {me.data !== undefined && <SecondFactor factor={me.data.secondFactor} />}
        </Section>
        <Section title={t('sessions.title')}>
          <Sessions />
        </Section>
        <Section title={t('account.newPassword')}>
          <PasswordForm />
        </Section>
      </div>
    </Page>
  );
};

const PasswordForm = () => {
  const t = useT();
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const renew = useMutation({
    mutationFn: () => call('officePasswordRenew', { password, ...(otp === '' ? {} : { otp: otp.trim() }) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!renew.isPending) renew.mutate();
  };
  if (renew.data !== undefined) return <Secret text={renew.data.password} hint={t('account.renewed')} />;
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{t('account.renewHint')}</p>
      {renew.isError && <Failure error={renew.error} />}
      <PasswordInput
        w="20rem"
        maw="100%"
        label={t('signIn.password')}
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        autoComplete="current-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0, size: 24 }}
      />
      {wantsCode(renew.error) && <CodeInput value={otp} onChange={setOtp} recovery />}
      <Button type="submit" variant="default" loading={renew.isPending}>
        {t('account.renew')}
      </Button>
    </form>
  );
};
