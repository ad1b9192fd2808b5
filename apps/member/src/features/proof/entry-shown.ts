import type { MoneyEntry } from '@touchline/contract/shapes/money';
import { parseAmount } from '@touchline/money/amount';

/** An entry of the wallet as it is on the screen, in the units of the body that is in the log. */
export const entryShown = (
  { kind, amount, held, balanceAfter, heldAfter }: MoneyEntry,
  scale: number,
): Record<'type' | 'amount' | 'heldChange' | 'available' | 'held', string> => ({
  type: kind,
  amount: minorOf(amount, scale),
  heldChange: minorOf(held, scale),
  available: minorOf(balanceAfter, scale),
  held: minorOf(heldAfter, scale),
});

/** Minor units of an amount, with its sign. */
const minorOf = (amount: string, scale: number): string => {
  const isBelow = amount.startsWith('-');
  const minor = parseAmount(amount.replace(/^[+-]/, ''), scale);
  return minor === undefined ? amount : String(isBelow ? -minor : minor);
};
