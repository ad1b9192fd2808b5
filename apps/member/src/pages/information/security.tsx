import type { OpenDevice } from '@touchline/contract/shapes/account';
import { Suspense, useState } from 'react';
import { canPasskeys } from '@touchline/kit/passkeys';
import { call } from '../../lib/call.ts';
import { callQuery, queryClient, useCall } from '../../lib/query.ts';
import { useNow, whenText } from '../../features/labels/time.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './information.module.css';
import { PasskeyList } from './passkey-list.tsx';

/** Where the account is signed in, to sign out there. */
const SessionCards = ({ list }: { list: readonly OpenDevice[] }) => {
  const t = useT();
  const now = useNow();
  const [ending, setEnding] = useState<OpenDevice | 'others'>();
  const { busy, failure, run, forget } = useAction();
  const nameOf = ({ browser, system }: OpenDevice): string =>
    [browser, system].filter((part) => part !== undefined).join(', ') || t('account.unknownDevice');

  const ask = (which: OpenDevice | 'others'): void => {
    forget();
    setEnding(which);
  };
  const end = async (which: OpenDevice | 'others'): Promise<void> => {
    const input = which === 'others' ? { others: true as const } : { id: which.id };
    try {
      const answer = await call('sessionEnd', input, {
        mask: false,
        quiet: true,
        toast: t('account.sessionEnded'),
      });
      queryClient.setQueryData(callQuery('sessionList', {}).queryKey, answer);
    } catch (error) {
      // The list may have changed.
      void queryClient.invalidateQueries({ queryKey: ['sessionList'] });
      throw error;
    }
  };
  const confirm = async (which: OpenDevice | 'others'): Promise<void> => {
    if (await run(() => end(which))) setEnding(undefined);
  };

  return (
    <>
      <Card flush>
        {list.map((device) => (
          <div key={device.id} className={styles.row}>
            <div className={styles.sessionWhat}>
              <bdi className={styles.sessionName}>{nameOf(device)}</bdi>
              <span className={styles.sessionNote}>
                <bdi dir="ltr">{device.address}</bdi>
                {' · '}
                {t('account.lastUsed', { when: whenText(device.lastUsedAt, now) })}
              </span>
            </div>
            {device.current ? (
              <Tag tone="pitch">{t('account.thisDevice')}</Tag>
            ) : (
              <button type="button" className={styles.end} onClick={() => ask(device)}>
                {t('account.endSession')}
                <span className="visually-hidden"> {nameOf(device)}</span>
              </button>
            )}
          </div>
        ))}
      </Card>
      {list.length > 1 && (
        <Button tone="quiet" onClick={() => ask('others')}>
          {t('account.endOthers')}
        </Button>
      )}
      <ConfirmSheet
        open={ending !== undefined}
        title={ending === 'others' ? t('account.endOthersTitle') : t('account.endSessionTitle')}
        text={t('account.endSessionText')}
        confirm={t('account.endSession')}
        danger
        busy={busy}
        failure={failure}
        onConfirm={() => {
          if (ending !== undefined) void confirm(ending);
        }}
        onCancel={() => setEnding(undefined)}
      />
    </>
  );
};

const PasswordForm = lazyPart(async () => (await import('./password-form.tsx')).PasswordForm);
const OtpBegin = lazyPart(async () => (await import('./otp-begin.tsx')).OtpBegin);
const OtpManage = lazyPart(async () => (await import('./otp-manage.tsx')).OtpManage);

type Open = 'password' | 'otp-begin' | 'otp-manage';

/** What keeps the account safe: password, second factor, passkeys, and where it is signed in. */
export const SecurityPage = () => {
  const t = useT();
  const now = useNow();
  const security = useCall('securityInfo', {});
  const sessions = useCall('sessionList', {});
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { data } = security;
  const changed =
    data?.passwordChangedAt === undefined
      ? undefined
      : t('account.changedOn', { when: whenText(data.passwordChangedAt, now) });
  const titles = {
    password: t('account.changePassword'),
    'otp-begin': t('account.otpTitle'),
    'otp-manage': t('account.otpTitle'),
  };

  return (
    <Page
      layout="cards"
      title={t('nav.security')}
      onRefresh={() => Promise.all([security.refetch(), sessions.refetch()])}
    >
      {security.isPending && (
        <Card>
          <Skeleton height={7} />
        </Card>
      )}
      {security.isError && data === undefined && (
        <LoadFailure error={security.error} onRetry={security.refetch} />
      )}
      {data !== undefined && (
        <>
          <h2 className={styles.heading}>{t('account.signingIn')}</h2>
          <Card flush>
            <ListRow
              icon="lock"
              label={t('account.changePassword')}
              value={changed}
              onClick={() => setOpen('password')}
            />
            <ListRow
              icon="scan"
              label={t('account.otpTitle')}
              value={
                <Tag tone={data.otp ? 'pitch' : 'quiet'}>{data.otp ? t('account.on') : t('account.off')}</Tag>
              }
              onClick={() => setOpen(data.otp ? 'otp-manage' : 'otp-begin')}
            />
          </Card>
          <p className={styles.editinfoNote}>
            {data.otp ? t('account.recoveryLeft', { count: data.recoveryLeft }) : t('account.otpWhy')}
          </p>
          {(canPasskeys() || data.passkeys.length > 0) && (
            <>
              <h2 className={styles.heading}>{t('account.passkeys')}</h2>
              <PasskeyList passkeys={data.passkeys} otp={data.otp} />
            </>
          )}
        </>
      )}
      <h2 className={styles.heading}>{t('account.sessions')}</h2>
      {sessions.isPending && (
        <Card>
          <Skeleton height={5} />
        </Card>
      )}
      {sessions.isError && sessions.data === undefined && (
        <LoadFailure error={sessions.error} onRetry={sessions.refetch} />
      )}
      {sessions.data !== undefined && <SessionCards list={sessions.data.list} />}
      <Sheet open={open !== undefined} onClose={close} title={open === undefined ? '' : titles[open]}>
        <Suspense fallback={<Skeleton height={12} />}>
          {open === 'password' && <PasswordForm onDone={close} />}
          {open === 'otp-begin' && <OtpBegin onDone={close} />}
          {open === 'otp-manage' && <OtpManage onDone={close} />}
        </Suspense>
      </Sheet>
    </Page>
  );
};
