import type { Input } from '@touchline/contract/routes';
import type { Figures, ReportCompetitions, ReportDays } from '@touchline/contract/shapes/office-views';
import type { Currency } from '@touchline/money/currency';
import type { Reports } from '../../betting/index.ts';
import type { PlayUse } from '../../safer-play/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Handlers } from '../../core/handler.ts';
import { csvLine, type CsvCell } from '@touchline/money/csv';
import { competitionsOf } from './competitions.ts';
import { figuresOf, methodsOf, promotionsOf } from './figures.ts';
import { spanOf } from './span.ts';

/** Reports over days, from the ledger's sums by day. */
export const officeReportHandlers = ({
  wallet,
  playUse,
  reports,
  currency,
  timeZone,
}: {
  wallet: Wallet;
  /** Counts the use of safer play; `from` and `to` are days of the site. */
  playUse: (span: { from: string; to: string; timeZone: string }) => Promise<PlayUse>;
  reports: Reports;
  currency: Currency;
  timeZone: string;
}): Pick<Handlers, 'officeReportDays' | 'officeReportExport'> => {
  const sumsOf = (asked: { from: string; to: string }) => wallet.daySums(spanOf(asked), timeZone);

  return {
    officeReportDays: async (asked) => {
      await reports.rollUp();
      const active = await reports.activeMembers(asked);
      const [sums, play] = [await sumsOf(asked), await playUse({ ...asked, timeZone })];
      return {
        list: [...Map.groupBy(sums, ({ day }) => day)].map(([day, own]) => ({
          day,
          ...figuresOf(own, currency),
          members: active.get(day) ?? 0,
        })),
        total: figuresOf(sums, currency),
        methods: methodsOf(sums, currency),
        promotions: promotionsOf(sums, currency),
        play,
      };
    },
    officeReportExport: async ({ table, ...asked }) => {
      const sums = await sumsOf(asked);
      if (table === 'competitions') await reports.rollUp();
      const competitions = table === 'competitions' ? await reports.competitions(asked) : [];
      const report = {
        days: () =>
          [...Map.groupBy(sums, ({ day }) => day)].map(([day, own]) => ({
            day,
            ...cellsOf(figuresOf(own, currency)),
          })),
        methods: () => methodsOf(sums, currency).map(methodCells),
        promotions: () =>
          promotionsOf(sums, currency).map(({ kind, amount, count }) => ({
            kind,
            amount: { decimal: amount },
            count,
          })),
        competitions: () => competitionsOf(competitions, currency).map(competitionCells),
      } satisfies Record<Input<'officeReportExport'>['table'], () => Record<string, CsvCell>[]>;
      const rows = report[table]();
      return {
        name: `${table}-${asked.from}-${asked.to}.csv`,
        csv: [columns[table], ...rows.map((row) => Object.values<CsvCell>(row))].map(csvLine).join(''),
      };
    },
  };
};

const columns = {
  days: [
    'day',
    'recharges',
    'withdrawals',
    'fees',
    'stakes',
    'refunds',
    'payouts',
    'ggr',
    'promotions',
    'commission',
    'ngr',
    'hold_percent',
    'bets',
  ],
  methods: ['rail', 'recharges', 'recharge_count', 'withdrawals', 'withdrawal_count'],
  promotions: ['kind', 'amount', 'count'],
  competitions: ['id', 'competition', 'stakes', 'refunds', 'payouts', 'ggr', 'hold_percent', 'bets'],
};

const cellsOf = (of: Figures): Record<string, CsvCell> => ({
  recharges: { decimal: of.recharges },
  withdrawals: { decimal: of.withdrawals },
  fees: { decimal: of.fees },
  stakes: { decimal: of.stakes },
  refunds: { decimal: of.refunds },
  payouts: { decimal: of.payouts },
  ggr: { decimal: of.ggr },
  promotions: { decimal: of.promotions },
  commission: { decimal: of.commission },
  ngr: { decimal: of.ngr },
  hold: of.hold === undefined ? undefined : { decimal: of.hold },
  bets: of.bets,
});

const methodCells = (one: ReportDays['methods'][number]): Record<string, CsvCell> => ({
  rail: one.rail,
  recharges: { decimal: one.recharges },
  rechargeCount: one.rechargeCount,
  withdrawals: { decimal: one.withdrawals },
  withdrawalCount: one.withdrawalCount,
});

const competitionCells = (of: ReportCompetitions['list'][number]): Record<string, CsvCell> => ({
  id: of.competition?.id,
  name: of.competition?.name,
  stakes: { decimal: of.stakes },
  refunds: { decimal: of.refunds },
  payouts: { decimal: of.payouts },
  ggr: { decimal: of.ggr },
  hold: of.hold === undefined ? undefined : { decimal: of.hold },
  bets: of.bets,
});
