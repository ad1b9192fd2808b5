import type { Bet } from '@touchline/contract/shapes/bet';
import type { Offer, Pick } from './pick.ts';
import type { Accept } from './price-change.ts';
import { emptyTicket, type Ticket } from './ticket.ts';

/** How the selections are bet on: each by itself, all together, or every k of them. */
export const slipTabs = ['single', 'accumulator', 'system'] as const;
export type SlipTab = (typeof slipTabs)[number];
type CombinedTab = Exclude<SlipTab, 'single'>;

/** One selection in the slip. */
export type Item = {
  pick: Pick;
  /** Undefined until the book has said it since the page was loaded. */
  offer: Offer | undefined;
  /** The odds the member agreed to; these are sent. */
  agreed: string;
  /** The odds agreed to before the last move, while it is news. */
  before: string | undefined;
  /** The single bet on this selection. */
  ticket: Ticket;
};

export type SlipState = {
  items: readonly Item[];
  /** The tab the member chose; undefined leaves it to what fits. */
  tab: SlipTab | undefined;
  /** Legs per line of a system. */
  k: number;
  /** One stake for all singles. */
  same: boolean;
  /** The single whose stake the pad writes, unless it is the same for all. */
  target: string | undefined;
  combined: Readonly<Record<CombinedTab, Ticket>>;
  accept: Accept;
  open: boolean;
  /** Bets placed since the sheet was opened. */
  receipts: readonly Bet[];
};

/** Which bet of the slip: a combined one, or the single on a selection by its id. */
export type TicketId = CombinedTab | { single: string };

export const emptySlip: SlipState = {
  items: [],
  tab: undefined,
  k: 2,
  same: false,
  target: undefined,
  combined: { accumulator: emptyTicket, system: emptyTicket },
  accept: 'none',
  open: false,
  receipts: [],
};
