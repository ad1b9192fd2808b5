import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Bet } from '@touchline/contract/shapes/bet';
import { call } from '../../lib/call.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useHasRoom } from '../../lib/screen.ts';
import { useT } from '../../lib/i18n.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Pair } from '../../ui/pair.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Endless, onceEach } from '../endless/endless.tsx';
import { LongList } from '../endless/long-list.tsx';
import type { RecordTab } from '../live/bet-patch.ts';
import { betPagesKey } from '../live/live-cache.ts';
import { LoadFailure } from '../load-failure/load-failure.tsx';
import { BesideContext, besideId, BetCard, titleOf } from './bet-card.tsx';
import { BetHistory } from './bet-history.tsx';
import { isSettled } from './timeline.ts';
import styles from './record.module.css';
import { useCall } from '../../lib/query.ts';

/** The shape of a bet while it is being fetched. */
const BetCardSkeleton = () => (
  <Card>
    <div className={styles.bet} aria-hidden="true">
      <div className={styles.head}>
        <Skeleton width={11} height={1.25} />
        <Skeleton width={4} height={1.25} round />
        <span />
        <span className={styles.betCardSelection}>
          <Skeleton width={8} />
        </span>
      </div>
      <Skeleton height={2.25} />
    </div>
  </Card>
);

const Skeletons = () => (
  <>
    <BetCardSkeleton />
    <BetCardSkeleton />
    <BetCardSkeleton />
  </>
);

const row = (bet: Bet) => <BetCard key={bet.id} bet={bet} />;

const useBetPages = (tab: RecordTab) =>
  usePages({
    queryKey: betPagesKey(tab),
    fetchPage: (which, options) => call('orderList', { tab, ...which }, options),
  });
type Pages = ReturnType<typeof useBetPages>;

/** All bets: open ones first, under a heading, then the settled ones, each newest first. */
export const AllBetPages = () => {
  const t = useT();
  const open = useBetPages('in_progress');
  const all = useBetPages('all');
  const hasOpen = open.data?.pages.some(({ list }) => list.length > 0) === true;
  if (open.isPending) return <Skeletons />;
  if (!hasOpen) return <BetPages tab="all" hasBeside />;
  const running = onceEach(open.data?.pages ?? []);
  const settled = onceEach(all.data?.pages ?? []).map((bets) => bets.filter(isSettled));
  return (
    <Beside bets={[...running, ...settled].flat()}>
      <h2 className={styles.section}>{t('nav.investment')}</h2>
      <Blocks name="bets open" pages={open} blocks={running} />
      {/* What runs is shown whole before what is over. */}
      {!open.hasNextPage && (all.hasNextPage || settled.some((bets) => bets.length > 0)) && (
        <>
          <h2 className={styles.section}>{t('record.step.settled')}</h2>
          <Blocks name="bets settled" pages={all} blocks={settled} />
        </>
      )}
    </Beside>
  );
};

type BlocksProps = { name: string; pages: Pages; blocks: readonly (readonly Bet[])[] };

const Blocks = ({ name, pages, blocks }: BlocksProps) => (
  <>
    <LongList name={name} isTab blocks={blocks} row={row} kind="cards" />
    <Endless hasMore={pages.hasNextPage} isFetching={pages.isFetchingNextPage} onMore={pages.fetchNextPage}>
      <BetCardSkeleton />
    </Endless>
  </>
);

/** A list of bets; where there is room, with the history of one of them next to it. Otherwise each opens in its card. */
const Beside = ({ bets, children }: { bets: readonly Bet[]; children: ReactNode }) => {
  const hasRoom = useHasRoom();
  const [chosen, setChosen] = useState<string>();
  if (!hasRoom) return children;
  // The newest at first, and when the chosen one has left the list.
  const shown = bets.find(({ id }) => id === chosen) ?? bets[0];
  return (
    <BesideContext value={{ shown: shown?.id, show: setChosen }}>
      <Pair
        stays
        beside={
          <div id={besideId}>
            {shown !== undefined && (
              <Card>
                <h2 className={styles.besideTitle}>{titleOf(shown)}</h2>
                <BetHistory key={shown.id} bet={shown} />
              </Card>
            )}
          </div>
        }
      >
        {children}
      </Pair>
    </BesideContext>
  );
};

type Props = {
  tab: RecordTab;
  /** Where there is room, the history of one bet is next to the list. */
  hasBeside?: boolean;
};

/** The bets of a tab, newest first, page after page; the live stream updates them. */
export const BetPages = ({ tab, hasBeside = false }: Props) => {
  const t = useT();
  const pages = useBetPages(tab);
  if (pages.isPending) return <Skeletons />;
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
  const list = <Blocks name={`bets ${tab}`} pages={pages} blocks={blocks} />;
  return hasBeside ? <Beside bets={blocks.flat()}>{list}</Beside> : list;
};

/** The bet that a message is about, opened. */
export const OneBet = ({ id }: { id: string }) => {
  const { data, error, refetch } = useCall('orderDetail', { id });
  if (data !== undefined) return <BetCard bet={data} opened />;
  return error === null ? <BetCardSkeleton /> : <LoadFailure error={error} onRetry={refetch} />;
};
