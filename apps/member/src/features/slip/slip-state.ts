import type { Bet } from '@touchline/contract/shapes/bet';
import type { MarketState, Team } from '@touchline/contract/shapes/football';
import { pressKey, type PadKey } from './keypad.ts';
import { adopts, moveOf, type Accept } from './price-change.ts';

/** The one selection in the slip, with what is needed to show it. */
export type Pick = {
  event: string;
  home: Team;
  away: Team;
  kickOff: string;
  market: string;
  line?: string;
  selection: string;
};

/** How the book offers the selection at this moment. */
export type Offer = { odds: string | null; state: MarketState; margin: string };

/** One attempt at placing: what was sent, under its key. Sent again as it was when the reply got lost. */
export type Attempt = { key: string; stake: string; odds: string; accept: Accept };

/** A definite no, with the text the book gave for it, the bound it named and the legs as they stand now. */
export type Refused = {
  reason: string;
  text: string;
  min?: string;
  max?: string;
  legs: { event: string; market: string; selection: string; line?: string; odds: string | null }[];
};

export type SlipState = {
  pick: Pick | undefined;
  offer: Offer;
  /** The odds the member agreed to; these are sent. */
  agreed: string;
  /** The odds agreed to before the last move, while it is news. */
  before: string | undefined;
  stake: string;
  accept: Accept;
  open: boolean;
  /** `unheard`: sent, but no answer came back; the bet may stand. */
  phase: 'editing' | 'placing' | 'unheard' | 'placed';
  attempt: Attempt | undefined;
  refused: Refused | undefined;
  receipt: Bet | undefined;
};

export type SlipAction =
  | { type: 'pick'; pick: Pick; offer: Offer & { odds: string } }
  | { type: 'offer'; pick: Pick; offer: Offer }
  | { type: 'agree' }
  | { type: 'key'; key: PadKey; scale: number }
  | { type: 'stake'; stake: string }
  | { type: 'accept'; accept: Accept }
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'remove' }
  | { type: 'send'; attempt: Attempt }
  | { type: 'unheard' }
  | { type: 'refused'; refused: Refused }
  | { type: 'placed'; bet: Bet };

export const emptySlip: SlipState = {
  pick: undefined,
  offer: { odds: null, state: 'closed', margin: '' },
  agreed: '',
  before: undefined,
  stake: '',
  accept: 'none',
  open: false,
  phase: 'editing',
  attempt: undefined,
  refused: undefined,
  receipt: undefined,
};

/** Whether two picks are the same selection of the same market. */
export function samePick(a: Omit<Pick, 'home' | 'away' | 'kickOff'>, b: typeof a): boolean {
  return a.event === b.event && a.market === b.market && a.line === b.line && a.selection === b.selection;
}

/** The slip after an action. An answer is awaited in peace: nothing but that answer changes what was sent. */
export function slipReducer(state: SlipState, action: SlipAction): SlipState {
  switch (action.type) {
    case 'pick':
      if (state.phase === 'placing') return state;
      return picked(state, action.pick, action.offer);
    case 'offer':
      return state.pick !== undefined && samePick(state.pick, action.pick)
        ? offered(state, action.offer)
        : state;
    case 'agree':
      if (state.offer.odds === null) return state;
      return edited(state, { before: state.agreed, agreed: state.offer.odds });
    case 'key':
      return edited(state, { stake: pressKey(state.stake, action.key, action.scale) });
    case 'stake':
      return edited(state, { stake: action.stake });
    case 'accept':
      return offered(edited(state, { accept: action.accept }), state.offer);
    case 'open':
      return { ...state, open: state.pick !== undefined };
    case 'close':
      return state.phase === 'placed' ? cleared(state) : { ...state, open: false };
    case 'remove':
      return state.phase === 'placing' ? state : cleared(state);
    case 'send':
      return { ...state, phase: 'placing', attempt: action.attempt, refused: undefined };
    case 'unheard':
      return { ...state, phase: 'unheard' };
    case 'refused':
      return refusedBy(state, action.refused);
    case 'placed':
      return { ...state, phase: 'placed', receipt: action.bet, attempt: undefined, open: true };
    default:
      return action satisfies never;
  }
}

function picked(state: SlipState, pick: Pick, offer: Offer & { odds: string }): SlipState {
  if (state.pick !== undefined && state.phase !== 'placed' && samePick(state.pick, pick)) {
    return { ...state, open: true };
  }
  // The stake stays: a member comparing two prices types it once.
  const stake = state.phase === 'placed' ? '' : state.stake;
  return { ...emptySlip, accept: state.accept, stake, pick, offer, agreed: offer.odds, open: true };
}

function offered(state: SlipState, offer: Offer): SlipState {
  const next = { ...state, offer };
  if (state.phase !== 'editing' || offer.odds === null) return next;
  if (!adopts(state.accept, state.agreed, offer.odds)) return next;
  return { ...next, before: state.agreed, agreed: offer.odds };
}

/** An edit ends a lost attempt: what is sent next is another bet under another key. */
function edited(state: SlipState, change: Partial<SlipState>): SlipState {
  if (state.phase === 'placing' || state.phase === 'placed') return state;
  return { ...state, phase: 'editing', attempt: undefined, refused: undefined, ...change };
}

function refusedBy(state: SlipState, refused: Refused): SlipState {
  const next: SlipState = { ...state, phase: 'editing', attempt: undefined, refused };
  const pick = state.pick;
  const leg = pick && refused.legs.find((leg) => samePick(leg, pick));
  if (!leg) return next;
  // The refusal is newer than what the stream has told so far; the next message puts the state right.
  return offered(next, { ...state.offer, odds: leg.odds });
}

function cleared(state: SlipState): SlipState {
  return { ...emptySlip, accept: state.accept };
}

/** The move the member has still to answer: the price now, when it is not the agreed one. */
export function priceToAnswer(state: SlipState): string | undefined {
  const { odds } = state.offer;
  return odds !== null && moveOf(state.agreed, odds) !== 0 ? odds : undefined;
}

/** Why the selection cannot be bet on now, if so. */
export function blockOf(state: SlipState): 'suspended' | 'closed' | undefined {
  if (state.offer.state === 'suspended') return 'suspended';
  if (state.offer.state !== 'open') return 'closed';
  return state.offer.odds === null ? 'suspended' : undefined;
}
