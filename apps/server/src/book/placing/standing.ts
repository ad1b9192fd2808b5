import type { Against } from './domain.ts';
import type { Owner } from '../../platform/owner.ts';

/** What memory says of a member who wants to stake something. */
export type Judged = {
  /** The gate of the wallet at which that is known; 0 when nothing is: then nothing stands in the way. */
  gate: bigint;
  /** The version of the wallet up to which stakes and losses are counted; null where they do not matter. */
  counted: bigint | null;
  against?: Against;
};

/**
 * What members may stake by their limits, and whether they play at all. Memory judges, and the statement that writes the bet
 * checks that the wallet's gate and version are those that were judged by: exact over any number of processes, and nothing
 * is asked for members who have set nothing.
 */
export type Standing = {
  /** Judges at once, by memory. @param stakeMinor of the whole bet, in minor units */
  judge(owner: Owner, stakeMinor: bigint, now: Date): Judged;
  /** Reads a member's standing anew; it was not as memory had it. */
  renew(owner: Owner): Promise<void>;
  /** A bet was placed, and the wallet has this version now. */
  placed(owner: Owner, bet: { id: string; version: bigint; stakeMinor: bigint; at: Date }): void;
};

/** Of a house where nobody sets anything. */
export const everyoneFree: Standing = {
  judge: () => ({ gate: 0n, counted: null }),
  renew: () => Promise.resolve(),
  placed: () => undefined,
};
