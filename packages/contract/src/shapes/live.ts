import type { Bet } from './bet.ts';
import type { Recharge, Withdrawal } from './cashier.ts';
import type { Event, Market } from './football.ts';
import type { NoticeBox } from '../kinds.ts';
import type { Betting } from './site.ts';

/** How bets of the member ended, as in the letter about them. */
export type BetNews = {
  /** The letter. */
  id: string;
  what: 'settled' | 'sold';
  /** Bets that one settlement has decided. */
  count: number;
  /** What they paid in all, an amount. */
  paid: string;
  /** Of a single bet: which it is and how it ended; `part` when half of it was lost. */
  bet?: string | undefined;
  state?: 'win' | 'lose' | 'refund' | 'part' | undefined;
  /** The match that decided them, and how many more a single bet is on. */
  home?: { name: string; flag?: string | undefined } | undefined;
  away?: { name: string; flag?: string | undefined } | undefined;
  more?: number | undefined;
  /** Unread messages of both boxes, and those of them about bets. */
  unread: number;
  bets: number;
};

/** What the live stream carries: the name of each server-sent event and its data. */
export type LiveMessages = {
  /** An event whose clock, score or state moved; `main` and `marketCount` are not repeated. One of an older `version` is old. */
  event: Pick<Event, 'id' | 'version' | 'state' | 'minute' | 'score' | 'redCards' | 'live' | 'kickOff'>;
  /** Markets of one event whose price or state moved. */
  price: { event: string; markets: Market[] };
  /** Whether the house takes bets: the first message of each stream, and again when that changes. */
  betting: Betting;
  /** One of the member's own bets moved. */
  bet: Bet;
  /** One of the member's own recharges or withdrawals moved. */
  recharge: Recharge;
  withdrawal: Withdrawal;
  /** A notice or a letter has arrived; `unread` counts both boxes. */
  notice: { box: NoticeBox; id: string; title: string; unread: number };
  /** Bets of the member were settled, or one was cashed out automatically. */
  betNews: BetNews;
  /** The member's own wallet moved. */
  balance: { balance: string; held: string; currency: string };
};
export type LiveKind = keyof LiveMessages;
