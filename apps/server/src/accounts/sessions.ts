import { dayMs } from '@touchline/contract/durations';
import { isId, newId } from '../core/ids.ts';
import { addressKey } from '../core/http/request-origin.ts';
import type { Queryable } from '../core/database/database.ts';
import { Refused } from '../core/refusal.ts';
import type { Caller } from '../core/handler.ts';
import type { AccessTokens } from './access-token.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { hashOf, type RefreshTokens } from './refresh-token.ts';
import {
  endOwnSession,
  endSession,
  endSessionsOf,
  findOpenSession,
  insertSession,
  isLocked,
  pruneSessions,
  rotateSession,
  type EndedWhy,
} from './session-queries.ts';
import { userAgentMax } from './device.ts';
import type { MemberRow } from './queries.ts';

/** A new pair of tokens. */
export type TokenPair = { token: string; refreshToken: string; expiresAt: string };

/** A session that began, and its member. */
export type SignIn = { member: MemberRow; session: TokenPair };

export type SessionWriter = {
  /** Begins a session of a member; inside a transaction when its connection is given. */
  open(member: { id: string; shard: number }, caller: Caller, db: Queryable): Promise<TokenPair>;
};

/** A session that is not used for this long is over. */
const idleMs = 30 * dayMs;
/** The token before the valid one is answered again within this time, for a lost reply. */
const graceMs = 10_000;
/** Sessions that are over are kept this long; the latest of a member from an address longer. */
const keptMs = 90 * dayMs;
const knownMs = 365 * dayMs;

export type SessionsOptions = {
  db: Queryable;
  accessTokens: AccessTokens;
  refreshTokens: RefreshTokens;
  ended: EndedSessions;
  now: () => Date;
};

/**
 * Sessions: each is a family of refresh tokens of which one is valid. A refresh replaces it. Within ten
 * seconds the token before it gets the very same successor, so a client that lost a reply, or asked twice at
 * once, continues, and no second line of tokens begins. After that, or for any older token, another person holds a
 * copy: the session ends for everyone who holds a part of it.
 */
export class Sessions {
  readonly #db: Queryable;
  readonly #accessTokens: AccessTokens;
  readonly #refreshTokens: RefreshTokens;
  readonly #ended: EndedSessions;
  readonly #now: () => Date;

  constructor({ db, accessTokens, refreshTokens, ended, now }: SessionsOptions) {
    this.#db = db;
    this.#accessTokens = accessTokens;
    this.#refreshTokens = refreshTokens;
    this.#ended = ended;
    this.#now = now;
  }

  /**
   * Begins a session.
   * @param on the pool, or the connection of a transaction
   * @param passwordHash of the password that begins it, if one does
   * @throws Refused `wrong_credentials` when the password was changed in the meantime, `account_locked`
   */
  async open(
    member: { id: string; shard: number },
    caller: Caller,
    on: Queryable,
    passwordHash?: string,
  ): Promise<TokenPair> {
    const id = newId();
    const first = this.#refreshTokens.first(id);
    const session = {
      id,
      memberId: member.id,
      // PostgreSQL has no null character, and headers may contain malformed text.
      userAgent: caller.userAgent.replaceAll('\0', '').toWellFormed().slice(0, userAgentMax).toWellFormed(),
      address: addressKey(caller.address),
      refreshHash: hashOf(first),
      now: this.#now(),
      expiresAt: new Date(this.#now().getTime() + idleMs),
    };
    if (!(await insertSession(on, session, passwordHash))) {
      throw new Refused((await isLocked(on, member.id)) ? 'account_locked' : 'wrong_credentials');
    }
    return this.#pair(member, id, first.text);
  }

  /** @throws Refused `sign_in` when the token is unknown, over, or used before */
  async refresh(text: string): Promise<TokenPair> {
    const given = this.#refreshTokens.read(text);
    if (given === undefined) throw new Refused('sign_in');
    const id = given.sessionId;
    const next = this.#refreshTokens.after(given);
    const at = this.#now();
    const owner = await rotateSession(this.#db, {
      id,
      hash: hashOf(given),
      next: hashOf(next),
      now: at,
      expiresAt: new Date(at.getTime() + idleMs),
    });
    if (owner !== undefined) return this.#pair({ id: owner.member_id, shard: owner.shard }, id, next.text);
    const session = await findOpenSession(this.#db, id, at);
    if (session === undefined) throw new Refused('sign_in');
    const isPrevious = session.previous_hash?.equals(hashOf(given)) === true;
    if (isPrevious && at.getTime() - session.rotated_at.getTime() <= graceMs) {
      return this.#pair({ id: session.member_id, shard: session.shard }, id, next.text);
    }
    await this.end(id, 'token_reused');
    throw new Refused('sign_in');
  }

  /** Ends a session: its tokens are refused from now on. */
  signOut(sessionId: string): Promise<void> {
    return this.end(sessionId, 'signed_out');
  }

  async end(sessionId: string, why: EndedWhy): Promise<void> {
    await endSession(this.#db, sessionId, why);
    this.#ended.add(sessionId);
  }

  /** Ends one of a member's own sessions; false when there is no such open one. */
  async endOne(memberId: string, id: string): Promise<boolean> {
    if (!isId(id) || !(await endOwnSession(this.#db, { id, memberId, why: 'ended', now: this.#now() })))
      return false;
    this.#ended.add(id);
    return true;
  }

  /** Ends all sessions of a member, except one if it is named: here at once, in other processes within a second. */
  async endAll(memberId: string, { except }: { except?: string }, why: EndedWhy): Promise<void> {
    for (const id of await endSessionsOf(this.#db, memberId, why, except)) this.#ended.add(id);
  }

  /** Deletes sessions that are long over. */
  tidy(): Promise<void> {
    const nowMs = this.#now().getTime();
    return pruneSessions(this.#db, {
      before: new Date(nowMs - keptMs),
      knownBefore: new Date(nowMs - knownMs),
    });
  }

  #pair(member: { id: string; shard: number }, sessionId: string, refreshToken: string): TokenPair {
    const { token, expiresAt } = this.#accessTokens.issue({ id: member.id, shard: member.shard, sessionId });
    return { token, refreshToken, expiresAt: expiresAt.toISOString() };
  }
}
