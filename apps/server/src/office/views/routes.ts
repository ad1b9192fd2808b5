import type { officeViewRoutes } from '@touchline/contract/routes/office-views';
import type { Currency } from '@touchline/money/currency';
import type { Board } from '../../pricing/index.ts';
import type { Exposure, Records, Reports } from '../../betting/index.ts';
import type { PlayUse } from '../../safer-play/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Handlers } from '../../core/handler.ts';
import type { Clock } from '../../core/clock.ts';
import type { Office } from '../service.ts';
import { officeBetHandlers } from './bet-routes.ts';
import { officeLedgerHandlers } from './ledger-routes.ts';
import { officeReportHandlers } from './report-routes.ts';
import { officeRiskHandlers } from './risk-routes.ts';
import { officeTodayHandlers, type TodayRooms } from './today-routes.ts';

/** The modules that the views of the office read. */
export type OfficeViews = TodayRooms & {
  exposure: Exposure;
  board: Board;
  records: Records;
  reports: Reports;
  wallet: Wallet;
  clock: Clock;
  office: Office;
  playUse: (span: { from: string; to: string; timeZone: string }) => Promise<PlayUse>;
  currency: Currency;
  timeZone: string;
};

/** The reading calls of the office. */
export const officeViewHandlers = (views: OfficeViews): Pick<Handlers, keyof typeof officeViewRoutes> => ({
  ...officeTodayHandlers(views),
  ...officeReportHandlers(views),
  ...officeBetHandlers(views),
  ...officeRiskHandlers(views),
  ...officeLedgerHandlers(views),
});
