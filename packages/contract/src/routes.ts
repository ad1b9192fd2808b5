import type { RouteName } from './paths.ts';
import type { InputOf, OutputOf, Route } from './route.ts';
import { bookRoutes } from './routes/book.ts';
import { cashierRoutes } from './routes/cashier.ts';
import { memberRoutes } from './routes/members.ts';
import { moneyRoutes } from './routes/money.ts';
import { officeCashierRoutes } from './routes/office-cashier.ts';
import { officeRoutes } from './routes/office.ts';
import { siteRoutes } from './routes/site.ts';

/** Every call of the API; the server refuses to start with a route that has no handler. */
export const routes = {
  ...siteRoutes,
  ...memberRoutes,
  ...moneyRoutes,
  ...cashierRoutes,
  ...bookRoutes,
  ...officeRoutes,
  ...officeCashierRoutes,
} satisfies Record<RouteName, Route>;

export type Routes = typeof routes;
export type Input<N extends RouteName> = InputOf<Routes[N]>;
export type Output<N extends RouteName> = OutputOf<Routes[N]>;
