import { Type } from 'typebox';
import { Amount, Id, Moment, oneOf } from './common.ts';
import { Restriction } from './play.ts';
import type { Shape } from '../sendable.ts';

export const identityStates = ['none', 'in_review', 'verified', 'refused'] as const;

export const User = Type.Object({
  id: Id,
  account: Type.String(),
  mobile: Type.Optional(Type.String()),
  areaCode: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  /** What others of the team and the inbox call the member. */
  nickname: Type.Optional(Type.String()),
  birthDate: Type.String({ format: 'date' }),
  realName: Type.Optional(Type.String()),
  verified: Type.Boolean(),
  /** Where the check of the member's name and birth date is, and why it was refused. */
  identity: oneOf([...identityStates]),
  identityReason: Type.Optional(Type.String()),
  invitationCode: Type.String(),
  balance: Amount,
  held: Amount,
  currency: Type.String(),
  vipLevel: Type.Integer(),
  teamLevel: Type.Integer(),
  language: Type.String(),
  registeredAt: Moment,
  turnoverLeft: Amount,
  /** Version of the terms the member has accepted. */
  termsAccepted: Type.Optional(Type.String()),
  /** What keeps the member from betting and recharging; without `until` it is for good. */
  restriction: Type.Optional(Restriction),
  /** Whether signing in needs a second factor. */
  otp: Type.Boolean(),
});
export type User = Shape<typeof User>;

export const Tokens = Type.Object({ token: Type.String(), refreshToken: Type.String(), expiresAt: Moment });
export type Tokens = Shape<typeof Tokens>;

export const Session = Type.Object({
  token: Type.String(),
  refreshToken: Type.String(),
  expiresAt: Moment,
  user: User,
});
export type Session = Shape<typeof Session>;
