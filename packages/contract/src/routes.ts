import type { RouteName } from './paths.ts';
import type { InputOf, OutputOf, Route } from './route.ts';
import type { Sendable } from './sendable.ts';
import { accountRoutes } from './routes/account.ts';
import { bookRoutes } from './routes/book.ts';
import { cashierRoutes, moneyRoutes } from './routes/cashier.ts';
import { footballRoutes } from './routes/football.ts';
import { houseRoutes, siteRoutes } from './routes/site.ts';
import { inboxRoutes } from './routes/inbox.ts';
import { liabilityRoutes, proofRoutes } from './routes/proofs.ts';
import { memberRoutes } from './routes/members.ts';
import { officeCashierRoutes } from './routes/office-cashier.ts';
import { officeGrowthRoutes } from './routes/office-growth.ts';
import { officeContentRoutes } from './routes/office-content.ts';
import { officeHouseTextRoutes } from './routes/office-house-texts.ts';
import { officeHouseRoutes, officeViewRoutes } from './routes/office-views.ts';
import { officeImportRoutes } from './routes/office-imports.ts';
import { officeNameRoutes } from './routes/office-names.ts';
import { officeOfferRoutes } from './routes/office-offers.ts';
import { officePeopleRoutes } from './routes/office-people.ts';
import { officeLiabilityRoutes } from './routes/office-liabilities.ts';
import { officeMemberRoutes } from './routes/office-members.ts';
import { officeSettingRoutes } from './routes/office-settings.ts';
import { officeTradingRoutes } from './routes/office-trading.ts';
import { officeSignInRoutes } from './routes/office-sign-in.ts';
import { officeRoutes } from './routes/office.ts';
import { playRoutes } from './routes/play.ts';
import { rewardRoutes, teamRoutes } from './routes/growth.ts';
import { securityRoutes } from './routes/security.ts';

/** Every call of the API; the server refuses to start with a route that has no handler. */
export const routes = {
  ...siteRoutes,
  ...memberRoutes,
  ...accountRoutes,
  ...securityRoutes,
  ...playRoutes,
  ...teamRoutes,
  ...proofRoutes,
  ...houseRoutes,
  ...rewardRoutes,
  ...inboxRoutes,
  ...moneyRoutes,
  ...liabilityRoutes,
  ...cashierRoutes,
  ...bookRoutes,
  ...footballRoutes,
  ...officeSignInRoutes,
  ...officeRoutes,
  ...officeCashierRoutes,
  ...officeContentRoutes,
  ...officeHouseTextRoutes,
  ...officeHouseRoutes,
  ...officeLiabilityRoutes,
  ...officeMemberRoutes,
  ...officePeopleRoutes,
  ...officeGrowthRoutes,
  ...officeTradingRoutes,
  ...officeOfferRoutes,
  ...officeImportRoutes,
  ...officeNameRoutes,
  ...officeViewRoutes,
  ...officeSettingRoutes,
} satisfies Record<RouteName, Route>;

export type Routes = typeof routes;
export type Input<N extends RouteName> = InputOf<Routes[N]>;
export type Output<N extends RouteName> = OutputOf<Routes[N]>;
/** What a client hands over for a call. */
export type CallInput<N extends RouteName> = Sendable<Input<N>>;
