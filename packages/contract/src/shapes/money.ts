import { Type, type Static } from 'typebox';
import { Amount, Id, Moment, oneOf, SignedAmount } from './common.ts';

/** Why money moved in a wallet. */
export const moneyKinds = [
  'grant',
  'stake',
  'live_delay',
  'live_refused',
  'payout',
  'refund',
  'cash_out',
  'correction',
  'recharge',
  'recharge_fee',
  'withdrawal',
  'withdrawal_paid',
  'withdrawal_fee',
  'withdrawal_returned',
  'adjustment',
  'check_in',
  'commission',
  'commission_reversed',
] as const;
export type MoneyKind = (typeof moneyKinds)[number];

/** An entry of the wallet, as it stands in the ledger. */
export const MoneyEntry = Type.Object({
  id: Id,
  kind: oneOf([...moneyKinds]),
  // Changes of the balance, and of what is held.
  amount: SignedAmount,
  held: SignedAmount,
  balanceAfter: Amount,
  heldAfter: Amount,
  at: Moment,
  // What it belongs to: the bet, the recharge, the withdrawal.
  ref: Type.Optional(Id),
  /** The same in words: the match, the channel, where it went. */
  note: Type.Optional(Type.String()),
});
export type MoneyEntry = Static<typeof MoneyEntry>;
