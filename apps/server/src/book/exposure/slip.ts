import { largestUnit, type Combined } from '@touchline/money/system';
import type { Room } from './standing.ts';
import type { Sums } from './totals.ts';
import { none } from './totals.ts';

/** A bet as exposure sees it: a single, or an accumulator or system; what a unit of its stake returns when all is won. */
export type Slip = { isSingle: boolean; all: Combined };

/** What a bet adds to each of its legs once it is written. */
export const writtenSums = (
  { isSingle }: Pick<Slip, 'isSingle'>,
  stakeMinor: bigint,
  potentialMinor: bigint,
): Sums =>
  isSingle
    ? { ...none, stake: Number(stakeMinor), potential: Number(potentialMinor) }
    : { ...none, combined: Number(potentialMinor) };

/** What it adds while it is not known whether it will be: a stake that may not come offsets nothing. */
export const pendingSums = (written: Sums): Sums => ({
  ...none,
  combined: written.combined,
  pending: written.potential - written.stake,
});

/**
 * The largest stake of one line that keeps within the room of a leg.
 * @returns minor units, 0 when none fits; undefined when every stake does
 */
export const largestWithin = ({ isSingle, all }: Slip, room: Room): bigint | undefined => {
  const most = isSingle
    ? [gainWithin(all, room.win), gainWithin(all, room['half-win'] * 2)]
    : [returnWithin(all, Math.min(room.win, room['half-win'], room.push, room['half-lose']))];
  return most
    .filter((unit) => unit !== undefined)
    .reduce<bigint | undefined>(
      (least, unit) => (least === undefined || unit < least ? unit : least),
      undefined,
    );
};

const returnWithin = (all: Combined, room: number): bigint | undefined => {
  return room === Infinity ? undefined : largestUnit(roomOf(room), all);
};

/** The largest u with floor(u × num / den) − u ≤ room. */
const gainWithin = ({ num, den }: Combined, room: number): bigint | undefined => {
  if (room === Infinity || num <= den) return undefined;
  // floor(u × (num − den) / den) ≤ room ⇔ u × (num − den) < (room + 1) × den
  return ((roomOf(room) + 1n) * den - 1n) / (num - den);
};

/** Where a limit is passed, there is room for what costs nothing: a stake whose win rounds down to itself. */
const roomOf = (minor: number): bigint => BigInt(Math.floor(Math.max(0, minor)));
