import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue } from 'react';
import type { EventDetail } from '@touchline/contract/shapes/football';
import { CallError } from '@touchline/client/errors';
import type { PageSearch } from '@touchline/kit/search';
import { callQuery } from '../../lib/query.ts';
import { type DraftStore, useDraft, usePageDraft } from '../../features/builder/draft-store.ts';
import { InsightSkeleton } from '../../features/football/insight-skeleton.tsx';
import { PickTargetContext, slipTarget } from '../../features/odds-button/pick-target.ts';
import { useRestriction } from '../../features/play/use-restriction.ts';
import { StarButton } from '../../features/stars/star-button.tsx';
import { isOver } from '../../features/live/event-patch.ts';
import { useLivePrices } from '../../lib/watched-prices.ts';
import { matchName } from '../../features/labels/match-name.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { SlipDock } from '../../features/slip/slip-dock.tsx';
import { useT } from '../../lib/i18n.tsx';
import { useSoonAll, Page } from '../../features/frame/page.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './invest.module.css';
import { EventHeader } from './event-header.tsx';
import { EventHistory, EventOff, EventResult, EventVoids } from './event-result.tsx';
import { EventMarkets } from './event-markets.tsx';

// Fetched after the prices, since not everybody reads it.
const MatchInsight = lazyPart(
  async () => (await import('../../features/football/match-insight.tsx')).MatchInsight,
  { late: true },
);

/** What is below the prices of a match, which people come for: it comes with the last of them, which would push it away. */
const BeneathPrices = ({ event }: { event: EventDetail }) => {
  const areAllThere = useSoonAll(0) > 0;
  if (!areAllThere && !isOver(event.state)) return null;
  return (
    <>
      <Suspense fallback={<InsightSkeleton />}>
        <MatchInsight event={event} />
      </Suspense>
      <EventHistory event={event} />
    </>
  );
};

/** One match: its score or kick-off, all its markets, its result and its incidents. */
export const EventsInfoPage = ({ id = '', build }: PageSearch) => {
  const t = useT();
  useLivePrices();
  const { data: newest, error, refetch } = useQuery(callQuery('eventDetail', { id }));
  // Its many prices render in slices, so that a tap in the meantime does not wait for all of them.
  const data = useDeferredValue(newest);
  const draft = usePageDraft(id, build);
  const title = data === undefined ? t('nav.event') : matchName(data);
  return (
    <Page
      layout="wide"
      title={title}
      action={data && <StarButton id={data.id} event={data} />}
      dock={data === undefined ? <SlipDock /> : <EventDock event={data} store={draft} />}
      onRefresh={refetch}
    >
      {data !== undefined && (
        <>
          <EventHeader event={data} />
          <EventOff event={data} />
          <EventVoids event={data} />
          <EventResult event={data} />
          <EventBetting event={data} store={draft} />
          <BeneathPrices event={data} />
        </>
      )}
      {data === undefined && error === null && <EventSkeleton />}
      {data === undefined && error !== null && <Failure error={error} onRetry={refetch} />}
    </Page>
  );
};

const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => {
  const t = useT();
  const isUnknown =
    error instanceof CallError && (error.reason === 'not_found' || error.reason === 'validation');
  if (!isUnknown) return <LoadFailure error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon="ball" title={t('event.unknown')} hint={t('event.unknownHint')}>
      <Link to="/pages/invest/invest" search={{}} className={buttonClass('quiet')}>
        {t('home.all')}
      </Link>
    </EmptyState>
  );
};

const BuilderDock = lazyPart(
  async () => (await import('../../features/builder/builder-dock.tsx')).BuilderDock,
);

/** Whether a bet can be put together on a match: it is on offer, and the member has not paused play. */
const useCanBuild = ({ state, markets }: EventDetail): boolean => {
  const isPaused = useRestriction() !== undefined;
  return !isPaused && !isOver(state) && markets.length > 1;
};

type BettingProps = { event: EventDetail; store: DraftStore };

/** The markets of a match. Taps on their prices lead to the slip, or to the bet builder while it is on. */
const EventBetting = ({ event, store }: BettingProps) => {
  const { isOn } = useDraft(store);
  const canBuild = useCanBuild(event);
  return (
    <PickTargetContext value={isOn && canBuild ? store.target : slipTarget}>
      <EventMarkets event={event} builder={canBuild ? store : undefined} />
    </PickTargetContext>
  );
};

/** The dock of the page of a match: the slip, or the draft of the bet builder. */
const EventDock = ({ event, store }: BettingProps) => {
  const { isOn } = useDraft(store);
  const isBuilding = useCanBuild(event) && isOn;
  return (
    <>
      <SlipDock barHidden={isBuilding} />
      {isBuilding && (
        <Suspense>
          <BuilderDock event={event} store={store} />
        </Suspense>
      )}
    </>
  );
};

/** The shape of a match page while it is being fetched. */
const EventSkeleton = () => (
  <>
    <Card>
      <div className={styles.match} aria-hidden="true">
        <div className={styles.side}>
          <Skeleton width={3} height={3.25} />
          <Skeleton width={5} />
        </div>
        <div className={styles.middle}>
          <Skeleton width={5} height={2} />
        </div>
        <div className={styles.side}>
          <Skeleton width={3} height={3.25} />
          <Skeleton width={5} />
        </div>
      </div>
    </Card>
    <Skeleton height={2} />
    <Card>
      <Skeleton height={6} />
    </Card>
    <Card>
      <Skeleton height={9} />
    </Card>
  </>
);
