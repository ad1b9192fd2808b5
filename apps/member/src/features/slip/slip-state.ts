import type { Bet } from '@touchline/contract/shapes/bet';
import { limits } from '@touchline/contract/limits';
import { pressKey, type PadKey } from '../number-pad/keypad.ts';
import { idOf, type SlipOffer, type SlipSelection, type SlipTab } from './selection.ts';
import {
  type PriceAcceptance,
  adopts,
  type PlacingAttempt,
  editTicket,
  emptySlip,
  emptyTicket,
  isAwaiting,
  isSending,
  type Item,
  lastingAccept,
  loseReply,
  type Refused,
  refuseTicket,
  sendTicket,
  type SlipEdit,
  type SlipState,
  tabOf,
  targetOf,
  type SlipTicket,
  type TicketId,
} from './slip.ts';

export type SlipAction =
  | { type: 'pick'; pick: SlipSelection; offer: SlipOffer & { odds: string } }
  /** Adds a selection made elsewhere, in place of itself and of those with these ids, and opens the slip. */
  | { type: 'put'; pick: SlipSelection; offer: SlipOffer & { odds: string }; replaces: readonly string[] }
  | { type: 'offer'; pick: SlipSelection; offer: SlipOffer }
  /** Takes the prices of these items as they were seen; a price that has moved since needs another confirmation. */
  | { type: 'agree'; seen: readonly Pick<Item, 'pick' | 'offer'>[] }
  | { type: 'tab'; tab: SlipTab }
  | { type: 'k'; k: number }
  | { type: 'same'; same: boolean }
  | { type: 'target'; id: string }
  | { type: 'key'; key: PadKey; scale: number }
  | { type: 'stake'; of: TicketId; stake: string }
  | { type: 'accept'; accept: PriceAcceptance }
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'remove'; id: string }
  /** Takes a removal back: the slip as it was before it. */
  | { type: 'restore'; before: SlipState; after: SlipState }
  | { type: 'clear' }
  /** Replaces the content of the slip. */
  | {
      type: 'fill';
      items: readonly Item[];
      tab: SlipTab | undefined;
      k: number | undefined;
      edit?: SlipEdit | undefined;
    }
  | { type: 'send'; of: TicketId; attempt: PlacingAttempt; edit?: SlipEdit | undefined }
  | { type: 'unheard'; of: TicketId }
  | { type: 'refused'; of: TicketId; refused: Refused }
  /** `sold` is the bet that it has replaced. */
  | { type: 'placed'; of: TicketId; bet: Bet; sold?: Bet | undefined };

/** The slip after an action. An answer is awaited in peace: nothing but that answer changes what was sent. */
export function slipReducer(state: SlipState, action: SlipAction): SlipState {
  switch (action.type) {
    case 'pick':
      return picked(state, action.pick, action.offer);
    case 'put':
      return put(state, action);
    case 'offer':
      return mapItems(state, idOf(action.pick), (item) => offered(state, item, action.offer));
    case 'agree':
      return agreed(state, action.seen);
    case 'tab':
      return isSending(state) ? state : { ...state, tab: action.tab };
    case 'k':
      if (isSending(state)) return state;
      return edited({ ...state, k: action.k }, 'system', state.combined.system.stake);
    case 'same':
      return isSending(state) ? state : sameForAll(state, action.same);
    case 'target':
      return { ...state, target: action.id };
    case 'key':
      return typed(state, (stake) => pressKey(stake, action.key, action.scale));
    case 'stake':
      return edited(state, action.of, action.stake);
    case 'accept':
      return accepted(state, action.accept);
    case 'open':
      return { ...state, open: state.items.length > 0 };
    case 'close':
      return { ...state, open: false, receipts: [] };
    case 'remove':
      return removed(state, action.id);
    case 'restore':
      return restored(state, action.before, action.after);
    case 'clear':
      return isSending(state) ? state : { ...emptySlip, accept: lastingAccept(state.accept) };
    case 'fill':
      return filled(state, action);
    case 'send':
      return withTicket({ ...state, edit: action.edit }, action.of, (ticket) =>
        sendTicket(ticket, action.attempt),
      );
    case 'unheard':
      return withTicket(state, action.of, loseReply);
    case 'refused':
      return refused(state, action.of, action.refused);
    case 'placed':
      return placed(state, action);
    default:
      return action satisfies never;
  }
}

