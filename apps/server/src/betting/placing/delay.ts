import type { PricedBet } from './domain.ts';
import type { Reservations } from './reservations.ts';
import type { BetRequest } from './statement.ts';

/** How the wait of an order ended. All but `stored` hold no stake. */
export type DelayResult =
  /** The order was accepted: its bet is stored. */
  | { kind: 'stored'; betId: string }
  /** The member has sent the same bet within the last seconds. */
  | { kind: 'duplicate' }
  /** A lease under which its exposure was reserved is no longer valid. */
  | { kind: 'leaseEnded' }
  /** The member's limits have changed since they were judged. */
  | { kind: 'limitsChanged' }
  /** The member may win only this much more on one of its matches, in minor units. */
  | { kind: 'capReached'; roomMinor: bigint };

/** What placing needs of the live delay: orders on matches in play wait before they are decided. */
export type DelayOrders = {
  /** How long orders on matches in play wait, as the setting has it now; 0: not at all. */
  delayMs(): number;
  /**
   * Holds the stake of an order and waits until the delay has passed and it is decided. The same key asked again waits
   * for the same decision.
   * @param reservations of the order; they stay while it waits, and are released when nothing was held
   * @throws Refused for what happened in the meantime, `insufficient`, `key_reused`
   */
  place(request: BetRequest, priced: PricedBet, reservations: Reservations): Promise<DelayResult>;
  /** Waits for the decision on an order. @returns false when there is no order of that id. @throws Refused as decided */
  isAccepted(key: { shard: number; memberId: string; id: string }): Promise<boolean>;
};
