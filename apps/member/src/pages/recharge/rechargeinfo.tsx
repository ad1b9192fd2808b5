import { Link } from '@tanstack/react-router';
import { refreshUser, useCall } from '../../lib/query.ts';
import { CallError } from '@touchline/client/errors';
import { channelName } from '../../features/cashier/texts.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OpenPayment } from './open-payment.tsx';
import { RechargeOutcome } from './recharge-outcome.tsx';
import { useSayChanges } from '../../ui/use-say-changes.ts';

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