/** A selection as it comes into the slip, at the odds of its offer. @param stake as typed; empty without one */
const newItem = (pick: SlipSelection, offer: SlipOffer & { odds: string }, stake: string): Item => ({
  pick,
  offer,
  agreed: offer.odds,
  before: undefined,
  ticket: { ...emptyTicket, stake },
});

/** A tap on a price: puts it in, or takes it out again. The first one opens the slip, for a bet in two taps. */
function picked(state: SlipState, pick: SlipSelection, offer: SlipOffer & { odds: string }): SlipState {
  const id = idOf(pick);
  if (isSending(state)) return state;
  if (state.items.some((item) => idOf(item.pick) === id)) return removed(state, id);
  if (state.items.length >= limits.legsMax) return state;
  const stake = state.same ? (state.items[0]?.ticket.stake ?? '') : '';
  const item = newItem(pick, offer, stake);
  const items = [...state.items, item];
  return {
    ...legsChanged({ ...state, items }),
    target: id,
    open: state.open || items.length === 1,
    receipts: [],
  };
}

function put(state: SlipState, { pick, offer, replaces }: Extract<SlipAction, { type: 'put' }>): SlipState {
  if (isSending(state)) return state;
  const id = idOf(pick);
  const isIt = (item: Item): boolean => [id, ...replaces].includes(idOf(item.pick));
  const at = state.items.findIndex(isIt);
  const stake = state.items[at]?.ticket.stake ?? (state.same ? (state.items[0]?.ticket.stake ?? '') : '');
  const item = newItem(pick, offer, stake);
  const others = state.items.filter((known) => !isIt(known));
  // It takes the position of the first one that it replaces.
  const items = at < 0 ? [...others, item] : others.toSpliced(at, 0, item);
  if (items.length > limits.legsMax) return state;
  return { ...legsChanged({ ...state, items }), target: id, open: true, receipts: [] };
}

function filled(state: SlipState, { items, tab, k, edit }: Extract<SlipAction, { type: 'fill' }>): SlipState {
  if (isSending(state) || items.length === 0) return state;
  const accept = lastingAccept(state.accept);
  return {
    ...emptySlip,
    accept,
    items: items.slice(0, limits.legsMax),
    tab: items.length > 1 ? tab : undefined,
    k: k ?? emptySlip.k,
    edit,
    open: true,
  };
}

function offered(state: SlipState, item: Item, offer: SlipOffer): Item {
  const next = { ...item, offer };
  if (offer.odds === null || isFixed(state, item)) return next;
  if (!adopts(state.accept, item.agreed, offer.odds)) return next;
  return { ...next, before: item.agreed, agreed: offer.odds };
}

/** Whether the agreed price of a selection is part of a bet whose answer is awaited. */
function isFixed({ combined }: SlipState, { ticket }: Item): boolean {
  return [ticket, combined.accumulator, combined.system].some(isAwaiting);
}

function agreed(state: SlipState, seen: readonly Pick<Item, 'pick' | 'offer'>[]): SlipState {
  if (isSending(state)) return state;
  const prices = new Map(seen.map(({ pick, offer }) => [idOf(pick), offer?.odds]));
  const items = state.items.map((item): Item => {
    const odds = prices.get(idOf(item.pick)) ?? item.agreed;
    if (odds === item.agreed) return item;
    const ticket = editTicket(item.ticket, item.ticket.stake);
    return { ...item, before: item.agreed, agreed: odds, ticket };
  });
  return legsChanged({ ...state, items });
}

function accepted(state: SlipState, accept: PriceAcceptance): SlipState {
  const items = state.items.map((item) =>
    item.ticket.phase === 'placing' ? item : { ...item, ticket: editTicket(item.ticket, item.ticket.stake) },
  );
  const next = legsChanged({ ...state, accept, items });
  return {
    ...next,
    items: next.items.map((item) => (item.offer === undefined ? item : offered(next, item, item.offer))),
  };
}

