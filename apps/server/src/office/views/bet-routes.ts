import type { Currency } from '@touchline/money/currency';
import type { Records, Reports } from '../../betting/index.ts';
import type { Handlers } from '../../core/handler.ts';
import type { Office } from '../service.ts';
import { memberName } from '../wire.ts';
import { competitionsOf } from './competitions.ts';
import { spanOf } from './span.ts';
import { pageOf } from '../../core/pages.ts';

/** Bets of all members: the largest, and sums by competition. */
export const officeBetHandlers = ({
  reports,
  records,
  office,
  currency,
}: {
  reports: Pick<Reports, 'rollUp' | 'largeBets' | 'competitions'>;
  records: Pick<Records, 'byKeys'>;
  office: Pick<Office, 'names'>;
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
