import type { Queryable } from '../../core/database/database.ts';
import type { PasswordHasher } from '../passwords/password-hash.ts';
import { createAttempts, type Attempt } from './attempts.ts';

/** A password to be checked: its supposed account, and its source. */
type PasswordAttempt = Attempt & {
  password: string;
  /** The account's hash; undefined without an account, which costs the same work. */
  stored: string | undefined;
};

/**
 * Checks passwords of members and operators, and slows guessing at its source (createAttempts).
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
