import { useEffect, useReducer, useRef } from 'react';
import type { CallInput, Output } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import { call, failureText } from '../../lib/call.ts';
import { laterWhenSeen } from '../../lib/when-seen.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { CallError, isUnheard } from '@touchline/client/errors';
import { newKey } from '@touchline/client/new-key';
import { queryClient, refreshUser } from '../../lib/query.ts';
import { showBet } from '../live/live-cache.ts';
import { cashOutReducer, type CashOutState, leastOf, lifeOf, shareText } from './cash-out-state.ts';
import { keepReceiptsOf } from '../proof/receipts-in.ts';

/** How soon is asked again while nothing is offered: a market is suspended briefly. */
const againMs = 3_000;

type Quote = Output<'cashOutQuote'>;

/**
 * Keeps an offer for a bet as long as it is looked at, and sells at it. An attempt whose reply got lost is sent again
 * as it was, under its key.
 */
export const useCashOut = (
  betId: string,
  scale: number,
): { state: CashOutState; sell: (percent: number) => void; retry: () => void } => {
  const [state, dispatch] = useReducer(cashOutReducer, { phase: 'asking', before: undefined });
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const isAsking = state.phase === 'asking';
  useEffect(() => {
    if (!isAsking) return undefined;
    const giveUp = new AbortController();
    call('cashOutQuote', { bet: betId }, { mask: false, quiet: true, signal: giveUp.signal }).then(
      (quote: Quote) => dispatch({ type: 'offered', quote, lifeMs: lifeOf(quote.expiresAt, serverNow()) }),
      (error: unknown) => {
        if (!giveUp.signal.aborted) dispatch({ type: 'none', text: failureText(error) });
      },
    );
    return () => giveUp.abort();
  }, [isAsking, betId]);

  const { phase } = state;
  const quote = phase === 'offered' ? state.quote : undefined;
  const lifeMs = phase === 'offered' ? state.lifeMs : 0;
  useEffect(() => {
    if (quote === undefined && phase !== 'none') return undefined;
    return laterWhenSeen(() => dispatch({ type: 'ask' }), quote === undefined ? againMs : lifeMs);
  }, [phase, quote, lifeMs]);

  const send = async (attempt: CallInput<'cashOut'>): Promise<void> => {
    dispatch({ type: 'send', attempt });
    try {
      const bet: Bet = await call('cashOut', attempt, { mask: false, quiet: true });
      keepReceiptsOf(bet);
      showBet(queryClient, bet);
      void refreshUser().catch(() => undefined);
      if (isHere.current) dispatch({ type: 'sold', bet });
    } catch (error) {
      if (isUnheard(error)) dispatch({ type: 'unheard' });
      else if (error instanceof CallError) {
        dispatch({ type: 'refused', reason: error.reason, text: failureText(error) });
      }
    }
  };

  return {
    state,
    sell: (percent) => {
      if (state.phase !== 'offered') return;
      const { quote: signed, offer, waitMs } = state.quote;
      const least = waitMs === undefined ? undefined : leastOf(offer, scale);
      void send({ key: newKey(), bet: betId, quote: signed, share: shareText(percent), least });
    },
    retry: () => {
      if (state.phase === 'unheard') void send(state.attempt);
      else dispatch({ type: 'ask' });
    },
  };
};
