import type { Bet } from './bet.ts';
import type { Recharge, Withdrawal } from './cashier.ts';
import type { Event, Market } from './football.ts';
import type { NoticeBox } from '../kinds.ts';

/** What the live stream carries: the name of each server-sent event and its data. */
export type LiveMessages = {
  /** An event whose clock, score or state moved; `main` and `marketCount` are not repeated. */
  event: Pick<Event, 'id' | 'state' | 'minute' | 'score' | 'redCards' | 'live' | 'kickOff'>;
  /** Markets of one event whose price or state moved. */
  price: { event: string; markets: Market[] };
  /** One of the member's own bets moved. */
  bet: Bet;
  /** One of the member's own recharges or withdrawals moved. */
  recharge: Recharge;
  withdrawal: Withdrawal;
  /** A notice or a letter has arrived; `unread` counts both boxes. */
  notice: { box: NoticeBox; id: string; title: string; unread: number };
  /** The member's own wallet moved. */
  balance: { balance: string; held: string; currency: string };
};
export type LiveKind = keyof LiveMessages;
