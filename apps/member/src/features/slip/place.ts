import { formatAmount } from '@touchline/money/amount';
import type { Input } from '@touchline/contract/routes';
import { call, failureText } from '../../api/call.ts';
import { CallError } from '../../api/errors.ts';
import { queryClient, refreshUser } from '../../api/query.ts';
import { showBet } from '../live/live-cache.ts';
import { stakeMinor } from './keypad.ts';
import { readRefusal } from './refusal.ts';
import type { Attempt, SlipState } from './slip-state.ts';
import { dispatchSlip, readSlip } from './slip-store.ts';

/** A key no other attempt has: 128 random bits. `randomUUID` is missing on pages without https. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const newAttempt = ({ stake, agreed, accept }: SlipState, scale: number): Attempt | undefined => {
  const minor = stakeMinor(stake, scale);
  return minor === undefined
    ? undefined
    : { key: newKey(), stake: formatAmount(minor, scale), odds: agreed, accept };
};

/** Whether nothing is known of what became of a call: it may have been carried out. */
const isUnheard = ({ code, reason }: CallError): boolean =>
  code < 0 || reason === 'fault' || reason === 'unavailable';

/**
 * Places the bet in the slip and moves the slip by the answer. An attempt whose reply got lost is sent again as
 * it was, under its key, so the book places it once at most.
 * @param scale decimals of the wallet's currency
 */
export const placeBet = async (scale: number): Promise<void> => {
  const slip = readSlip();
  const { pick, phase } = slip;
  const attempt = slip.attempt ?? newAttempt(slip, scale);
  if (pick === undefined || attempt === undefined || phase === 'placing' || phase === 'placed') return;
  dispatchSlip({ type: 'send', attempt });
  const { event, market, selection, line } = pick;
  const leg = { event, market, selection, ...(line === undefined ? {} : { line }), odds: attempt.odds };
  const { key, stake, accept } = attempt;
  try {
    const input: Input<'orderAdd'> = { key, type: 'single', stake, accept, legs: [leg] };
    const bet = await call('orderAdd', input, { mask: false, quiet: true });
    dispatchSlip({ type: 'placed', bet });
    showBet(queryClient, bet);
  } catch (error) {
    if (!(error instanceof CallError) || isUnheard(error)) dispatchSlip({ type: 'unheard' });
    else dispatchSlip({ type: 'refused', refused: readRefusal(error, failureText(error)) });
    // The price or the market may have moved without a message; the slip shows what the book says now.
    void queryClient.invalidateQueries({ queryKey: ['eventDetail', { id: event }] });
  }
  void refreshUser().catch(() => undefined);
};
