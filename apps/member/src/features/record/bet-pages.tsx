import { Link } from '@tanstack/react-router';
import type { Bet } from '@touchline/contract/shapes/bet';
import { call } from '../../api/call.ts';
import { usePages } from '../../api/use-pages.ts';
import { useT } from '../../state/i18n.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Endless } from '../endless/endless.tsx';
import { LongList } from '../endless/long-list.tsx';
import { onceEach } from '../endless/list-pages.ts';
import type { RecordTab } from '../live/bet-patch.ts';
import { betPagesKey } from '../live/live-cache.ts';
import { LoadFailure } from '../load-failure/load-failure.tsx';
import { BetCard } from './bet-card.tsx';
import styles from './bet-card.module.css';

/** The shape of a bet while it is being fetched. */
const BetCardSkeleton = () => (
  <Card>
    <div className={styles.bet} aria-hidden="true">
      <div className={styles.head}>
        <Skeleton width={11} height={1.25} />
        <Skeleton width={4} height={1.25} round />
        <span />
        <span className={styles.selection}>
          <Skeleton width={8} />
        </span>
      </div>
      <Skeleton height={2.25} />
    </div>
  </Card>
);

const row = (bet: Bet) => <BetCard key={bet.id} bet={bet} />;

/** The bets of a tab, newest first, page after page; they move by themselves. */
export const BetPages = ({ tab }: { tab: RecordTab }) => {
  const t = useT();
  const pages = usePages({
    queryKey: betPagesKey(tab),
    fetchPage: (which, options) => call('orderList', { tab, ...which }, options),
  });
  if (pages.isPending) {
    return (
      <>
        <BetCardSkeleton />
        <BetCardSkeleton />
        <BetCardSkeleton />
      </>
    );
  }
  if (pages.data === undefined) return <LoadFailure error={pages.error} onRetry={pages.refetch} />;
  const blocks = onceEach(pages.data.pages);
  if (blocks.every((bets) => bets.length === 0) && !pages.hasNextPage) {
    return (
      <EmptyState icon="records" title={t(`record.none.${tab}`)} hint={t(`record.noneHint.${tab}`)}>
        <Link to="/pages/invest/invest" search={{}} className={buttonClass('quiet')}>
          {t('record.find')}
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <LongList name={`bets ${tab}`} isTab blocks={blocks} row={row} kind="cards" />
      <Endless hasMore={pages.hasNextPage} isFetching={pages.isFetchingNextPage} onMore={pages.fetchNextPage}>
        <BetCardSkeleton />
      </Endless>
    </>
  );
};
