import type { officeViewRoutes } from '@touchline/contract/routes/office-views';
import type { Currency } from '@touchline/money/currency';
import type { Board } from '../../book/board/board.ts';
import type { Exposure } from '../../book/exposure/service.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Office } from '../service.ts';
import { officeRiskHandlers } from './risk-routes.ts';

/** The rooms of which the office reads something over all members. */
export type OfficeViews = {
  exposure: Exposure;
  board: Board;
  office: Pick<Office, 'names'>;
  currency: Currency;
  timeZone: string;
};

/** What the office reads. */
export const officeViewHandlers = (views: OfficeViews): Pick<Handlers, keyof typeof officeViewRoutes> => ({
  ...officeRiskHandlers(views),
});
