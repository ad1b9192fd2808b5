import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue } from 'react';
import type { EventDetail } from '@touchline/contract/shapes/football';
import { CallError } from '@touchline/client/errors';
import { callQuery } from '../../api/query.ts';
import { InsightSkeleton } from '../../features/football/insight-skeleton.tsx';
import { StarButton } from '../../features/stars/star-button.tsx';
import { isOver } from '../../features/live/event-patch.ts';
import { useLivePrices } from '../../features/live/use-live-prices.ts';
import { matchName } from '../../features/labels/match-name.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { usePageDraft } from '../../features/builder/use-draft.ts';
import { SlipDock } from '../../features/slip/slip-dock.tsx';
import { useT } from '../../state/i18n.tsx';
import { useSoonAll } from '../../frame/use-soon-all.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Page } from '../../frame/page.tsx';
import type { PageSearch } from '@touchline/kit/search';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EventBetting, EventDock } from './event-betting.tsx';
import { EventHeader } from './event-header.tsx';
import { EventHistory } from './event-history.tsx';
import { EventOff, EventResult, EventVoids } from './event-result.tsx';
import { EventSkeleton } from './event-skeleton.tsx';

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
