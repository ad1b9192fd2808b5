import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { limits } from '@touchline/contract/limits';
import { parseSearch, searchOf, stringifySearch } from '@touchline/kit/search';
import { Suspense } from 'react';
import { isSignedIn } from '../lib/session.ts';
import { arePagesClosed } from '../lib/public-pages.ts';
import { Mask } from '../ui/mask.tsx';
import { ToastRegion } from '../ui/toast.tsx';
import { type PageRecord, pages } from './pages.ts';
import { PlayWatch } from '../features/frame/play-watch.tsx';
import { ErrorView, NotFoundView, PendingView } from './views.tsx';
import { slideBetween } from './slide.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useIsDesktop } from '../lib/screen.ts';
import styles from './app.module.css';

const root = createRootRoute({
  validateSearch: searchOf,
  component: () => (
    <>
      <DesktopBefore />
      <Outlet />
      <DesktopBehind />
      <Mask />
      <ToastRegion />
      <PlayWatch />
    </>
  ),
});

/** Where a navigation leads. */
type Target = { location: { href: string; pathname: string } };

/** Pages for members: a visitor without a token is sent to sign in, and then returns to the page. */
const membersOnly = ({ location }: Target): void => {
  if (isSignedIn()) return;
  const search: Record<string, string> = location.pathname === '/' ? {} : { to: location.href };
  throw redirect({ to: '/pages/login/login', search, replace: true });
};

/** Pages for visitors: a member who opens one is home already. */
const visitorsOnly = (): void => {
  if (isSignedIn()) throw redirect({ to: '/', search: {}, replace: true });
};

/** Pages that the site may keep from visitors. */
const readersOnly = (to: Target): void => {
  if (arePagesClosed()) membersOnly(to);
};

const checks: Record<PageRecord['access'], (to: Target) => void> = {
  members: membersOnly,
  visitors: visitorsOnly,
  public: readersOnly,
  all: () => undefined,
};

const routeOf = ({ path, page, access }: PageRecord) =>
  createRoute({ getParentRoute: () => root, path, component: page, beforeLoad: checks[access] });

/** The routes of all pages. */
const routeTree = root.addChildren(pages.map((page) => routeOf(page)));

/** The router over the hash of the address. The query before the hash must be gone when it is made. */
export const createAppRouter = () =>
  createRouter({
    routeTree,
    history: createHashHistory(),
    parseSearch,
    stringifySearch,
    defaultPendingMs: limits.loadingDelayMs,
    defaultPendingMinMs: 0,
    defaultPreload: 'intent',
    defaultPendingComponent: PendingView,
    defaultErrorComponent: ErrorView,
    defaultNotFoundComponent: NotFoundView,
    defaultViewTransition: {
      types: ({ fromLocation, toLocation }) => slideBetween(fromLocation, toLocation),
    },
  });

declare module '@tanstack/react-router' {
  // The library reads the router's type from this interface.
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

// What surrounds the page on a desktop; a phone fetches none of it.
const Head = lazyPart(async () => (await import('./desktop-head.tsx')).DesktopHead);
const MatchesSide = lazyPart(async () => (await import('./matches-side.tsx')).MatchesSide);
const SlipSide = lazyPart(async () => (await import('./slip-side.tsx')).SlipSide);

/** Before the page: the head, and the filters of matches. */
const DesktopBefore = () => {
  if (!useIsDesktop()) return null;
  return (
    <>
      <div className={styles.top}>
        <Suspense>
          <Head />
        </Suspense>
      </div>
      <div className={styles.before}>
        <Suspense>
          <MatchesSide />
        </Suspense>
      </div>
    </>
  );
};

/** Behind the page: the slip and the open bets. */
const DesktopBehind = () => {
  if (!useIsDesktop()) return null;
  return (
    <div className={styles.behind}>
      <Suspense>
        <SlipSide />
      </Suspense>
    </div>
  );
};
