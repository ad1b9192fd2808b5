import { createHash } from 'node:crypto';
import type { Queryable } from '../../core/database/database.ts';
import { Refused } from '../../core/refusal.ts';
import { countAttempt, everything, failuresOf, forgiveAttempt } from './queries.ts';
import { addressRule, attackFailures, pairRule, pairUnderAttackRule, type ThrottleRule } from './rules.ts';

/** An attempt to prove something: its subject, and its source. */
export type Attempt = {
  /** What is guessed at, in one spelling, with a word for its kind. Stored as a hash. */
  subject: string;
  /** As addressKey writes it. */
  address: string;
  /** Whether the account was signed in to from there before. */
  known: boolean;
};

/** Counts without ever blocking. */
const countOnly: ThrottleRule = { free: 1_000_000_000, firstWaitSeconds: 1 };

const blockedBy = (until: Date | undefined): void => {
  if (until !== undefined) throw new Refused('locked', { until: until.toISOString() });
};

/**
 * Slows guessing at its source: the pair of subject and address is blocked after a few failures, and an
 * address that fails at many subjects is blocked where it is not known. Failures elsewhere never block
 * anybody: the pair of their own address stays open, and from a new one the first try is always checked.
 */
export const createAttempts = ({ db, now }: { db: Queryable; now: () => Date }) => {
  // Hashed, since people type secrets into the wrong field by mistake.
  const hashed = (subject: string): string => createHash('sha256').update(subject).digest('base64url');

  return {
    /**
     * Counts the attempt as failed, beforehand: of many at once only the free ones are checked.
     * @throws Refused `locked` with the time to come back
     */
    admit: async ({ subject: name, address, known }: Attempt): Promise<void> => {
      const subject = hashed(name);
      const at = now();
      const attacked = !known && (await failuresOf(db, subject, at)) >= attackFailures;
      const rule = attacked ? pairUnderAttackRule : pairRule;
      blockedBy(await countAttempt(db, { subject, address, now: at, rule }));
      if (!known) {
        blockedBy(await countAttempt(db, { subject: everything, address, now: at, rule: addressRule }));
      }
      await countAttempt(db, { subject, address: everything, now: at, rule: countOnly });
    },

    /** Uncounts an attempt that was right, and the failures of its pair before it. */
    forgive: ({ subject, address, known }: Attempt): Promise<void> =>
      forgiveAttempt(db, { subject: hashed(subject), address, total: known ? undefined : addressRule }),
  };
};

export type Attempts = ReturnType<typeof createAttempts>;
