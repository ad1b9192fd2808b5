import { Type } from 'typebox';
import type { Shape } from '../sendable.ts';
import { amountPattern } from '../limits.ts';
import { Amount, Id, Moment, oneOf, SignedAmount, Version } from './common.ts';
import { OperatorName } from './office.ts';

/** The networks whose addresses can be reserves. */
export const reserveNetworks = ['usdt-trc20', 'usdt-erc20'] as const;

const Day = Type.String({ format: 'date' });

/** A whole number in minor units, as entries of the log write it. */
const Minor = Type.String({ pattern: '^(0|[1-9][0-9]{0,18})$', description: 'in minor units' });

/** The pieces of one member's amounts in a sum tree, with the nodes next to the way to its root (docs/proof-formats.md). */
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
  currency: Type.String(),
  amount: SignedAmount,
  given: SignedAmount,
  paidIn: SignedAmount,
  lost: SignedAmount,
});
/** What was on an address of which the house has shown to have the key. */
const OnChain = Type.Object({
  kind: Type.Literal('address'),
  currency: Type.String(),
  network: Type.String(),
  address: Type.String(),
  amount: Type.Optional(
    Type.String({ pattern: amountPattern, description: 'missing: the chain did not answer' }),
  ),
  block: Type.Optional(Type.String()),
});
/** What a bank or a provider states. */
const Statement = Type.Object({
  kind: Type.Literal('statement'),
  currency: Type.String(),
  name: Type.String(),
  amount: Amount,
  day: Day,
  fileHash: Type.String(),
});

export const Reserve = Type.Union([Issued, OnChain, Statement]);
export type Reserve = Shape<typeof Reserve>;

/** An address whose key the house has shown to have. */
export const ReserveAddress = Type.Object({
  id: Id,
  network: oneOf([...reserveNetworks]),
  address: Type.String(),
  day: Day,
  counts: Type.Boolean({ description: 'signed within 35 days' }),
  addedBy: Type.Optional(OperatorName),
});
export type ReserveAddress = Shape<typeof ReserveAddress>;

/** A statement that was proposed, and counts once another operator has applied it. */
export const ReserveProposal = Type.Object({
  id: Id,
  name: Type.String(),
  amount: Amount,
  day: Day,
  fileHash: Type.String(),
  reason: Type.String(),
  state: oneOf(['proposed', 'applied', 'refused', 'withdrawn']),
  version: Version,
  counts: Type.Boolean({ description: 'applied, the newest of its name and not older than 35 days' }),
  proposedBy: OperatorName,
  proposedAt: Moment,
  decidedBy: Type.Optional(OperatorName),
  decidedAt: Type.Optional(Moment),
  note: Type.Optional(Type.String()),
});
export type ReserveProposal = Shape<typeof ReserveProposal>;

/** A wish to publish what the house owes before the day is over; another operator applies it. */
export const LiabilityProposal = Type.Object({
  id: Id,
  reason: Type.String(),
  state: oneOf(['proposed', 'applied', 'refused', 'withdrawn']),
  version: Version,
  proposedBy: OperatorName,
  proposedAt: Moment,
  decidedBy: Type.Optional(OperatorName),
  decidedAt: Type.Optional(Moment),
  note: Type.Optional(Type.String()),
});
export type LiabilityProposal = Shape<typeof LiabilityProposal>;

/** A snapshot as the office sees it. */
export const LiabilitySnapshot = Type.Object({
  id: Id,
  at: Moment,
  madeBy: Type.Optional(Type.Object(OperatorName.properties, { description: 'missing: the daily one' })),
  members: Type.Integer(),
  rounded: Type.Boolean({ description: 'totals are rounded up: it was published between the days' }),
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
