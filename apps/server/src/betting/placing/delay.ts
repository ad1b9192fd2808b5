import type { Struck } from './domain.ts';
import type { Placement } from './statement.ts';
import type { Tickets } from './tickets.ts';

/** Why the stake of an order was not held: see `DelayOrders.place`. */
export type Unheld = 'duplicate' | 'again' | 'stale' | { roomMinor: bigint };

/** What placing needs of `book/live`: orders on matches in play wait before they are decided. */
export type DelayOrders = {
  /** How long orders on matches in play wait, as the setting has it now; 0: not at all. */
  delayMs: () => number;
  /**
   * Holds the stake of an order and waits until the delay has passed and it is decided. The same key asked again waits
   * for the same decision.
   * @param tickets the room set aside for the order; it stays while the order waits, and is given back when nothing was held
   * @returns the id of the bet; with nothing held, 'duplicate' when the member sent the same bet a moment ago, and
   *   'again' when the reservation is no longer valid, 'stale' when the member's limits have changed since they were judged,
   *   and what the member may still win where that is too little
   * @throws Refused for what happened meanwhile, `insufficient`, `key_reused`
   */
  place(placement: Placement, struck: Struck, tickets: Tickets): Promise<{ id: string } | Unheld>;
  /** Waits for the decision on an order. @returns false when there is no order of that id. @throws Refused as decided */
  isAccepted(key: { shard: number; memberId: string; id: string }): Promise<boolean>;
};
