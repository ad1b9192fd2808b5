import { useInfiniteQuery } from '@tanstack/react-query';
import { limits } from '@touchline/contract/limits';
import { call } from '../../api/call.ts';
import { allOf } from '../../features/endless/list-pages.ts';
import { Endless } from '../../features/endless/endless.tsx';
import { rechargePagesKey } from '../../features/live/live-cache.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { EntrySkeleton } from '../../features/money/entry-row.tsx';
import { useRestriction } from '../../features/play/use-restriction.ts';
import { currentLan, useT } from '../../state/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '@tanstack/react-router';
import type { Recharge } from '@touchline/contract/shapes/cashier';
import { formatMoney } from '@touchline/locales/format';
import { channelName } from '../../features/cashier/texts.ts';
import { RechargeTag } from '../../features/cashier/recharge-tag.tsx';
import { Moment } from '../../features/labels/moment.tsx';
import styles from './recharge-pages.module.css';

/** A recharge in the list: how, when, how much and what became of it. Leads to its payment. */
const RechargeRow = ({ recharge }: { recharge: Recharge }) => (
  <li className={styles.item}>
    <Link to="/pages/recharge/rechargeinfo" search={{ id: recharge.id }} className={styles.row}>
      <span className={styles.what}>{channelName(recharge.channel)}</span>
      <bdi dir="ltr" className={`figures ${styles.amount}`}>
        {formatMoney(recharge.amount, { lan: currentLan() })}
      </bdi>
      <span className={styles.note}>
        <Moment at={recharge.createdAt} />
      </span>
      <RechargeTag recharge={recharge} />
    </Link>
  </li>
);

const limit = limits.listLimitDefault;

/** The member's recharges, newest first, page after page; their states move by themselves. */
export const RechargePages = () => {
  const t = useT();
  const isPaused = useRestriction() !== undefined;
  const pages = useInfiniteQuery({
    queryKey: rechargePagesKey,
    queryFn: ({ pageParam, signal }) =>
      call('rechargeList', { page: pageParam, limit }, { mask: false, quiet: true, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * limit < total ? page + 1 : undefined),
  });
  if (pages.isPending) return <Waiting />;
  if (pages.data === undefined) return <LoadFailure error={pages.error} onRetry={pages.refetch} />;
  const recharges = allOf(pages.data.pages);
  if (recharges.length === 0) {
    const hint = isPaused ? {} : { hint: t('cashier.noRechargesHint') };
    return <EmptyState icon="records" title={t('cashier.noRecharges')} {...hint} />;
  }
  return (
    <>
      <Card flush>
        <ul>
          {recharges.map((recharge) => (
            <RechargeRow key={recharge.id} recharge={recharge} />
          ))}
        </ul>
      </Card>
      <Endless hasMore={pages.hasNextPage} isFetching={pages.isFetchingNextPage} onMore={pages.fetchNextPage}>
        <Waiting />
      </Endless>
    </>
  );
};

const Waiting = () => (
  <Card flush>
    <EntrySkeleton />
    <EntrySkeleton />
  </Card>
);
