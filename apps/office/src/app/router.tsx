import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { limits } from '@touchline/contract/limits';
import { straightRoute } from '@touchline/kit/straight-route';
import { stringifySearch } from '../lib/search.ts';
import { sessionStore } from '../lib/session.ts';
import { Frame } from './frame.tsx';
import { type OfficePlace, places } from '../lib/places.ts';
import { opens } from '../lib/rights.ts';
import { parseSearch, searchOf } from '@touchline/kit/search';
import { ErrorView, ForbiddenView, NotFoundView, PendingView } from './views.tsx';

const root = createRootRoute({ validateSearch: searchOf, component: Outlet });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in.tsx'), 'SignInPage'),
  beforeLoad: () => {
    if (sessionStore.read() !== undefined) throw redirect({ to: '/', search: {}, replace: true });
  },
});

const first = createRoute({
  getParentRoute: () => root,
  path: '/first',
  component: lazyRouteComponent(() => import('../pages/sign-in/first.tsx'), 'FirstPage'),
});

const password = createRoute({
  getParentRoute: () => root,
  path: '/password',
  component: lazyRouteComponent(() => import('../pages/sign-in/choose-password.tsx'), 'ChoosePasswordPage'),
});

const access = createRoute({
  getParentRoute: () => root,
  path: '/access',
  component: lazyRouteComponent(() => import('../pages/sign-in/ask-access.tsx'), 'AskAccessPage'),
});
/** Everything within the office: without a session one signs in first, and comes back to where one meant to go. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Frame,
  beforeLoad: ({ location }) => {
    if (sessionStore.read() !== undefined) return;
    const search: Record<string, string> = location.pathname === '/' ? {} : { to: location.href };
    throw redirect({ to: '/sign-in', search, replace: true });
  },
});

/** The account of the operator, which the menu of the account leads to; every operator may open it. */
const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  component: lazyRouteComponent(() => import('../pages/account/account.tsx'), 'AccountPage'),
});

/** A page for operators who may make its call; others read that it is not theirs. */
const placeRoute = ({ path, page: Page, right }: OfficePlace) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    component: Object.assign(() => (opens(sessionStore.read(), right) ? <Page /> : <ForbiddenView />), {
      preload: async () => Page.preload?.(),
    }),
  });

/** The former address of a member's safer play; its links lead to the member. */
const formerPlay = createRoute({
  getParentRoute: () => inside,
  path: '/play',
  beforeLoad: ({ search }) => {
    const { member = '' } = searchOf(search);
    throw redirect({ to: '/members', search: { member, tab: member === '' ? '' : 'play' }, replace: true });
  },
});

/** Every page of the office. */
const routeTree = root.addChildren([
  signIn,
  first,
  password,
  access,
  inside.addChildren([account, formerPlay, ...places.map((place) => placeRoute(place))]),
]);

/** Writes the address of a page as it was meant, however a link was bent on its way. */
const straighten = (): void => {
  const { path, query } = straightRoute(location.hash);
  const address = `#${path}${query.size === 0 ? '' : `?${query.toString()}`}`;
  if (address !== location.hash) history.replaceState(history.state, '', address);
};
straighten();
addEventListener('popstate', straighten);

/** The router over the hash of the address. */
export const router = createRouter({
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
});

declare module '@tanstack/react-router' {
  // The library reads the router's type from this interface.
  interface Register {
    router: typeof router;
  }
}
