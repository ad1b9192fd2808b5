import { outcomeOfAbandoned } from '@touchline/football/abandoned';
import { grade, UnknownBet } from '@touchline/football/grade';
import { isWithin, type Result } from '@touchline/football/score';
import { marketOf } from '@touchline/football/markets';
import { ImpossibleScore } from '@touchline/football/check-scores';
import type { JsonObject } from '@touchline/verify/canonical-json';
import { durationsOf, type Durations } from './durations.ts';
import {
  amountOf,
  countOf,
  countOrNull,
  listOf,
  parseScore,
  textOf,
  textOrNull,
  timeOf,
  timeOrNull,
} from './fields.ts';

/** Bets of a market that end alike. Amounts in minor units. */
type Row = { bets: number; stake: bigint; potential: bigint; paid: bigint; outcome: string | null };
/** Bets on one selection. */
type SelectionRow = Row & { market: string; line: string; selection: string; since: string };

/** Sums of the bets of a market: `paid` with what was taken for good and what was sold before the end. */
export type MarketSum = { market: string; bets: number; stake: bigint; promised: bigint; paid: bigint };

/** Sums of the bets of a match under one ruling, as in an entry `match_totals`. */
export type PublicTotals = {
  event: string;
  /** The ruling. */
  version: number;
  currency: string;
  time: string;
  fullTime: string | null;
  /** The version of the result that counts. */
  result: number | null;
  bets: number;
  /** Settlements of bets that had been settled before. */
  again: number;
  /** By market; bets of several legs under `multiple`, those of markets with few bets under `few`. */
  markets: readonly MarketSum[];
  rows: readonly SelectionRow[];
  others: readonly Row[];
  /** Bets and parts of bets that ended before their selection was settled: sold, or returned to an excluded member. */
  early: { bets: number; stake: bigint; paid: bigint };
  /** What corrections could not take back, and members kept. */
  lost: bigint;
  delays: Durations;
};

/** A row of fewer bets is not published alone. */
export const fewestBets = 5;
/** Bets with several legs, among markets. */
export const multipleMarket = 'multiple';
/** Markets with fewer than `fewestBets` bets, together. */
export const fewMarket = 'few';

/** Reads an entry `match_totals`. @throws Malformed */
export const matchTotalsOf = (entry: JsonObject): PublicTotals => ({
  event: textOf(entry, 'event'),
  version: countOf(entry, 'version'),
  currency: textOf(entry, 'currency'),
  time: timeOf(entry, 'time'),
  fullTime: timeOrNull(entry, 'fullTime'),
  result: countOrNull(entry, 'result'),
  bets: countOf(entry, 'bets'),
  again: countOf(entry, 'again'),
  markets: listOf(entry, 'markets').map((one) => ({
    market: textOf(one, 'market'),
    bets: countOf(one, 'bets'),
    stake: amountOf(one, 'stake'),
    promised: amountOf(one, 'promised'),
    paid: amountOf(one, 'paid'),
  })),
  rows: listOf(entry, 'rows').map((one) => ({
    ...rowOf(one),
    market: textOf(one, 'market'),
    line: textOf(one, 'line'),
    selection: textOf(one, 'selection'),
    since: textOf(one, 'since'),
  })),
  others: listOf(entry, 'others').map(rowOf),
  early: earlyOf(entry),
  lost: amountOf(entry, 'lost'),
  delays: durationsOf(entry, 'delays'),
});

const rowOf = (one: JsonObject): Row => ({
  bets: countOf(one, 'bets'),
  stake: amountOf(one, 'stake'),
  potential: amountOf(one, 'potential'),
  paid: amountOf(one, 'paid'),
  outcome: textOrNull(one, 'outcome'),
});

const earlyOf = (entry: JsonObject): PublicTotals['early'] => {
  const [early] = listOf({ early: [entry['early'] ?? null] }, 'early');
  return {
    bets: countOf(early ?? {}, 'bets'),
    stake: amountOf(early ?? {}, 'stake'),
    paid: amountOf(early ?? {}, 'paid'),
  };
};

/** What is public of the ruling by which a match was settled. */
export type PublicRuling = {
  /** Missing without a result. */
  result: { outcome: string; score: Result } | undefined;
  /** Whether a void of the match, or of one of its markets, was in force. */
  hasVoid: (market: string) => boolean;
};

