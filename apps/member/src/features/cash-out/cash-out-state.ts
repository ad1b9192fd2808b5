import type { CallInput, Output } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';

type Quote = Output<'cashOutQuote'>;
type Attempt = CallInput<'cashOut'>;

/** Selling an open bet, step by step. `before` is the offer before this one, to tell that it moved. */
export type CashOutState =
  | { phase: 'asking'; before: Quote | undefined; note?: string }
  | { phase: 'offered'; quote: Quote; lifeMs: number; before: Quote | undefined; note?: string }
  /** Nothing is offered now, and why. */
  | { phase: 'none'; text: string }
  | { phase: 'selling'; quote: Quote; attempt: Attempt }
  /** Sent, but no answer came back: it may be sold. */
  | { phase: 'unheard'; quote: Quote; attempt: Attempt }
  | { phase: 'sold'; bet: Bet };

export type CashOutAction =
  | { type: 'ask' }
  | { type: 'offered'; quote: Quote; lifeMs: number }
  | { type: 'none'; text: string }
  | { type: 'send'; attempt: Attempt }
  | { type: 'unheard' }
  | { type: 'refused'; reason: string; text: string }
  | { type: 'sold'; bet: Bet };

/** The next step. Answers that come too late for the step they belong to change nothing. */
export function cashOutReducer(state: CashOutState, action: CashOutAction): CashOutState {
  switch (action.type) {
    case 'ask':
      if (state.phase === 'offered') return { phase: 'asking', before: state.quote };
      return state.phase === 'none' ? { phase: 'asking', before: undefined } : state;
    case 'offered': {
      if (state.phase !== 'asking') return state;
      const { note, before } = state;
      return {
        phase: 'offered',
        quote: action.quote,
        lifeMs: action.lifeMs,
        before,
        ...(note === undefined ? {} : { note }),
      };
    }
    case 'none':
      return state.phase === 'asking' ? { phase: 'none', text: action.text } : state;
    case 'send':
      if (state.phase !== 'offered' && state.phase !== 'unheard') return state;
      return { phase: 'selling', quote: state.quote, attempt: action.attempt };
    case 'unheard':
      if (state.phase !== 'selling') return state;
      return { phase: 'unheard', quote: state.quote, attempt: state.attempt };
    case 'refused':
      if (state.phase !== 'selling') return state;
      if (action.reason === 'no_cash_out') return { phase: 'none', text: action.text };
      // What it rested on has moved: a new offer is made, and nothing was sold.
      return { phase: 'asking', before: state.quote, note: action.text };
    case 'sold':
      return { phase: 'sold', bet: action.bet };
    default:
      return action satisfies never;
  }
}
