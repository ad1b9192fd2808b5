import { useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue } from 'react';
import { takeHome } from '../../lib/home-ahead.ts';
import { callQuery, refreshUser } from '../../lib/query.ts';
import { WalletHead } from '../../features/cashier/wallet-head.tsx';
import { FavouriteStrip } from '../../features/favourites/favourite-strip.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchCardSkeleton } from '../../features/match-card/match-card-skeleton.tsx';
import { MatchList } from '../../features/match-card/match-list.tsx';
import { SlipDock } from '../../features/slip/slip-dock.tsx';
import { useT } from '../../lib/i18n.tsx';
import { useIsDesktop } from '../../lib/screen.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isFreshVisit, Page } from '../../features/frame/page.tsx';
import { Banners } from './banners.tsx';
import { HomeActions } from './home-actions.tsx';
import { HomeMatches } from './home-matches.tsx';
import { HouseLine, ReplayLine, TermsLine } from './home-notes.tsx';
import { NoticeTicker } from './notice-ticker.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { CheckInSkeleton } from '../../features/check-in/check-in-skeleton.tsx';

const CheckInCard = lazyPart(
  async () => (await import('../../features/check-in/check-in-card.tsx')).CheckInCard,
  { late: true },
);

/** The check-in of the day, while there is one. */
const CheckIn = ({ open }: { open: boolean }) =>
  open ? (
    <Suspense fallback={<CheckInSkeleton />}>
      <CheckInCard />
    </Suspense>
  ) : null;

const OpenBets = lazyPart(
  async () => (await import('../../features/open-bets/open-bets-strip.tsx')).OpenBetsStrip,
  { late: true },
);

/** Home as it was asked for while this code was on its way, else asked for now. */
const homeQuery = () => {
  const query = callQuery('home', {});
  return {
    ...query,
    queryFn: async (given: { signal: AbortSignal }) => (await takeHome()) ?? query.queryFn(given),
  };
};

/** Home: the wallet, the ways to other pages, what the house says, what is being played and what comes next. */
export const HomePage = () => {
  const t = useT();
  const home = useQuery(homeQuery());
  // Its many cards render in slices, so that a tap in the meantime does not wait for all of them.
  const shown = useDeferredValue(home.data);
  const isDesktop = useIsDesktop();
  // The frame first, then what is in it: together they would keep a slow phone from answering.
  const isFramed = useDeferredValue(true, !isFreshVisit());
  const refresh = () => Promise.all([home.refetch(), refreshUser()]);
  return (
    <Page
      title={t('nav.home')}
      brand
      tab="home"
      layout="wide"
      dock={<SlipDock />}
      onRefresh={refresh}
      action={<HomeActions unread={home.data?.unread ?? 0} />}
    >
      {!isFramed && <div aria-busy="true" />}
      {isFramed && (
        <>
          <ReplayLine />
          <TermsLine />
          <WalletHead actions brief />
          <Shortcuts />
          {shown !== undefined && (
            <>
              <NoticeTicker notices={shown.notices} />
              {/* A desktop has them next to every page. */}
              {shown.openBets > 0 && !isDesktop && (
                <Suspense fallback={<Skeleton height={9} />}>
                  <OpenBets />
                </Suspense>
              )}
              <FavouriteStrip />
              <HomeMatches home={shown}>
                <Banners banners={shown.banners} />
                <CheckIn open={shown.checkIn.open} />
                <HouseLine />
              </HomeMatches>
            </>
          )}
          {shown === undefined && !home.isError && (
            <MatchList>
              <MatchCardSkeleton />
              <MatchCardSkeleton />
              <MatchCardSkeleton />
            </MatchList>
          )}
          {home.isError && home.data === undefined && (
            <LoadFailure error={home.error} onRetry={home.refetch} />
          )}
        </>
      )}
    </Page>
  );
};