function typed(state: SlipState, change: (stake: string) => string): SlipState {
  const tab = tabOf(state);
  if (tab !== 'single') return edited(state, tab, change(state.combined[tab].stake));
  if (!state.same) {
    const target = targetOf(state);
    const item = state.items.find(({ pick }) => idOf(pick) === target);
    return item === undefined ? state : edited(state, { single: idOf(item.pick) }, change(item.ticket.stake));
  }
  const stake = change(state.items[0]?.ticket.stake ?? '');
  return {
    ...state,
    items: state.items.map((item) => ({ ...item, ticket: editTicket(item.ticket, stake) })),
  };
}

function sameForAll(state: SlipState, same: boolean): SlipState {
  const target = targetOf(state);
  const stake = state.items.find(({ pick }) => idOf(pick) === target)?.ticket.stake ?? '';
  if (!same) return { ...state, same };
  return {
    ...state,
    same,
    items: state.items.map((item) => ({ ...item, ticket: editTicket(item.ticket, stake) })),
  };
}

function edited(state: SlipState, of: TicketId, stake: string): SlipState {
  return withTicket(state, of, (ticket) => editTicket(ticket, stake));
}

function refused(state: SlipState, of: TicketId, refusal: Refused): SlipState {
  const next = withTicket(state, of, (ticket) => refuseTicket(ticket, refusal));
  const items = next.items.map((item): Item => {
    const leg = refusal.legs.find((leg) => idOf(leg) === idOf(item.pick));
    // The refusal is newer than the last message of the stream; the next message corrects the state.
    return leg === undefined || item.offer === undefined
      ? item
      : offered(next, item, { ...item.offer, odds: leg.odds, state: leg.state ?? item.offer.state });
  });
  return { ...next, items };
}

/** A placed single leaves the slip; a combined bet takes all its selections along. */
function placed(state: SlipState, { of, bet, sold }: Extract<SlipAction, { type: 'placed' }>): SlipState {
  const receipts = [...state.receipts, ...(sold === undefined ? [] : [sold]), bet];
  const items = typeof of === 'string' ? [] : state.items.filter(({ pick }) => idOf(pick) !== of.single);
  if (items.length === 0) {
    return { ...emptySlip, accept: lastingAccept(state.accept), receipts, open: true };
  }
  return { ...state, items, receipts, open: true };
}

function removed(state: SlipState, id: string): SlipState {
  if (isSending(state)) return state;
  const items = state.items.filter(({ pick }) => idOf(pick) !== id);
  if (items.length === 0) return { ...emptySlip, accept: lastingAccept(state.accept) };
  return legsChanged({ ...state, items });
}

/** Puts back what was removed. What was picked or sent in the meantime stays as it is, and so do the prices of now. */
function restored(state: SlipState, before: SlipState, after: SlipState): SlipState {
  const now = new Map(state.items.map((item) => [idOf(item.pick), item]));
  const isAsLeft = now.size === after.items.length && after.items.every(({ pick }) => now.has(idOf(pick)));
  if (!isAsLeft || isSending(state)) return state;
  return {
    ...before,
    items: before.items.map((item) => now.get(idOf(item.pick)) ?? item),
    open: state.open,
    accept: state.accept,
  };
}

/** Other legs are another bet: a combined attempt whose reply was lost is over. */
function legsChanged(state: SlipState): SlipState {
  const { accumulator, system } = state.combined;
  return {
    ...state,
    combined: {
      accumulator: editTicket(accumulator, accumulator.stake),
      system: editTicket(system, system.stake),
    },
  };
}

function withTicket(state: SlipState, of: TicketId, change: (ticket: SlipTicket) => SlipTicket): SlipState {
  if (typeof of === 'string') {
    return { ...state, combined: { ...state.combined, [of]: change(state.combined[of]) } };
  }
  return mapItems(state, of.single, (item) => ({ ...item, ticket: change(item.ticket) }));
}

function mapItems(state: SlipState, id: string, change: (item: Item) => Item): SlipState {
  if (!state.items.some(({ pick }) => idOf(pick) === id)) return state;
  return { ...state, items: state.items.map((item) => (idOf(item.pick) === id ? change(item) : item)) };
}
