import { useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { competitionName } from '@touchline/locales/competition-names';
import type { Banner } from '@touchline/contract/shapes/inbox';
import { takeHome } from '../../lib/home-ahead.ts';
import { callQuery, refreshUser } from '../../lib/query.ts';
import { WalletHead } from '../../features/cashier/wallet-head.tsx';
import { FavouriteStrip } from '../../features/favourites/favourite-strip.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchCardSkeleton, MatchList } from '../../features/match-card/match-list.tsx';
import { SlipDock } from '../../features/slip/slip-dock.tsx';
import { useT, currentLan } from '../../lib/i18n.tsx';
import { useIsDesktop } from '../../lib/screen.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isFreshVisit, Page } from '../../features/frame/page.tsx';
import { HomeMatches } from './home-matches.tsx';
import { NoticeTicker } from './notice-ticker.tsx';
import { CheckInSkeleton } from '../../features/check-in/check-in-skeleton.tsx';
import { Bell } from '../../features/frame/bell.tsx';
import { iconButtonClass } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { configStore } from '../../lib/config.ts';
import { useStore } from '../../lib/use-store.ts';
import { useUser } from '../../lib/user.ts';
import styles from './index.module.css';
import { softened } from '../../features/labels/softened.ts';
import { useNow } from '../../features/labels/time.tsx';
import { inForce } from '../../lib/restriction.ts';
import { BannerSlide } from './banner-slide.tsx';

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

/** Search and notices, in the head of home; on a desktop the notices are over every page. */
const HomeActions = ({ unread }: { unread: number }) => (
  <>
    <Link
      to="/pages/search/search"
      search={{}}
      className={iconButtonClass}
      aria-label={useT()('common.search')}
    >
      <Icon name="search" />
    </Link>
    {!useIsDesktop() && <Bell unread={unread} />}
  </>
);

/** Leads a member who has not accepted the terms in force to them. */
const TermsLine = () => {
  const t = useT();
  const user = useUser();
  const version = useStore(configStore).site?.termsVersion ?? '';
  if (user === undefined || version === '' || user.termsAccepted === version) return null;
  return (
    <Link to="/pages/terms/terms" search={{}} className={styles.terms}>
      <Icon name="info" size="small" />
      <span className={styles.text}>{t('home.terms')}</span>
      <Icon name="forward" size="small" flips />
    </Link>
  );
};

/** Leads to what the house publishes of itself. */
const HouseLine = () => {
  const t = useT();
  return (
    <Link to="/pages/house/house" search={{}} className={styles.terms} data-quiet>
      <Icon name="eye" size="small" />
      <span className={styles.text}>{t('nav.house')}</span>
      <Icon name="forward" size="small" flips />
    </Link>
  );
};

/** Says that the matches are recorded ones played again. */
const ReplayLine = () => {
  const t = useT();
  const replay = useStore(configStore).site?.replay;
  if (replay === undefined) return null;
  const name = competitionName(replay, currentLan());
  return (
    <p className={styles.replay}>
      {replay.speed === 1 ? t('home.replayReal', { name }) : t('home.replay', { name, speed: replay.speed })}
    </p>
  );
};

const shortcuts = [
  { to: '/pages/traderecord/traderecord', icon: 'wallet', label: 'home.go.statement' },
  { to: '/pages/invitationcode/invitationcode', icon: 'team', label: 'home.go.invite' },
  { to: '/pages/information/levels', icon: 'medal', label: 'home.go.levels' },
  { to: '/pages/activity/activity', icon: 'gift', label: 'home.go.activity' },
  { to: '/pages/help/help', icon: 'question', label: 'home.go.help' },
] as const satisfies readonly { to: string; icon: IconName; label: string }[];

/**
 * Links to the most used pages; recharge and withdraw are with the wallet. A member who may not bet is not invited to
 * invite others.
 */
const Shortcuts = () => {
  const t = useT();
  const now = useNow();
  const isRestricted = inForce(useUser()?.restriction, now) !== undefined;
  return (
    <nav className={styles.row} aria-label={t('home.shortcuts')}>
      {shortcuts
        .filter(({ label }) => !isRestricted || label !== 'home.go.invite')
        .map(({ to, icon, label }) => (
          <Link key={to} to={to} search={{}} className={styles.shortcut}>
            <span className={styles.icon}>
              <Icon name={icon} />
            </span>
            <span className={styles.label}>{softened(t(label))}</span>
          </Link>
        ))}
    </nav>
  );
};

const BannerSwiper = lazyPart(async () => (await import('./banner-swiper.tsx')).BannerSwiper, {
  late: true,
});

/** The banners: the first at once, the carousel when they come into sight; nothing where there are none. */
const Banners = ({ banners }: { banners: readonly Banner[] }) => {
  const [isInSight, setInSight] = useState(false);
  const [first] = banners;
  if (first === undefined) return null;
  const still = (
    <div
      className={styles.waiting}
      data-several={banners.length > 1}
      ref={(element) => whenInSight(element, () => setInSight(true))}
    >
      <BannerSlide banner={first} />
    </div>
  );
  if (!isInSight) return still;
  return (
    <Suspense fallback={still}>
      <BannerSwiper banners={banners} />
    </Suspense>
  );
};

/** Calls back once when an element is in sight; returns the way to stop. */
const whenInSight = (element: HTMLElement | null, work: () => void): (() => void) | undefined => {
  if (element === null) return undefined;
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) work();
  });
  observer.observe(element);
  return () => observer.disconnect();
};
