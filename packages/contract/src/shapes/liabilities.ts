import { Type } from 'typebox';
import type { Shape } from '../sendable.ts';
import { Amount, Id, Moment, SignedAmount } from './common.ts';
import { OperatorName } from './office.ts';

/** A whole number in minor units, as entries of the log write it. */
const Minor = Type.String({ pattern: '^(0|[1-9][0-9]{0,18})$', description: 'in minor units' });

/** The pieces of one member's amounts in a sum tree, with the nodes beside the way to its root (docs/proofs-format.md). */
export const SumProof = Type.Object({
  leaves: Type.Array(
    Type.Object({
      index: Type.Integer({ minimum: 0 }),
      nonce: Type.String({ description: 'base64' }),
      sums: Type.Array(Minor),
    }),
  ),
  siblings: Type.String({ description: 'base64' }),
});

/** What the house owes to all members, or to one. */
const Owed = Type.Object({ available: Amount, held: Amount, openBets: Amount });

/** The newest snapshot of what the house owes, with the proof that the member's amounts are in it. */
export const LiabilityProof = Type.Object({
  entry: Type.String({ description: 'the public entry: canonical JSON with root and totals' }),
  at: Moment,
  version: Type.Integer({ description: 'number of the last entry of the wallet that is in it' }),
  owed: Owed,
  proof: SumProof,
});

/** Play money that was issued: `amount` is what was given and paid in, less what members have lost. */
const Issued = Type.Object({
  kind: Type.Literal('issued'),
  amount: SignedAmount,
  given: SignedAmount,
  paidIn: SignedAmount,
  lost: SignedAmount,
});

export const Reserve = Type.Union([Issued]);
export type Reserve = Shape<typeof Reserve>;

/** A snapshot as the office sees it. */
export const LiabilitySnapshot = Type.Object({
  id: Id,
  at: Moment,
  madeBy: Type.Optional(Type.Object(OperatorName.properties, { description: 'missing: the daily one' })),
  members: Type.Integer(),
  size: Type.Integer({ description: 'leaves of the tree' }),
  root: Type.String({ description: 'base64' }),
  owed: Owed,
  reserves: Type.Array(Reserve),
});
export type LiabilitySnapshot = Shape<typeof LiabilitySnapshot>;

/** A snapshot that was not published, because the wallets were not what the ledger says. */
export const LiabilityRefusal = Type.Object({
  at: Moment,
  madeBy: Type.Optional(OperatorName),
  differences: Type.Array(Type.String()),
});
export type LiabilityRefusal = Shape<typeof LiabilityRefusal>;
