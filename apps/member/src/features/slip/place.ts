import {
  type PlacingAttempt,
  type Item,
  readRefusal,
  type SlipEdit,
  type SlipState,
  systemOf,
  type TicketId,
  ticketOf,
} from './slip.ts';
import type { Bet } from '@touchline/contract/shapes/bet';
import { formatAmount } from '@touchline/money/amount';
import { call, failureText } from '../../lib/call.ts';
import { CallError, isUnheard } from '@touchline/client/errors';
import { newKey } from '@touchline/client/new-key';
import { queryClient, refreshUser } from '../../lib/query.ts';
import { feelDone } from '../../ui/haptics.ts';
import { showBet } from '../live/live-cache.ts';
import { keepReceiptsOf } from '../proof/receipts-in.ts';
import { typedMinor } from '../number-pad/keypad.ts';
import { idOf } from './selection.ts';
import { dispatchSlip, keepStake, readSlip } from './slip-store.ts';

const legOf = ({
  pick: { event, market, selection, line, parts },
  agreed,
}: Item): PlacingAttempt['legs'][number] => ({
  event,
  market,
  selection,
  line,
  odds: agreed,
  ...(parts && { parts: [...parts] }),
});

const newAttempt = (state: SlipState, of: TicketId, scale: number): PlacingAttempt | undefined => {
  const ticket = ticketOf(state, of);
  const minor = ticket === undefined ? undefined : typedMinor(ticket.stake, scale);
  if (ticket === undefined || minor === undefined || minor === 0n) return undefined;
  const items =
    typeof of === 'string' ? state.items : state.items.filter(({ pick }) => idOf(pick) === of.single);
  return {
    key: newKey(),
    type: typeof of === 'string' ? of : 'single',
    k: of === 'system' ? systemOf(state) : undefined,
    stake: formatAmount(minor, scale),
    accept: state.accept,
    // The member was warned of an identical bet, and places this one too.
    again: ticket.refused?.reason === 'duplicate' ? true : undefined,
    legs: items.map(legOf),
  };
};

/** Refusals of safer play. */
const safer: ReadonlySet<string> = new Set(['excluded', 'limit_reached', 'reality_check']);

/** Keeps the receipt on this device with what the member agreed to; a bet is placed also where nothing can be kept. */
const keep = async (bet: Bet, { accept, legs }: PlacingAttempt, scale: number): Promise<void> => {
  try {
    const { keepProof } = await import('../proof/kept-proofs.ts');
    // A member who takes moved prices agreed to those of the confirmation.
    const agreed =
      accept === 'none' ? { odds: new Map(legs.map(({ event, odds }) => [event, odds])) } : undefined;
    await keepProof(bet, { ...agreed, scale });
  } catch {
    // The server gives the receipt again.
  }
};

/** Places a bet, or replaces an open one by it. */
const order = async (
  attempt: PlacingAttempt,
  edit: SlipEdit | undefined,
): Promise<{ bet: Bet; sold?: Bet | undefined }> => {
  const quiet = { mask: false, quiet: true };
  if (edit === undefined) return { bet: await call('orderAdd', attempt, quiet) };
  const { key, ...rest } = attempt;
  const input = { key, bet: edit.bet, quote: edit.sent ?? '', order: rest };
  const { sold, placed } = await call('betEdit', input, quiet);
  keepReceiptsOf(sold);
  showBet(queryClient, sold);
  return { bet: placed, sold };
};

const placeOne = async (of: TicketId, scale: number, quote: string | undefined): Promise<void> => {
  const state = readSlip();
  const ticket = ticketOf(state, of);
  const attempt = ticket?.attempt ?? newAttempt(state, of, scale);
  if (ticket === undefined || attempt === undefined || ticket.phase === 'placing') return;
  // An attempt that is sent again keeps its quote.
  const sent = ticket.attempt === undefined ? quote : state.edit?.sent;
  const edit = state.edit && { bet: state.edit.bet, sent };
  dispatchSlip({ type: 'send', of, attempt, edit });
  try {
    const { bet, sold } = await order(attempt, edit);
    dispatchSlip({ type: 'placed', of, bet, sold });
    keepStake(attempt.stake);
    feelDone();
    showBet(queryClient, bet);
    void keep(bet, attempt, scale);
  } catch (error) {
    if (isUnheard(error)) dispatchSlip({ type: 'unheard', of });
    else if (error instanceof CallError) {
      dispatchSlip({ type: 'refused', of, refused: readRefusal(error, failureText(error)) });
    }
    // A limit, a pause or a reality check refused it: what is known of them is old.
    if (error instanceof CallError && safer.has(error.reason)) {
      void queryClient.invalidateQueries({ queryKey: ['playInfo'] });
    }
    // The price or the market may have moved without a message; the slip shows what the book says now.
    for (const { event } of attempt.legs) {
      void queryClient.invalidateQueries({ queryKey: ['eventDetail', { id: event }] });
    }
    void queryClient.invalidateQueries({ queryKey: ['builderQuote'] });
    void queryClient.invalidateQueries({ queryKey: ['cashOutQuote'] });
  }
};

/**
 * Places bets of the slip, each under its own key. An attempt whose reply got lost is sent again as it was,
 * under its key, so the book places it once at most.
 * @param scale decimals of the wallet's currency
 * @param quote for the open bet that the slip replaces
 */
export const placeBets = async (bets: readonly TicketId[], scale: number, quote?: string): Promise<void> => {
  await Promise.all(bets.map((of) => placeOne(of, scale, quote)));
  void refreshUser().catch(() => undefined);
};
