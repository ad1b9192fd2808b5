import type { Minor } from '@touchline/money/amount';
import { factorOf } from '@touchline/money/factor';
import type { Factor } from '@touchline/money/factor';
import { payout } from '@touchline/money/payout';
import { systemFactor } from '@touchline/money/system';
import { CELL_COUNT, cellOutcomes, isBeyondLead, LEAD_MOST } from './exposure-cells.ts';
import { graderOf } from './grade.ts';
import type { Leg } from './grade.ts';
import type { Outcome } from './market.ts';
import { worstByCell } from './worst-case.ts';
import type { Reached } from './worst-case.ts';

/**
 * What the house loses on an event by how it ends: payouts less stakes in minor units, one number per cell
 * (exposure-cells.ts), negative where the house gains. Exposures of bets add up cell by cell.
 *
 * Numbers rather than bigints, for the sums are in the path of every bet: whole numbers up to 2^53 are exact, and no
 * cell may pass 2^51, so that the three cells of a score add up exactly too.
 */
export type Exposure = Float64Array;

const MOST_MINOR = 2 ** 51;

/** What a bet pays per unit of its stake on one line, by how this leg ends. */
export type LegFactors = Readonly<Record<Outcome, Factor>>;

/** A bet as one of its legs sees it. A single or accumulator has one line. */
export type LegStake = { unitMinor: Minor; lines: number; factors: LegFactors };

/** An exposure that could not be kept exactly. */
export class BeyondCells extends RangeError {
  constructor(problem: string) {
    super(problem);
    this.name = 'BeyondCells';
  }
}

/** The exposure of an event without bets. */
export function emptyExposure(): Exposure {
  return new Float64Array(CELL_COUNT);
}

/**
 * Reads a stored exposure.
 * @throws BeyondCells when there are not as many numbers as cells, or one is not exact
 */
export function exposureFrom(cells: readonly (number | bigint)[]): Exposure {
  const exposure = Float64Array.from(cells, Number);
  const isExact = exposure.every((minor) => Number.isInteger(minor) && Math.abs(minor) <= MOST_MINOR);
  if (exposure.length !== CELL_COUNT || !isExact) throw new BeyondCells('not an exposure');
  return exposure;
}

/**
 * What a bet pays by how one of its legs ends, all its other legs won: so an accumulator or system counts at each of
 * its matches with the most it can still cost there.
 * @param bet.k legs per line, 1 for a single, the number of legs for an accumulator
 * @param bet.oddsMilli odds of every leg in thousandths
 * @param bet.place which of them is this leg
 * @throws RangeError when k is not in 1 … legs, or odds are none
 */
export function legFactors(bet: { k: number; oddsMilli: readonly number[]; place: number }): LegFactors {
  const by = (outcome: Outcome) =>
    systemFactor(
      bet.k,
      bet.oddsMilli.map((odds, index) => factorOf(index === bet.place ? outcome : 'win', odds)),
    );
  return {
    win: by('win'),
    'half-win': by('half-win'),
    push: by('push'),
    'half-lose': by('half-lose'),
    lose: by('lose'),
  };
}

/**
 * The exposure of one bet at the match of one of its legs.
 * @param leg `line` of the selected side; `since` for a handicap struck in play
 * @throws UnknownBet for a market, selection or line that does not exist
 * @throws BeyondCells for a handicap struck at a longer lead than LEAD_MOST, or an amount of 2^51 minor units
 */
export function exposureOf(leg: Leg, stake: LegStake): Exposure {
  const { from, outcomes } = outcomesOf(leg);
  const loss: Record<Outcome, number> = {
    win: lossOf(stake, 'win'),
    'half-win': lossOf(stake, 'half-win'),
    push: lossOf(stake, 'push'),
    'half-lose': lossOf(stake, 'half-lose'),
    lose: lossOf(stake, 'lose'),
  };
  const exposure = emptyExposure();
  for (const [index, outcome] of outcomes.entries()) exposure[from + index] = loss[outcome];
  return exposure;
}

function outcomesOf(leg: Leg): ReturnType<typeof cellOutcomes> {
  const { since } = leg;
  if (since !== undefined && isBeyondLead(since)) {
    throw new BeyondCells(`a lead of more than ${LEAD_MOST} goals: ${since.home}-${since.away}`);
  }
  return cellOutcomes(graderOf(leg));
}

function lossOf({ unitMinor, lines, factors }: LegStake, outcome: Outcome): number {
  const minor = Number(payout(unitMinor, factors[outcome]) - unitMinor * BigInt(lines));
  if (Math.abs(minor) > MOST_MINOR) throw new BeyondCells(`too much for one bet: ${minor}`);
  return minor;
}

/**
 * The exposure with a bet's own added, or taken off again when it is settled or cashed out.
 * @throws BeyondCells when a cell passes 2^51 minor units
 */
export function addExposure(exposure: Exposure, bet: Exposure, sign: 1 | -1 = 1): Exposure {
  return exposure.map((minor, index) => {
    const sum = minor + sign * (bet[index] ?? 0);
    if (Math.abs(sum) > MOST_MINOR) throw new BeyondCells(`too much for one event: ${sum}`);
    return sum;
  });
}

/**
 * The most the house can still lose on the event, minor units; negative when it gains however the match ends.
 * @param reached leaves out scores the match has passed; all when not given
 */
export function worstCase(exposure: Exposure, reached?: Reached): Minor {
  return BigInt(worstByCell(exposure, reached).reduce((a, b) => Math.max(a, b)));
}

/**
 * The largest unit stake with which a bet keeps the event within a cap. A score at which the bet does not cost the
 * house anything never stands in its way, even where the cap is already passed: there it can only help.
 * @param options.exposure of the event before the bet
 * @param options.leg the bet's leg on this event
 * @param options.capMinor the most the house may lose on the event
 * @returns minor units per line, 0 when none fits; undefined when the bet can never cost the house anything
 * @throws UnknownBet, BeyondCells as `exposureOf`
 */
export function largestUnit(options: {
  exposure: Exposure;
  leg: Leg;
  bet: Omit<LegStake, 'unitMinor'>;
  capMinor: Minor;
  reached?: Reached | undefined;
}): Minor | undefined {
  const { exposure, leg, bet, capMinor, reached } = options;
  const { from, outcomes } = outcomesOf(leg);
  const worst = worstByCell(exposure, reached);
  const most = new Map<Outcome, number>();
  for (const [index, outcome] of outcomes.entries()) {
    const minor = worst[from + index] ?? -Infinity;
    if (minor > (most.get(outcome) ?? -Infinity)) most.set(outcome, minor);
  }
  let largest: Minor | undefined;
  for (const [outcome, minor] of most) {
    const fits = largestWithin(bet.factors[outcome], BigInt(bet.lines), capMinor - BigInt(minor));
    if (fits !== undefined && (largest === undefined || fits < largest)) largest = fits;
  }
  return largest;
}

/** The largest s ≥ 0 with floor(s × factor) − s × lines ≤ room; undefined when every s does. */
function largestWithin({ num, den }: Factor, lines: bigint, room: bigint): bigint | undefined {
  const gain = num - lines * den;
  if (gain <= 0n) return undefined;
  if (room < 0n) return 0n;
  // floor(s × gain / den) ≤ room exactly when s × gain < (room + 1) × den.
  return ((room + 1n) * den - 1n) / gain;
}
