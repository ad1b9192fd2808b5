import { createHashHistory, createRouter } from '@tanstack/react-router';
import { limits } from '@touchline/contract/limits';
import { routeTree } from './routes.tsx';
import { parseSearch } from '@touchline/kit/search';
import { stringifySearch } from '../shell/search.ts';
import { ErrorView, NotFoundView, PendingView } from './views.tsx';

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
