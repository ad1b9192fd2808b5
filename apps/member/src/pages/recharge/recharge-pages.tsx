import { useInfiniteQuery } from '@tanstack/react-query';
import { limits } from '@touchline/contract/limits';
import { call } from '../../api/call.ts';
import { allOf } from '../../features/endless/list-pages.ts';
import { Endless } from '../../features/endless/endless.tsx';
import { rechargePagesKey } from '../../features/live/live-cache.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { EntrySkeleton } from '../../features/money/entry-row.tsx';
import { useRestriction } from '../../features/play/use-restriction.ts';
import { useT } from '../../state/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RechargeRow } from './recharge-row.tsx';

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
