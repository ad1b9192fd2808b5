import { parseOdds } from '@touchline/money/odds';

/** What the member wants done when the price moves between seeing and placing. */
export type Accept = 'none' | 'better' | 'any';

/** How a price stands to an earlier one: −1 shorter, 0 the same, 1 longer. Unreadable odds count as the same. */
export function moveOf(before: string | null | undefined, now: string | null | undefined): -1 | 0 | 1 {
  const [was, is] = [parseOdds(before ?? ''), parseOdds(now ?? '')];
  if (was === undefined || is === undefined || was === is) return 0;
  return is > was ? 1 : -1;
}

/** Whether a moved price is taken without asking, under the member's choice. */
export function adopts(accept: Accept, before: string, now: string): boolean {
  const move = moveOf(before, now);
  return move !== 0 && (accept === 'any' || (accept === 'better' && move === 1));
}
