import { Type } from 'typebox';
import { Passkey } from './account.ts';
import { Id, Moment, oneOf } from './common.ts';
import { OperatorAccount, OwnerAlone } from './office.ts';
import type { Shape } from '../sendable.ts';

/** What a session of the office began with: the password alone, or with a code or a recovery code, or a passkey. */
export const provenBy = ['password', 'totp', 'recovery', 'passkey'] as const;
export type ProvenBy = (typeof provenBy)[number];

/** What keeps an operator's account safe beyond the password. */
export const OperatorFactor = Type.Object({
  totp: Type.Boolean({ description: 'codes of an authenticator app' }),
  passkeys: Type.Array(Passkey),
  recoveryLeft: Type.Integer(),
  mustSetUp: Type.Boolean({
    description: 'nothing else may be done until there is an authenticator app or a passkey',
  }),
});
export type OperatorFactor = Shape<typeof OperatorFactor>;

/** The calls of the office that the roles of an operator open, by name: what an app offers follows from it. */
export const OpenCalls = Type.Array(Type.String());

/** The operator who asks. */
export const Me = Type.Object({
  ...OperatorAccount.properties,
  calls: OpenCalls,
  secondFactor: OperatorFactor,
  ownerAlone: Type.Optional(OwnerAlone),
  idleMinutes: Type.Integer({ description: 'a session that is not used for this time ends' }),
  expiresAt: Type.String({ format: 'date-time', description: 'when this session ends, however much used' }),
});

/** A session of the office as its operator sees it. */
export const OfficeSession = Type.Object({
  id: Id,
  current: Type.Boolean(),
  /** Browser and system, as far as they are known: "Firefox", "Windows". */
  browser: Type.Optional(Type.String()),
  system: Type.Optional(Type.String()),
  address: Type.String({ description: 'of IPv6, its network' }),
  proven: oneOf([...provenBy]),
  createdAt: Moment,
  lastUsedAt: Moment,
});
export type OfficeSession = Shape<typeof OfficeSession>;
