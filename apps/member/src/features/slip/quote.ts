import { parseAmount } from '@touchline/money/amount';
import { breakEven, parseOdds, rateOfReturn } from '@touchline/money/odds';
import { potential } from '@touchline/money/payout';
import { stakeMinor } from './keypad.ts';

/** Why a stake cannot be placed as it stands. */
type StakeProblem = 'empty' | 'under_min' | 'over_max' | 'insufficient';

/** All the slip says about a stake at a price. Amounts in minor units, percents as decimal text. */
export type Quote = {
  stakeMinor: bigint;
  receiveMinor: bigint;
  leftMinor: bigint;
  rateOfReturn: string;
  breakEven: string;
  problem: StakeProblem | undefined;
};

export type QuoteInput = {
  /** Stake as typed. */
  stake: string;
  /** Decimal odds as on the wire. */
  odds: string;
  /** Decimal amounts as on the wire; `max` is the tighter of the site's bound and a counter-offer. */
  available: string;
  min: string;
  max: string;
  scale: number;
};

/**
 * Works out a single bet exactly as the book will: payout rounded down once, nothing in floating point.
 * @returns undefined only when the odds are not odds
 */
export function quoteStake(input: QuoteInput): Quote | undefined {
  const oddsMilli = parseOdds(input.odds);
  if (oddsMilli === undefined) return undefined;
  const stake = stakeMinor(input.stake, input.scale) ?? 0n;
  const available = parseAmount(input.available, input.scale, { signed: true }) ?? 0n;
  return {
    stakeMinor: stake,
    receiveMinor: potential(stake, [oddsMilli]),
    leftMinor: available - stake,
    rateOfReturn: rateOfReturn(oddsMilli),
    breakEven: breakEven(oddsMilli),
    problem: problemOf(stake, available, input),
  };
}

function problemOf(stake: bigint, available: bigint, input: QuoteInput): StakeProblem | undefined {
  const min = parseAmount(input.min, input.scale);
  const max = parseAmount(input.max, input.scale);
  if (stake === 0n) return 'empty';
  if (min !== undefined && stake < min) return 'under_min';
  if (max !== undefined && stake > max) return 'over_max';
  if (stake > available) return 'insufficient';
  return undefined;
}

/** The smaller of two amounts of the wire; a text that is no amount does not count. */
export function tighter(a: string, b: string | undefined, scale: number): string {
  const [left, right] = [parseAmount(a, scale), b === undefined ? undefined : parseAmount(b, scale)];
  if (b === undefined || right === undefined) return a;
  return left === undefined || right < left ? b : a;
}