/**
 * Holds the totals of a match against its public result: each selection is graded again, and what was paid must be what its odds
 * and outcome make, within one minor unit a bet where halves are rounded.
 * @param ruling undefined: the log has no such ruling
 * @returns what is wrong, each in a sentence
 */
export const checkMatchTotals = (totals: PublicTotals, ruling: PublicRuling | undefined): string[] => {
  const wrong: string[] = [];
  if (ruling === undefined) return [`no ruling ${totals.version} is in the log before it`];
  for (const row of totals.rows) {
    const name = `${row.market} ${row.line} ${row.selection} ${row.since}`.replaceAll(/ +/g, ' ').trim();
    if (row.bets < fewestBets) wrong.push(`${name} has ${row.bets} bets`);
    if (!isOutcomeTrue(row, ruling)) wrong.push(`${name} is "${row.outcome}" against its result`);
    if (!isPaidTrue(row)) wrong.push(`${name} paid ${row.paid} as "${row.outcome}"`);
  }
  for (const row of totals.others)
    if (!isPaidTrue(row)) wrong.push(`other bets paid ${row.paid} as "${row.outcome}"`);
  const ends = [...totals.rows, ...totals.others];
  const single = totals.markets.filter(({ market }) => market !== multipleMarket);
  const stake = sumOf(ends, 'stake') + totals.early.stake;
  if (sumOf(single, 'stake') !== stake)
    wrong.push(`markets have stakes of ${sumOf(single, 'stake')}, selections of ${stake}`);
  const paid = sumOf(ends, 'paid') + totals.early.paid + totals.lost;
  if (sumOf(single, 'paid') !== paid) wrong.push(`markets paid ${sumOf(single, 'paid')}, selections ${paid}`);
  const bets = totals.markets.reduce((sum, one) => sum + one.bets, 0);
  if (bets !== totals.bets) wrong.push(`markets have ${bets} bets, the match ${totals.bets}`);
  for (const { market, stake: staked, promised } of totals.markets)
    if (promised < 0n || promised > staked || staked < 0n)
      wrong.push(`${market} promised ${promised} of ${staked}`);
  return wrong;
};

const sumOf = <Name extends string>(list: readonly Record<Name, bigint>[], name: Name): bigint =>
  list.reduce((sum, one) => sum + one[name], 0n);

/** Whether a selection ended as its row says, by the public result. A void needs a ruling that says so. */
const isOutcomeTrue = (row: SelectionRow, { result, hasVoid }: PublicRuling): boolean => {
  if (row.outcome === 'void' && hasVoid(row.market)) return true;
  if (result === undefined) return false;
  const { outcome: ended, score } = result;
  if (ended === 'postponed' || ended === 'cancelled') return row.outcome === 'void';
  const { market, selection } = row;
  const line = row.line === '' ? undefined : row.line;
  const since = row.since === '' ? undefined : parseScore(row.since);
  try {
    if (ended !== 'abandoned') return grade(market, selection, line, score, since) === row.outcome;
    const stopped = score.ft ?? score.ht ?? { home: 0, away: 0 };
    const ofPeriod = marketOf(market)?.period === 'ht' ? score.ht : score.ft;
    if (since !== undefined && !isWithin(since, ofPeriod ?? stopped)) return row.outcome === 'void';
    return (
      outcomeOfAbandoned({ market, selection, line, since }, { score: stopped, ht: score.ht }) === row.outcome
    );
  } catch (error) {
    if (error instanceof UnknownBet || error instanceof ImpossibleScore) return false;
    throw error;
  }
};

/** Whether stakes and full returns lead to what was paid. A mixed row can have paid anything up to its full returns. */
const isPaidTrue = ({ outcome, bets, stake, potential, paid }: Row): boolean => {
  if (stake < 0n || potential < stake || paid < 0n) return false;
  if (outcome === 'win') return paid === potential;
  if (outcome === 'lose') return paid === 0n;
  if (outcome === 'push' || outcome === 'void') return paid === stake;
  if (outcome === 'half-win') return isNear(2n * paid, stake + potential, bets);
  if (outcome === 'half-lose') return isNear(2n * paid, stake, bets);
  return outcome === null && paid <= potential;
};

/** Whether twice what was paid is twice what was due, each bet rounded to a minor unit. */
const isNear = (twicePaid: bigint, twiceDue: bigint, bets: number): boolean => {
  const difference = twiceDue - twicePaid;
  return difference <= 2n * BigInt(bets) && difference >= -2n * BigInt(bets);
};
