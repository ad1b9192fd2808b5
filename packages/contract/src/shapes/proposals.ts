import { Type } from 'typebox';
import { Id, Moment, oneOf, Version } from './common.ts';
import { OperatorName, operatorRoles, sharedOrigins } from './office.ts';
import type { Shape } from '../sendable.ts';

export const proposalStates = ['proposed', 'applied', 'refused', 'withdrawn', 'expired'] as const;
export type ProposalState = (typeof proposalStates)[number];

export const proposalDecisions = ['apply', 'refuse', 'withdraw'] as const;
export type ProposalDecision = (typeof proposalDecisions)[number];

/** The request of the person who is let in; missing in proposals of before there were requests, which cannot be applied. */
const access = Type.Optional(Id);
const Roles = Type.Array(oneOf([...operatorRoles]));

/**
 * What changes of an operator need a second owner: a new operator, a role more, being enabled again, a new password, and the loss
 * of the second factor.
 */
export const OperatorChange = Type.Union([
  Type.Object({ change: Type.Literal('add'), account: Type.String(), roles: Roles, access }),
  Type.Object({ change: Type.Literal('roles'), before: Roles, roles: Roles }),
  Type.Object({ change: Type.Literal('enable') }),
  Type.Object({ change: Type.Literal('password'), access }),
  Type.Object({ change: Type.Literal('factor_end') }),
]);
export type OperatorChange = Shape<typeof OperatorChange>;

/** A change of an operator: proposed by one owner, applied by another. */
export const OperatorProposal = Type.Object({
  id: Id,
  /** Missing while the operator is only proposed. */
  operator: Type.Optional(OperatorName),
  change: OperatorChange,
  reason: Type.Optional(Type.String()),
  state: oneOf([...proposalStates]),
  version: Version,
  proposedBy: OperatorName,
  proposedAt: Moment,
  expiresAt: Moment,
  decidedBy: Type.Optional(OperatorName),
  decidedAt: Type.Optional(Moment),
  alone: Type.Optional(
    Type.Literal(true, { description: 'applied by who proposed it: there was no second owner' }),
  ),
  shared: Type.Optional(
    Type.Enum([...sharedOrigins], {
      description: 'what the caller and who proposed it both used within 30 days',
    }),
  ),
  note: Type.Optional(Type.String({ description: 'what the one who decided wrote' })),
});
export type OperatorProposal = Shape<typeof OperatorProposal>;
