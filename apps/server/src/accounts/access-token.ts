import { minuteMs } from '@touchline/contract/durations';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Refused } from '../core/refusal.ts';
import { createTextSigner } from '../core/secrets.ts';

/** The member of an access token. */
type TokenMember = { id: string; shard: number; sessionId: string };

/** How long an access token lasts; an ended session is remembered for as long. */
export const accessTokenMs = 15 * minuteMs;

export type AccessTokens = {
  issue: (member: TokenMember) => { token: string; expiresAt: Date };
  /** @throws Refused `sign_in` when it is missing, malformed, forged or ended, `token_expired` when it is too old */
  verify: (token: string | undefined) => TokenMember;
};

const Claims = Compile(
  Type.Object({ m: Type.String(), h: Type.Integer(), s: Type.String(), e: Type.Number() }),
);

/** Longer than any token of ours; longer ones are not read. */
const tokenMaxLength = 512;
/** Tokens remembered as verified: the members active at once, with some to spare. */
const rememberedMax = 50_000;

type Verified = { member: TokenMember; expiresMs: number };

/**
 * Signs and verifies access tokens without a query: the token names the member, and its code proves that this
 * server wrote it. Verified tokens are remembered, so that a call costs a look-up in a map.
 * @param isEnded whether the session of a token has been ended before its time
 */
export const createAccessTokens = (options: {
  secret: Uint8Array;
  isEnded: (sessionId: string) => boolean;
  nowMs: () => number;
}): AccessTokens => {
  const { secret, isEnded, nowMs } = options;
  const signer = createTextSigner(secret, 'access-token');
  // Two generations: when the younger is full the older is dropped whole. Tokens in use move back into the younger.
  let young = new Map<string, Verified>();
  let old = new Map<string, Verified>();

  const remember = (token: string, verified: Verified): void => {
    if (young.size >= rememberedMax) {
      old = young;
      young = new Map();
    }
    young.set(token, verified);
  };

  const open = (token: string): Verified => {
    const text = token.length > tokenMaxLength ? undefined : signer.open(token);
    if (text === undefined) throw new Refused('sign_in');
    const claims: unknown = JSON.parse(text);
    if (!Claims.Check(claims)) throw new Refused('sign_in');
    return { member: { id: claims.m, shard: claims.h, sessionId: claims.s }, expiresMs: claims.e };
  };

  return {
    issue: ({ id, shard, sessionId }) => {
      const expiresMs = nowMs() + accessTokenMs;
      const token = signer.sign(JSON.stringify({ m: id, h: shard, s: sessionId, e: expiresMs }));
      return { token, expiresAt: new Date(expiresMs) };
    },
    verify: (token) => {
      if (token === undefined || token === '') throw new Refused('sign_in');
      let verified = young.get(token);
      if (verified === undefined) {
        verified = old.get(token) ?? open(token);
        remember(token, verified);
      }
      // Ended before expired: a client of an ended session must not be asked to refresh.
      if (isEnded(verified.member.sessionId)) throw new Refused('sign_in');
      if (verified.expiresMs <= nowMs()) throw new Refused('token_expired');
      return verified.member;
    },
  };
};
