import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput, Output } from '@touchline/contract/routes';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { useRoleNames } from '../../lib/rights.ts';
import { Facts } from '../../ui/facts.tsx';
import { needsCode } from '@touchline/client/errors';
import { endSession } from '../../lib/session.ts';
import { Failure, Skeleton } from '../../ui/notices.tsx';
import { NewPasswordField, ProofFields, useProof } from '../../ui/fields.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes, SecondFactor } from './second-factor.tsx';
import { Page, Section } from '../../ui/page.tsx';
import styles from './account.module.css';

const hasFactor = ({ totp, passkeys }: Output<'officeMe'>['secondFactor']): boolean =>
  totp || passkeys.length > 0;

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
        <Section title={t('passkey.title')}>
          {me.data !== undefined && <Passkeys factor={me.data.secondFactor} />}
        </Section>
        {me.data !== undefined && hasFactor(me.data.secondFactor) && (
          <Section title={t('recovery.title')}>
            <RecoveryCodes factor={me.data.secondFactor} />
          </Section>
        )}
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
  const proof = useProof();
  const [newPassword, setNewPassword] = useState('');
  const renew = useMutation({
    mutationFn: () => call('officePasswordRenew', { ...proof.given, newPassword }),
    // Every session of this operator has ended, this one too.
    onSuccess: () => endSession('renewed'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!renew.isPending) renew.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{t('account.renewHint')}</p>
      {renew.isError && <Failure error={renew.error} />}
      <ProofFields {...proof.fields} asksCode={needsCode(renew.error)} />
      <NewPasswordField value={newPassword} onChange={setNewPassword} />
      <Button type="submit" variant="default" loading={renew.isPending}>
        {t('account.renew')}
      </Button>
    </form>
  );
};

/** Where the operator is signed in, and how to end it there. */
const Sessions = () => {
  const t = useT();
  const { when } = useFormats();
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useCall('officeSessionList', {});
  const end = useMutation({
    mutationFn: (which: CallInput<'officeSessionEnd'>) => call('officeSessionEnd', which),
    onSettled: () => client.invalidateQueries({ queryKey: ['officeSessionList'] }),
  });
  if (isPending) return <Skeleton lines={2} />;
  if (data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {end.isError && <Failure error={end.error} />}
      <ul className={styles.sessions}>
        {data.list.map(({ id, current, browser, system, address, lastUsedAt }) => (
          <li key={id} className={styles.session}>
            <span>
              {[browser, system].filter((one) => one !== undefined).join(' · ') || t('sessions.unknown')}
              <br />
              <span className={styles.hint}>
                {address} · {current ? t('sessions.this') : t('sessions.used', { when: when(lastUsedAt) })}
              </span>
            </span>
            {!current && (
              <Button
                variant="default"
                size="compact-xs"
                loading={end.isPending}
                onClick={() => end.mutate({ id })}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.list.length > 1 && (
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate({ others: true })}>
          {t('sessions.endOthers')}
        </Button>
      )}
    </>
  );
};
