import { limits } from '@touchline/contract/limits';
import type { CallInput } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import type { EventDetail, MarketState } from '@touchline/contract/shapes/football';
import { marketLineOf } from '@touchline/football/leg-line';
import { parseOdds } from '@touchline/money/odds';
import { systemLines } from '@touchline/money/system';
import { coversOf } from '@touchline/money/system-names';
import type { CallError } from '@touchline/client/errors';
import { asFields, asList, asText } from '@touchline/client/values';
import { isInPlay } from '../live/event-patch.ts';
import {
  idOf,
  type LegRef,
  type SlipOffer,
  type InPlayState,
  type SlipSelection,
  type SlipTab,
  readParts,
} from './selection.ts';

/** What the member wants done when the price moves between seeing and placing. */
export type PriceAcceptance = 'none' | 'better' | 'any';

/** The choice for the next slip: taking any price is for one slip and ends with it. */
export const lastingAccept = (accept: PriceAcceptance): Exclude<PriceAcceptance, 'any'> =>
  accept === 'better' ? 'better' : 'none';

/** Compares a price with an earlier one: −1 shorter, 0 the same, 1 longer. Unreadable odds count as the same. */
export function moveOf(before: string | null | undefined, now: string | null | undefined): -1 | 0 | 1 {
  const [was, is] = [parseOdds(before ?? ''), parseOdds(now ?? '')];
  if (was === undefined || is === undefined || was === is) return 0;
  return is > was ? 1 : -1;
}

/** Whether a moved price is taken without asking, under the member's choice. */
export function adopts(accept: PriceAcceptance, before: string, now: string): boolean {
  const move = moveOf(before, now);
  return move !== 0 && (accept === 'any' || (accept === 'better' && move === 1));
}

/** One attempt at placing: what was sent, under its key. Sent again as it was when the reply got lost. */
export type PlacingAttempt = CallInput<'orderAdd'>;

/** The current state of a leg, sent with a refusal. */
type RefusedLeg = LegRef & { odds: string | null; state?: MarketState | undefined };

/** A definite refusal, with the book's text for it, the bound it named and the current legs. */
export type Refused = {
  reason: string;
  text: string;
  min?: string | undefined;
  max?: string | undefined;
  legs: RefusedLeg[];
};

/** One bet of the slip on its way: a stake, what was sent and what was answered. */
export type SlipTicket = {
  /** As typed. */
  stake: string;
  /** `unheard`: sent, but no answer came back; the bet may have been placed. */
  phase: 'editing' | 'placing' | 'unheard';
  attempt: PlacingAttempt | undefined;
  refused: Refused | undefined;
};

export const emptyTicket: SlipTicket = {
  stake: '',
  phase: 'editing',
  attempt: undefined,
  refused: undefined,
};

/** Whether an answer is still awaited: the bet must not change until it comes. */
export const isAwaiting = ({ phase }: SlipTicket): boolean => phase !== 'editing';

/**
 * The ticket after an edit. An edit ends a lost attempt: what is sent next is another bet under another key.
 * What is on its way is not edited; the same ticket comes back.
 */
export const editTicket = (ticket: SlipTicket, stake: string): SlipTicket =>
  ticket.phase === 'placing' ? ticket : { ...emptyTicket, stake };

/** The ticket when its attempt goes out. */
export const sendTicket = (ticket: SlipTicket, attempt: PlacingAttempt): SlipTicket => ({
  ...ticket,
  phase: 'placing',
  attempt,
  refused: undefined,
});

/** The ticket when the reply was lost: the attempt stays, under its key. */
export const loseReply = (ticket: SlipTicket): SlipTicket => ({ ...ticket, phase: 'unheard' });

/** The ticket after a definite no. */
export const refuseTicket = (ticket: SlipTicket, refused: Refused): SlipTicket => ({
  ...emptyTicket,
  stake: ticket.stake,
  refused,
});

type CombinedTab = Exclude<SlipTab, 'single'>;

/** One selection in the slip. */
export type Item = {
  pick: SlipSelection;
  /** Undefined until the book has said it since the page was loaded. */
  offer: SlipOffer | undefined;
  /** The odds the member agreed to; these are sent. */
  agreed: string;
  /** The odds agreed to before the last move, while it is news. */
  before: string | undefined;
  /** The single bet on this selection. */
  ticket: SlipTicket;
};

/** The open bet that the slip edits. `sent` is the quote of an attempt that has no answer yet. */
export type SlipEdit = { bet: string; sent?: string | undefined };

export type SlipState = {
  items: readonly Item[];
  /** The tab the member chose; undefined leaves it to what fits. */
  tab: SlipTab | undefined;
  /** Legs per line of a system; below zero of a full cover, as in `lineSizes` of money. */
  k: number;
  /** One stake for all singles. */
  same: boolean;
  /** The single whose stake the pad writes, unless it is the same for all. */
  target: string | undefined;
  combined: Readonly<Record<CombinedTab, SlipTicket>>;
  accept: PriceAcceptance;
  /** The open bet that the slip's bet is to replace, and the quote that was sent for it; undefined in any other slip. */
  edit: SlipEdit | undefined;
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
  edit: undefined,
  open: false,
  receipts: [],
};

/** The tab shown: the chosen one where it fits, else all together, or each alone where that cannot be. */
export const tabOf = ({ tab, items }: Pick<SlipState, 'tab' | 'items'>): SlipTab => {
  if (items.length < 2) return 'single';
  if (tab === 'system' && items.length < 3) return 'accumulator';
  return tab ?? (conflictsOf(items).size === 0 ? 'accumulator' : 'single');
};

