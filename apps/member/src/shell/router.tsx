import { createHashHistory, createRouter } from '@tanstack/react-router';
import { limits } from '@touchline/contract/limits';
import { ErrorView } from './error-view.tsx';
import { NotFoundView } from './not-found-view.tsx';
import { PendingView } from './pending-view.tsx';
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

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  // The library reads the router's type from this interface.
  interface Register {
    router: AppRouter;
  }
}
