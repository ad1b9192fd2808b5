import { createHash } from 'node:crypto';
import type { Queryable } from '../database.ts';
import type { PasswordHasher } from '../password-hash.ts';
import { Refused } from '../refusal.ts';
import { countAttempt, everything, failuresOf, forgiveAttempt } from './queries.ts';
import { addressRule, attackFailures, pairRule, pairUnderAttackRule, type ThrottleRule } from './rules.ts';

/** A password to be judged: whose it is said to be, and where it comes from. */
type Attempt = {
  /** The account in its one spelling, with a word for its kind. Kept as a hash. */
  subject: string;
  /** As addressKey writes it. */
  address: string;
  /** Whether the account was signed in to from there before. */
  known: boolean;
  password: string;
  /** The account's hash; undefined when there is no such account, which costs the same work. */
  stored: string | undefined;
};

/** Never full: it only counts. */
const countOnly: ThrottleRule = { free: 1_000_000_000, firstWaitSeconds: 1 };

/**
 * Judges passwords, of members and of operators, and slows guessing where it happens: the pair of account and address is
 * blocked after a few failures, and an address that fails at many accounts is blocked where it is not known to the account.
 * What happens elsewhere never blocks anybody: the pair of their own address stays open, and from a new one the first try
 * is always heard.
 * @returns whether the password is right
 * @throws Refused `locked` with the time to come back, `unavailable` when too many are waiting
 */
export const createPasswordCheck = ({
  db,
  hasher,
  now,
}: {
  db: Queryable;
  hasher: PasswordHasher;
  now: () => Date;
}) => {
  const blockedBy = (until: Date | undefined): void => {
    if (until !== undefined) throw new Refused('locked', { until: until.toISOString() });
  };

  /** Counts the attempt as failed, beforehand: of many at once only as many as are free reach the password. */
  const admit = async (subject: string, address: string, known: boolean): Promise<void> => {
    const at = now();
    const attacked = !known && (await failuresOf(db, subject, at)) >= attackFailures;
    const rule = attacked ? pairUnderAttackRule : pairRule;
    blockedBy(await countAttempt(db, { subject, address, now: at, rule }));
    if (!known) {
      blockedBy(await countAttempt(db, { subject: everything, address, now: at, rule: addressRule }));
    }
    await countAttempt(db, { subject, address: everything, now: at, rule: countOnly });
  };

  return async ({ subject: name, address, known, password, stored }: Attempt): Promise<boolean> => {
    // Hashed: what people type into the wrong field by mistake is not kept.
    const subject = createHash('sha256').update(name).digest('base64url');
    await admit(subject, address, known);
    if (!(await hasher.verify(password, stored))) return false;
    await forgiveAttempt(db, { subject, address, total: known ? undefined : addressRule });
    return true;
  };
};

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;
