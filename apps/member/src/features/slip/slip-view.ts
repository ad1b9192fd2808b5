import { idOf } from './pick.ts';
import { figuresOf, quoteStake, tighter, type BetFigures, type Bounds, type Quote } from './quote.ts';
import { blockOf, conflictsOf, isSending, oddsNow, priceToAnswer, systemOf, tabOf } from './slip-facts.ts';
import type { Item, SlipState, SlipTab, TicketId } from './slip-types.ts';
import type { Ticket } from './ticket.ts';

/** One bet the slip could place, reckoned. */
export type BetView = {
  of: TicketId;
  items: readonly Item[];
  ticket: Ticket;
  figures: BetFigures;
  quote: Quote;
  /** The most this bet takes: the site's bound, or a counter-offer below it. */
  max: string;
  isBlocked: boolean;
};

/** What the slip shows and what its one button does. */
export type SlipView = {
  tab: SlipTab;
  bets: readonly BetView[];
  /** Ids of the selections that cannot stand together; empty where each is a bet by itself. */
  conflicts: ReadonlySet<string>;
  total: { stakeMinor: bigint; receiveMinor: bigint; leftMinor: bigint };
  /** Bets a tap on the button places; none while something stands in their way. */
  ready: readonly TicketId[];
  /** Lost replies to ask for again. */
  unheard: readonly TicketId[];
  /** Selections whose price moved and is to be answered. */
  moved: readonly Item[];
  isSending: boolean;
  isEmpty: boolean;
  /** The stakes together are more than the wallet holds. */
  isBeyondWallet: boolean;
};

/** Reckons the slip as shown: one combined bet, or a single on each selection. */
export const viewOf = (state: SlipState, bounds: Bounds): SlipView => {
  const tab = tabOf(state);
  const bets = betsOf(state, tab, bounds);
  const conflicts = tab === 'single' ? new Set<string>() : conflictsOf(state.items);
  // A single without a stake is left out; what has one counts.
  const staked = bets.filter(({ quote }) => quote.stakeMinor > 0n);
  const sum = (of: (quote: Quote) => bigint) => staked.reduce((total, { quote }) => total + of(quote), 0n);
  const stakeMinor = sum((quote) => quote.stakeMinor);
  const left = bets[0] === undefined ? 0n : bets[0].quote.leftMinor + bets[0].quote.stakeMinor - stakeMinor;
  // What cannot be placed together has to be put right first.
  const concerned = conflicts.size > 0 ? [] : tab === 'single' && bets.length > 1 ? staked : bets;
  const open = staked.filter(({ isBlocked }) => !isBlocked);
  const isBeyondWallet = left < 0n;
  const isHindered =
    isBeyondWallet || conflicts.size > 0 || open.some(({ quote }) => quote.problem !== undefined);
  return {
    tab,
    bets,
    conflicts,
    total: { stakeMinor, receiveMinor: sum((quote) => quote.receiveMinor), leftMinor: left },
    ready: isHindered ? [] : open.map(({ of }) => of),
    unheard: bets.filter(({ ticket }) => ticket.phase === 'unheard').map(({ of }) => of),
    moved: concerned
      .flatMap(({ items }) => items)
      .filter((item) => blockOf(item) === undefined && priceToAnswer(item) !== undefined),
    isSending: isSending(state),
    isEmpty: staked.length === 0,
    isBeyondWallet,
  };
};

const betsOf = (state: SlipState, tab: SlipTab, bounds: Bounds): BetView[] => {
  if (tab === 'single') {
    return state.items.flatMap((item) => {
      const of: TicketId = { single: idOf(item.pick) };
      return betOf({ of, items: [item], ticket: item.ticket, k: 1 }, bounds);
    });
  }
  const { items } = state;
  const k = tab === 'system' ? systemOf(state) : items.length;
  return betOf({ of: tab, items, ticket: state.combined[tab], k }, bounds);
};

const betOf = (
  { of, items, ticket, k }: Pick<BetView, 'of' | 'items' | 'ticket'> & { k: number },
  bounds: Bounds,
): BetView[] => {
  const legs = items.map((item) => ({ odds: oddsNow(item), margin: item.offer?.margin ?? '' }));
  const figures = figuresOf(legs, k);
  if (figures === undefined) return [];
  // A refused system names the largest stake of one line; the site's bound is on the whole bet.
  const max = of === 'system' ? bounds.max : tighter(bounds.max, ticket.refused?.max, bounds.scale);
  const isBlocked = items.some((item) => blockOf(item) !== undefined);
  return [
    {
      of,
      items,
      ticket,
      figures,
      quote: quoteStake(ticket.stake, figures, { ...bounds, max }),
      max,
      isBlocked,
    },
  ];
};
