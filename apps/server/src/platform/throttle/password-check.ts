import type { Queryable } from '../database.ts';
import type { PasswordHasher } from '../password-hash.ts';
import { createAttempts, type Attempt } from './attempts.ts';

/** A password to be judged: whose it is said to be, and where it comes from. */
type PasswordAttempt = Attempt & {
  password: string;
  /** The account's hash; undefined when there is no such account, which costs the same work. */
  stored: string | undefined;
};

/**
 * Judges passwords, of members and of operators, and slows guessing where it happens (createAttempts).
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
  const attempts = createAttempts({ db, now });
  return async (attempt: PasswordAttempt): Promise<boolean> => {
    await attempts.admit(attempt);
    const { password, stored, address, known } = attempt;
    if (!(await hasher.verify(password, stored, { address, known }))) return false;
    await attempts.forgive(attempt);
    return true;
  };
};

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;
