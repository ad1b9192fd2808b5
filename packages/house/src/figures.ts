import { formatAmount } from '@touchline/money/amount';
import { currencyOf } from '@touchline/money/currency';
import { bandCount } from './closing.ts';
import { addDurations, casesIn, noDurations, percentileMs, type Durations } from './durations.ts';
import { refusalReasons, type Delays, type FoldedFigures, type HouseState } from './state.ts';

/** The quantile of the normal distribution for an interval of 95 %. */
const z = 1.959963984540054;

/**
 * The 95 % interval of a share by Wilson (1927), which is honest about few cases too.
 * @param cases above 0
 */
export const wilson = (hits: number, cases: number): { low: number; high: number } => {
  const share = hits / cases;
  const square = (z * z) / cases;
  const middle = share + square / 2;
  const half = z * Math.sqrt((share * (1 - share) + square / 4) / cases);
  // At the ends the rounding of doubles would pass them.
  return {
    low: hits === 0 ? 0 : (middle - half) / (1 + square),
    high: hits === cases ? 1 : (middle + half) / (1 + square),
  };
};

/** Figures are as short as people read them, so that they are the same on every machine. */
const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;

const delaysOf = (counts: Durations): Delays => {
  const p50UpToMs = percentileMs(counts, 50);
  const p95UpToMs = percentileMs(counts, 95);
  return {
    ...(p50UpToMs === undefined ? {} : { p50UpToMs }),
    ...(p95UpToMs === undefined ? {} : { p95UpToMs }),
  };
};

/** An amount in decimals; in minor units where the currency is none that the project knows. */
export const decimal = (minor: bigint, currency: string): string =>
  formatAmount(minor, currencyOf(currency)?.scale ?? 0);

/** The figures after the entries that were read. */
export const figuresOf = (state: Omit<HouseState, 'published'>): FoldedFigures => {
  const months = Object.entries(state.months).sort(([a], [b]) => (a < b ? -1 : 1));
  const currency = state.currency ?? undefined;
  const amount = (minor: bigint): string => decimal(minor, currency ?? '');
  const allPayouts = noDurations();
  const allWithdrawals = noDurations();
  for (const [, month] of months) {
    addDurations(allPayouts, month.payouts);
    addDurations(allWithdrawals, month.withdrawals);
  }
  const { play, days, owed } = state;
  return {
    ...(currency === undefined ? {} : { currency }),
    ...(owed === null || owed === undefined ? {} : { owed }),
    months: months.map(([month]) => month),
    margins: months.flatMap(([month, { markets }]) =>
      Object.entries(markets)
        .filter(([, { bets }]) => bets > 0)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([market, { bets, stake, promised, paid }]) => ({
          month,
          market,
          bets,
          stake: amount(BigInt(stake)),
          promised: amount(BigInt(promised)),
          kept: amount(BigInt(stake) - BigInt(paid)),
        })),
    ),
    calibration: state.bands.map(({ selections, chances, came }, at) => {
      const band = { from: at / bandCount, to: (at + 1) / bandCount, selections, came };
      if (selections === 0) return band;
      const { low, high } = wilson(came, selections);
      return {
        ...band,
        meanChance: rounded(chances / selections / 1_000_000),
        share: rounded(came / selections),
        low: rounded(low),
        high: rounded(high),
      };
    }),
    payouts: {
      bets: casesIn(allPayouts),
      matches: months.reduce((sum, [, { matches }]) => sum + matches, 0),
      ...delaysOf(allPayouts),
      months: months.flatMap(([month, { payouts, matches }]) =>
        matches === 0 ? [] : [{ month, bets: casesIn(payouts), matches, ...delaysOf(payouts) }],
      ),
    },
    withdrawals: {
      paid: casesIn(allWithdrawals),
      ...delaysOf(allWithdrawals),
      months: months.flatMap(([month, { withdrawals }]) =>
        casesIn(withdrawals) === 0 ? [] : [{ month, paid: casesIn(withdrawals), ...delaysOf(withdrawals) }],
      ),
    },
    corrections: { ...state.corrections },
    voids: { ...state.voids },
    refused: refusalReasons
      .map((reason) => ({ reason, count: state.refused[reason] ?? 0 }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count),
    ...(play === null
      ? {}
      : {
          play: {
            day: play.day,
            ...(play.withLimits === null ? {} : { withLimits: play.withLimits }),
            ...(play.excluded === null ? {} : { excluded: play.excluded }),
          },
        }),
    days: days.count,
    ...(days.last === null ? {} : { lastDay: days.last }),
  };
};
