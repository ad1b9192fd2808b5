import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { Id, Moment } from './common.ts';
import type { Shape } from '../sendable.ts';

export const Password = Type.String({
  minLength: limits.passwordMinLength,
  maxLength: limits.passwordMaxLength,
});
/** A password as typed, to be checked. */
export const TypedPassword = Type.String({ minLength: 1, maxLength: 64 });
export const AreaCode = Type.String({ pattern: '^[1-9][0-9]{0,3}$', description: 'calling code without +' });
/** A code that was sent, as typed. */
export const Code = Type.String({
  minLength: 1,
  maxLength: 24,
  description: 'six digits, of any script',
});
/** A code of the authenticator app, or one of the recovery codes. */
export const Otp = Type.String({
  minLength: 6,
  maxLength: 24,
  description: 'six digits, or a recovery code',
});
/** What a browser calls itself, kept by it: the same for all accounts opened there. */
export const Device = Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$' });

export const codePurposes = ['login', 'register', 'reset', 'bind'] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** A session as its member sees it. */
export const OpenDevice = Type.Object({
  id: Id,
  current: Type.Boolean(),
  /** Browser and system, as far as they are known: "Firefox", "Android". */
  browser: Type.Optional(Type.String()),
  system: Type.Optional(Type.String()),
  address: Type.String({ description: 'its network, the last part left out' }),
  createdAt: Moment,
  lastUsedAt: Moment,
});
export type OpenDevice = Shape<typeof OpenDevice>;

export const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  createdAt: Moment,
  lastUsedAt: Type.Optional(Moment),
});
export type Passkey = Shape<typeof Passkey>;

/** What keeps an account safe. */
export const Security = Type.Object({
  otp: Type.Boolean(),
  recoveryLeft: Type.Integer(),
  passkeys: Type.Array(Passkey),
  passwordChangedAt: Type.Optional(Moment),
});
export type Security = Shape<typeof Security>;

/** Options and answers of WebAuthn, as the browser's interface has them; the server's library reads them. */
export const WebAuthn = Type.Record(Type.String(), Type.Unknown());
