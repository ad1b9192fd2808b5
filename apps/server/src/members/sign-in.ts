import { createHash } from 'node:crypto';
import type { Input } from '@touchline/contract/routes';
import { addressKey } from '../platform/address.ts';
import type { Queryable } from '../platform/database.ts';
import { Refused } from '../platform/refusal.ts';
import type { Caller } from '../http/handler.ts';
import { identityKey, readSignIn } from './identity.ts';
import type { PasswordHasher } from './password-hash.ts';
import { findForSignIn, setLanguage, type MemberRow, type SignInRow } from './queries.ts';
import type { OpenSession, SessionWriter } from './sessions.ts';
import { addressRule, attackFailures, pairRule, pairUnderAttackRule, type ThrottleRule } from './throttle.ts';
import { countAttempt, everything, failuresOf, forgiveAttempt } from './throttle-queries.ts';

export type SignInOptions = {
  db: Queryable;
  hasher: PasswordHasher;
  sessions: SessionWriter;
  now: () => Date;
  /** The site's calling code, for mobile numbers typed without one. */
  callingCode: string;
};

/** Never full: it only counts. */
const countOnly: ThrottleRule = { free: 1_000_000_000, firstWaitSeconds: 1 };

/**
 * Signs in by username, e-mail or mobile number and password. The answer and the work are the same whether the account
 * exists or not.
 *
 * Guessing is slowed where it happens: the pair of account and address is blocked after a few failures, and an address
 * that fails at many accounts is blocked where it is not known to the member. What happens elsewhere never blocks a
 * member: the pair of their own address stays open, and from a new one the first try is always heard.
 * @throws Refused `wrong_credentials`, `locked` with the time to come back, `unavailable` when too many are waiting
 */
export const createSignIn = ({ db, hasher, sessions, now, callingCode }: SignInOptions) => {
  const blockedBy = (until: Date | undefined): void => {
    if (until !== undefined) throw new Refused('locked', { until: until.toISOString() });
  };

  /** Counts the attempt as failed, beforehand: of many at once only as many as are free reach the password. */
  const admit = async (subject: string, address: string, member: SignInRow | undefined): Promise<void> => {
    const at = now();
    const known = member?.known === true;
    const attacked = !known && (await failuresOf(db, subject, at)) >= attackFailures;
    const rule = attacked ? pairUnderAttackRule : pairRule;
    blockedBy(await countAttempt(db, { subject, address, now: at, rule }));
    if (!known) {
      blockedBy(await countAttempt(db, { subject: everything, address, now: at, rule: addressRule }));
    }
    await countAttempt(db, { subject, address: everything, now: at, rule: countOnly });
  };

  return async (
    input: Input<'login'>,
    caller: Caller,
  ): Promise<{ member: MemberRow; session: OpenSession }> => {
    const identity = readSignIn(input.account, input.areaCode ?? callingCode);
    // Hashed: what people type into the wrong field by mistake is not kept.
    const subject = createHash('sha256').update(identityKey(identity)).digest('base64url');
    const address = addressKey(caller.address);
    const member = await findForSignIn(db, identity, address);
    await admit(subject, address, member);
    const right = await hasher.verify(input.password, member?.password_hash);
    if (!right || member === undefined) throw new Refused('wrong_credentials');
    await forgiveAttempt(db, { subject, address, total: member.known ? undefined : addressRule });
    const session = await sessions.open(member, caller, db);
    if (member.language !== caller.lan) await setLanguage(db, member.id, caller.lan);
    return { member: { ...member, language: caller.lan }, session };
  };
};
