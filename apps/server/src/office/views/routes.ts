import type { officeViewRoutes } from '@touchline/contract/routes/office-views';
import type { Currency } from '@touchline/money/currency';
import type { Board } from '../../book/board/board.ts';
import type { Exposure } from '../../book/exposure/service.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Wallet } from '../../wallet/service.ts';
import type { Office } from '../service.ts';
import { officeLedgerHandlers } from './ledger-routes.ts';
import { officeRiskHandlers } from './risk-routes.ts';

/** The rooms of which the office reads something over all members. */
export type OfficeViews = {
  exposure: Exposure;
  board: Board;
  wallet: Wallet;
  clock: Clock;
  office: Pick<Office, 'names'>;
  currency: Currency;
  timeZone: string;
};

/** What the office reads. */
export const officeViewHandlers = (views: OfficeViews): Pick<Handlers, keyof typeof officeViewRoutes> => ({
  ...officeRiskHandlers(views),
  ...officeLedgerHandlers(views),
});
