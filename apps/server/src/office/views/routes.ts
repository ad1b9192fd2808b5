import type { officeViewRoutes } from '@touchline/contract/routes/office-views';
import type { Currency } from '@touchline/money/currency';
import { pageOf } from '../../core/pages.ts';
import type { Board } from '../../pricing/index.ts';
import type { Exposure, Records, Reports } from '../../betting/index.ts';
import type { PlayUse } from '../../safer-play/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Handlers } from '../../core/handler.ts';
import type { Clock } from '../../core/clock.ts';
import type { Office } from '../service.ts';
import { memberName } from '../wire.ts';
import { competitionsOf } from './competitions.ts';
import { officeLedgerHandlers } from './ledger-routes.ts';
import { officeReportHandlers } from './report-routes.ts';
import { officeRiskHandlers } from './risk-routes.ts';
import { spanOf } from './span.ts';
import { officeTodayHandlers, type TodayModules } from './today-routes.ts';

/** The modules that the views of the office read. */
export type OfficeViews = TodayModules & {
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

/** Bets of all members: the largest, and sums by competition. */
const officeBetHandlers = ({
  reports,
  records,
  office,
  currency,
}: {
  reports: Reports;
  records: Records;
  office: Office;
  currency: Currency;
}): Pick<Handlers, 'officeBigBets' | 'officeReportCompetitions'> => ({
  officeBigBets: async (input) => {
    const { page, slice } = pageOf(input);
    await reports.rollUp();
    const found = await reports.largeBets({ ...slice, limit: slice.limit + 1 });
    const rows = found.slice(0, slice.limit);
    const names = await office.names({ operators: [], members: rows.map(({ memberId }) => memberId) });
    const bets = await records.byKeys(rows);
    const list = rows.flatMap(({ betId, memberId }) => {
      const bet = bets.get(betId);
      return bet === undefined ? [] : [{ bet, member: memberName(names, memberId) }];
    });
    return { list, ...page, more: found.length > rows.length };
  },
  officeReportCompetitions: async (asked) => {
    const span = spanOf(asked);
    await reports.rollUp();
    return { list: competitionsOf(await reports.competitions(span), currency) };
  },
});
