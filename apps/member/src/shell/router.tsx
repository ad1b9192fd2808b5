import { createHashHistory, createRouter } from '@tanstack/react-router';
import { limits } from '@touchline/contract/limits';
import { ErrorView, NotFoundView, PendingView } from './views.tsx';
import { routeTree } from './routes.tsx';
import { parseSearch, stringifySearch } from '@touchline/kit/search';
import { slideBetween } from './slide.ts';

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
