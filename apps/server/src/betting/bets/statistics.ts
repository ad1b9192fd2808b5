import type { BetStatistics, BetSums } from '@touchline/contract/shapes/statistics';
import { formatAmount } from '@touchline/money/amount';
import { formatOdds } from '@touchline/money/odds';
import type { Queryable } from '../../core/database/database.ts';
import { dayAfter, momentOf } from '../../core/local-time.ts';
import type { Owner } from '../../core/owner.ts';
import { Refused } from '../../core/refusal.ts';
import { readNames } from '../../pricing/index.ts';
import { isDay } from '../../catalogue/index.ts';
import * as queries from './statistics-queries.ts';
import { bandsMilli, type LuckRow, type SumRow } from './statistics-queries.ts';

/** Ninety-five of a hundred results lie within this number of standard deviations. */
const DEVIATIONS = 1.96;

/** Minor units as text, below zero with a minus. */
export type Money = (minor: bigint) => string;

/**
 * Compares returns with the expected ones, and gives the differences that chance alone explains.
 * @param row minor units, its variance in their squares
 * @returns undefined where no bet has an expected return
 */
export const luckOf = (row: LuckRow | undefined, money: Money): BetStatistics['luck'] => {
  if (row === undefined || row.bets === 0) return undefined;
  const whole = (minor: number): bigint => BigInt(Math.round(minor));
  const [expected, returns] = [whole(row.expected), whole(row.returns)];
  const spread = whole(DEVIATIONS * Math.sqrt(row.variance));
  return {
    bets: row.bets,
    stakes: money(whole(row.stakes)),
    expected: money(expected),
    returns: money(returns),
    difference: money(returns - expected),
    low: money(-spread),
    high: money(spread),
  };
};

const toSums = ({ bets, won, stakes, returns }: SumRow, money: Money): BetSums => ({
  bets,
  won,
  stakes: money(stakes),
  returns: money(returns),
  net: money(returns - stakes),
});

/** The ends of a band of prices by its number. */
const bandOf = (number: number): { from?: string; to?: string } => {
  const [from, to] = [bandsMilli[number - 1], bandsMilli[number]];
  return {
    ...(from !== undefined && { from: formatOdds(from) }),
    ...(to !== undefined && { to: formatOdds(to) }),
  };
};

const nothing: SumRow = { kind: 'all', name: null, bets: 0, won: 0, stakes: 0n, returns: 0n };
const types = ['single', 'accumulator', 'system'] as const;

export type Statistics = (
  owner: Owner,
  days: { from?: string | undefined; to?: string | undefined },
) => Promise<BetStatistics>;

/**
 * A member's settled bets in figures, computed from the bets at each call.
 * @param options.timeZone the site's, in which days are meant
 */
export const createStatistics =
  ({ pool, scale, timeZone }: { pool: Queryable; scale: number; timeZone: string }): Statistics =>
  async (owner, { from, to }) => {
    const money: Money = (minor) =>
      minor < 0n ? `-${formatAmount(-minor, scale)}` : formatAmount(minor, scale);
    for (const [field, day] of Object.entries({ from, to })) {
      if (day !== undefined && !isDay(day)) throw new Refused('validation', { rules: { [field]: 'format' } });
    }
    const span = {
      since: from === undefined ? undefined : momentOf(from, '00:00', timeZone),
      before: to === undefined ? undefined : momentOf(dayAfter(to, 1), '00:00', timeZone),
    };
    const [rows, leftOut, luck] = await Promise.all([
      queries.selectSums(pool, owner, span),
      queries.selectLeftOut(pool, owner, span),
      queries.selectLuck(pool, owner, span),
    ]);
    const of = (kind: SumRow['kind']): (SumRow & { name: string })[] =>
      rows.flatMap((row) => (row.kind === kind && row.name !== null ? [{ ...row, name: row.name }] : []));
    const competitions = of('competition');
    const names = await queries.selectNamed(
      pool,
      competitions.map(({ name }) => name),
    );
    return {
      total: toSums(rows.find(({ kind }) => kind === 'all') ?? nothing, money),
      open: { bets: leftOut.open, stakes: money(leftOut.openStakes) },
      refunded: { bets: leftOut.refunded, stakes: money(leftOut.refundedStakes) },
      types: types.flatMap((type) =>
        of('type')
          .filter(({ name }) => name === type)
          .map((row) => ({ type, ...toSums(row, money) })),
      ),
      markets: of('market').map((row) => ({ market: row.name, ...toSums(row, money) })),
      competitions: competitions.flatMap((row) =>
        names
          .filter(({ id }) => id === row.name)
          .map(({ id, name, names: other }) => ({
            competition: { id, name, names: readNames(other) },
            ...toSums(row, money),
          })),
      ),
      bands: of('band')
        .toSorted((a, b) => Number(a.name) - Number(b.name))
        .map((row) => ({ ...bandOf(Number(row.name)), ...toSums(row, money) })),
      luck: luckOf(luck, money),
    };
  };
