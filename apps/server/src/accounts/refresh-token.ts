import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { idPattern } from '../core/ids.ts';

/** The parts of a refresh token: its session and its secret part. */
export type RefreshToken = { text: string; sessionId: string; part: string };

export type RefreshTokens = {
  /** The first token of a session, random. */
  first: (sessionId: string) => RefreshToken;
  /** The next token: always the same one, so that a lost reply can be repeated without being stored. */
  after: (token: RefreshToken) => RefreshToken;
  /** Undefined unless this server made it. */
  read: (text: string) => RefreshToken | undefined;
};

/** The hash that the database stores of a token. */
export const hashOf = (token: RefreshToken): Buffer => createHash('sha256').update(token.text).digest();

const pattern = new RegExp(`^(${idPattern})\\.([\\w-]{43})\\.([\\w-]{22})$`);

/**
 * Refresh tokens: "<session>.<256 bits>.<code>".
 * The bits of the first are random, those of each next one are derived from the one before with the server's
 * secret. Neither the database (it has hashes only) nor the secret alone is enough to make one. The code
 * proves that a token was once made here, so that the re-use of an old one is distinguished from a forgery:
 * re-use ends the session, a forgery that merely names it does not.
 */
export const createRefreshTokens = (secret: Uint8Array): RefreshTokens => {
  const keyFor = (purpose: string): Buffer => createHmac('sha256', secret).update(purpose).digest();
  const chainKey = keyFor('refresh-chain');
  const codeKey = keyFor('refresh-code');
  const codeOf = (sessionId: string, part: string): string =>
    createHmac('sha256', codeKey)
      .update(`${sessionId}.${part}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url');
  const make = (sessionId: string, part: string): RefreshToken => ({
    text: `${sessionId}.${part}.${codeOf(sessionId, part)}`,
    sessionId,
    part,
  });
  return {
    first: (sessionId) => make(sessionId, randomBytes(32).toString('base64url')),
    after: ({ sessionId, part }) =>
      make(sessionId, createHmac('sha256', chainKey).update(`${sessionId}.${part}`).digest('base64url')),
    read: (text) => {
      const [, sessionId = '', part = '', code = ''] = pattern.exec(text) ?? [];
      if (sessionId === '') return undefined;
      if (!timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(sessionId, part)))) return undefined;
      return { text, sessionId, part };
    },
  };
};
