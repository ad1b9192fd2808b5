import type { BetRefusal } from './domain.ts';
import type { Owner } from '../../core/owner.ts';

/** Whether a member may stake an amount, by what this process has in memory. */
export type LimitVerdict = {
  /** The gate of the wallet that the verdict is based on; 0 for a member who has set nothing and may stake anything. */
  gate: bigint;
  /** The version of the wallet up to which stakes and losses are counted; null for a member without limits on them. */
  counted: bigint | null;
  against?: BetRefusal | undefined;
};

/**
 * Judges what members may stake by their limits and restrictions. Memory gives the verdict, and the statement that writes the
 * bet checks that the wallet still has the gate and version of that verdict. So the result is exact over any number of
 * processes, and members who have set nothing cost no query.
 */
export type MemberLimits = {
  /**
   * Judges from memory, without a query.
   * @param stakeMinor of the whole bet, in minor units
   * @param returnedMinor what another bet brings back in the same transaction, in minor units
   */
  judge(owner: Owner, stakeMinor: bigint, now: Date, returnedMinor?: bigint): LimitVerdict;
  /** Reads a member's limits again, because memory was out of date. */
  renew(owner: Owner): Promise<void>;
  /** Counts a placed bet, after which the wallet has this version. */
  placed(owner: Owner, bet: { id: string; version: bigint; stakeMinor: bigint; at: Date }): void;
};

/** Lets every member stake any amount, for tests without safer play. */
export const everyoneFree: MemberLimits = {
  judge: () => ({ gate: 0n, counted: null }),
  renew: () => Promise.resolve(),
  placed: () => undefined,
};
