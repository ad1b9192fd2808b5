import { createHashHistory, createRouter } from '@tanstack/react-router';
import { limits } from '@touchline/contract/limits';
import { ErrorView } from './error-view.tsx';
import { NotFoundView } from './not-found-view.tsx';
import { PendingView } from './pending-view.tsx';
import { routeTree } from './routes.tsx';
import { parseSearch } from '@touchline/kit/search';
import { stringifySearch } from '../shell/search.ts';

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
