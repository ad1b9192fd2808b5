import { Link } from '@tanstack/react-router';
import { CallError } from '@touchline/client/errors';
import type { Recharge } from '@touchline/contract/shapes/cashier';
import { refreshUser, useCall } from '../../lib/query.ts';
import { channelName, caseText, reasonText } from '../../features/cashier/texts.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OpenPayment } from './open-payment.tsx';
import { useSayChanges } from '../../ui/aloud.tsx';
import { RechargeTag } from '../../features/cashier/recharge-tag.tsx';
import { BigAmount } from '../../features/labels/big-amount.tsx';
import { useUser } from '../../lib/user.ts';
import { DoneHead } from '../../ui/done-head.tsx';
import styles from './recharge.module.css';
import { Evidence } from './evidence.tsx';
import { Payments, RechargeFacts } from './payments.tsx';

/** The payment of one recharge: how to pay, what has arrived, and its outcome. It updates automatically. */
export const RechargeInfoPage = ({ id = '' }: { id?: string }) => {
  const t = useT();
  const answer = useCall('rechargeList', { id });
  const recharge = answer.data?.list[0];
  const refresh = () => Promise.all([answer.refetch(), refreshUser()]);
  const isUnknown =
    (answer.data !== undefined && recharge === undefined) ||
    (answer.error instanceof CallError &&
      (answer.error.reason === 'not_found' || answer.error.reason === 'validation'));
  // A credited recharge shows its state in its head.
  const isOver = recharge?.state === 'expired' || recharge?.state === 'rejected';
  useSayChanges(recharge && (isOver ? t(`cashier.recharge.${recharge.state}`) : ''));
  const title = recharge === undefined ? t('nav.recharge') : channelName(recharge.channel);
  return (
    <Page layout="cards" title={title} onRefresh={refresh}>
      {answer.isPending && (
        <Card>
          <Skeleton height={18} />
        </Card>
      )}
      {answer.isError && recharge === undefined && !isUnknown && (
        <LoadFailure error={answer.error} onRetry={answer.refetch} />
      )}
      {isUnknown && (
        <EmptyState icon="wallet" title={t('cashier.noSuchRecharge')}>
          <Link to="/pages/recharge/recharge" search={{}} className={buttonClass('quiet')}>
            {t('nav.recharge')}
          </Link>
        </EmptyState>
      )}
      {recharge !== undefined &&
        (recharge.state === 'created' || recharge.state === 'awaiting' ? (
          <OpenPayment recharge={recharge} onOver={() => void answer.refetch()} />
        ) : (
          <RechargeOutcome recharge={recharge} />
        ))}
    </Page>
  );
};

/** The outcome of a recharge: a receipt, or why there is none and what to do. */
const RechargeOutcome = ({ recharge }: { recharge: Recharge }) => {
  const t = useT();
  const currency = useUser()?.currency ?? '';
  const { state, reason, credited, receive } = recharge;
  const isCredited = state === 'credited';
  return (
    <>
      <Card>
        <div className={styles.outcome}>
          {isCredited ? (
            <>
              <DoneHead>{t('cashier.success')}</DoneHead>
              <BigAmount amount={credited ?? receive} currency={currency} />
              <p className={styles.outcomeWords}>{t('cashier.successText')}</p>
            </>
          ) : (
            <>
              <span className={styles.tag}>
                <RechargeTag recharge={recharge} />
              </span>
              <BigAmount amount={recharge.amount} currency={currency} />
              <p className={styles.outcomeWords}>
                {state === 'expired'
                  ? t(recharge.method === 'usdt' ? 'cashier.expiredUsdt' : 'cashier.expiredText')
                  : reasonText(reason ?? 'other')}
              </p>
            </>
          )}
          {recharge.case !== undefined && recharge.payments.length === 0 && (
            <p className={styles.outcomeWords}>{caseText(recharge.case)}</p>
          )}
        </div>
      </Card>
      <Payments recharge={recharge} />
      <Card>
        <RechargeFacts recharge={recharge} />
      </Card>
      {state === 'expired' && recharge.method !== 'card' && <Evidence recharge={recharge} />}
      <div className={styles.actions}>
        {isCredited && (
          <Link to="/pages/invest/invest" search={{}} className={buttonClass('main')}>
            {t('cashier.toMatches')}
          </Link>
        )}
        <Link
          to="/pages/recharge/recharge"
          search={{}}
          replace
          className={buttonClass(isCredited ? 'quiet' : 'main')}
        >
          {t('cashier.again')}
        </Link>
      </div>
    </>
  );
};
