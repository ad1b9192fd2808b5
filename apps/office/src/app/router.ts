import { createHashHistory, createRouter } from '@tanstack/react-router';
import { limits } from '@touchline/contract/limits';
import { routeTree } from './routes.tsx';
import { parseSearch } from '@touchline/kit/search';
import { straightRoute } from '@touchline/kit/straight-route';
import { stringifySearch } from '../lib/search.ts';
import { ErrorView, NotFoundView, PendingView } from './views.tsx';

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
