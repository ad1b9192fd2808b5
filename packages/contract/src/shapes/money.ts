import { Type } from 'typebox';
import { Amount, Id, Moment, oneOf, SignedAmount } from './common.ts';
import { Receipt } from './receipt.ts';
import { moneyKinds } from '../kinds.ts';
import type { Shape } from '../sendable.ts';

/** An entry of the wallet, as the ledger has it. */
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
  receipts: Type.Optional(Type.Array(Receipt, { description: 'of this entry; missing in lists' })),
});
export type MoneyEntry = Shape<typeof MoneyEntry>;