/** The single whose stake the pad writes: the one chosen, else the last one picked. A closed selection has no stake. */
export const targetOf = ({ target, items }: SlipState): string | undefined => {
  const open = items.filter((item) => !isClosed(item));
  const known = open.some(({ pick }) => idOf(pick) === target);
  const last = open.at(-1) ?? items.at(-1);
  return known || last === undefined ? target : idOf(last.pick);
};

/** Ids of the selections that share their match with another: they cannot be in one bet. */
export const conflictsOf = (items: readonly Item[]): Set<string> =>
  new Set(
    [...Map.groupBy(items, ({ pick }) => pick.event).values()]
      .filter((sameMatch) => sameMatch.length > 1)
      .flat()
      .map(({ pick }) => idOf(pick)),
  );

/** One system over n selections; a full cover has a name. */
type SystemOption = { k: number; lines: number; name?: string };

/** The systems n selections can be played as: k from 2 to n − 1, those within the lines one bet may have, and the full covers. */
export const systemsOf = (n: number): SystemOption[] => {
  const sizes = Array.from({ length: Math.max(0, n - 2) }, (_, at) => ({
    k: at + 2,
    lines: systemLines(at + 2, n),
  })).filter(({ lines }) => lines <= limits.linesMax);
  return [...sizes, ...coversOf(n)];
};

/** The slip's system: as chosen, or the most legs per line below that these selections can be played as. */
export const systemOf = ({ k, items }: Pick<SlipState, 'k' | 'items'>): number => {
  const options = systemsOf(items.length);
  const sizes = options.filter((option) => option.k > 0);
  return (options.find((option) => option.k === k) ?? sizes.findLast((option) => option.k <= k))?.k ?? 2;
};

/** The ticket of one bet of the slip. */
export const ticketOf = (state: SlipState, of: TicketId): SlipTicket | undefined =>
  typeof of === 'string'
    ? state.combined[of]
    : state.items.find(({ pick }) => idOf(pick) === of.single)?.ticket;

/** Whether an answer to some bet of the slip is under way. */
export const isSending = ({ items, combined }: SlipState): boolean =>
  [combined.accumulator, combined.system, ...items.map(({ ticket }) => ticket)].some(
    ({ phase }) => phase === 'placing',
  );

/** The move the member has still to answer: the price now, when it is not the agreed one. */
export const priceToAnswer = ({ offer, agreed }: Pick<Item, 'offer' | 'agreed'>): string | undefined => {
  const odds = offer?.odds ?? undefined;
  return odds !== undefined && moveOf(agreed, odds) !== 0 ? odds : undefined;
};

/** The price an item is calculated with: the current offer, else the agreed odds. */
export const oddsNow = (item: Item): string => priceToAnswer(item) ?? item.agreed;

/** Why a selection cannot be bet on now, if so. `unknown`: not heard of since the page was loaded. */
export const blockOf = ({ offer }: Pick<Item, 'offer'>): 'suspended' | 'closed' | 'unknown' | undefined => {
  if (offer === undefined) return 'unknown';
  if (offer.state === 'suspended') return 'suspended';
  if (offer.state !== 'open') return 'closed';
  return offer.odds === null ? 'suspended' : undefined;
};

/** Whether a selection can only be removed: it has closed, and no call about it is under way. */
export const isClosed = (item: Pick<Item, 'offer' | 'ticket'>): boolean =>
  blockOf(item) === 'closed' && !isAwaiting(item.ticket);

/** Whether a bet is being made up or waits for its answer: nothing may come between then. */
export const isBetting = ({ open, items, combined }: SlipState): boolean =>
  open || [...items.map(({ ticket }) => ticket), ...Object.values(combined)].some(isAwaiting);

/** The selection as a match offers it now; a market or selection it no longer has is closed. */
export const offerOf = (
  detail: EventDetail,
  { market: name, selection: wanted, line }: LegRef,
): SlipOffer => {
  const marketLine = marketLineOf(name, wanted, line);
  const market = detail.markets.find(({ market, line }) => market === name && line === marketLine);
  const selection = market?.selections.find(({ selection }) => selection === wanted);
  const play = playOf(detail);
  if (market === undefined || selection === undefined) {
    return { odds: null, state: 'closed', margin: '', ...play };
  }
  return { odds: selection.odds, state: market.state, margin: market.margin, ...play };
};

/** Whether a match is being played, and on which clock. */
export const playOf = ({ state, replay }: Pick<EventDetail, 'state' | 'replay'>): InPlayState => ({
  inPlay: isInPlay(state),
  replay,
});

const marketStates = ['open', 'suspended', 'closed', 'settled', 'void'] as const;

const readLeg = (value: unknown): RefusedLeg[] => {
  const fields = asFields(value);
  const [event, market, selection] = [asText(fields.event), asText(fields.market), asText(fields.selection)];
  if (event === undefined || market === undefined || selection === undefined) return [];
  const line = asText(fields.line);
  const state = marketStates.find((known) => known === fields.state);
  return [
    {
      event,
      market,
      selection,
      line,
      parts: readParts(fields.parts),
      odds: asText(fields.odds) ?? null,
      state,
    },
  ];
};

/** What the book said no with, as the slip keeps it. */
export const readRefusal = (error: Pick<CallError, 'reason' | 'details'>, text: string): Refused => {
  const { min, max, legs } = error.details;
  return {
    reason: error.reason,
    text,
    min,
    max,
    legs: asList(legs).flatMap(readLeg),
  };
};
