import { query, statement, type Queryable } from '../../core/database/database.ts';
import { longestWaitSeconds, memorySeconds, type ThrottleRule } from './rules.ts';

/** The key for all accounts, or all addresses. */
export const everything = '*';

// The attempt counts before it is made, under the lock of its row: of a thousand at once only the free ones
// pass. A blocked row is not changed, and no row comes back.
const count = query.exec(
  'signin-count',
  `insert into signin_failure as f (subject, address, failures, last_at, blocked_until)
   values ($1, $2, 1, $3, case when $4 <= 1 then $3::timestamptz + make_interval(secs => $5) end)
   on conflict (subject, address) do update set
     failures = case when f.last_at < $3::timestamptz - make_interval(secs => ${memorySeconds}) then 1
                     else f.failures + 1 end,
     last_at = $3,
     blocked_until = case
       when f.last_at < $3::timestamptz - make_interval(secs => ${memorySeconds}) then excluded.blocked_until
       when f.failures + 1 >= $4 then
         $3::timestamptz + make_interval(secs =>
           least(${longestWaitSeconds}, $5::float8 * power(2, least(f.failures + 1 - $4, 20))))
     end
   where f.blocked_until is null or f.blocked_until <= $3
   returning failures`,
);

const blocked = query.one<{ blocked_until: Date | null }>(
  'signin-blocked',
  'select blocked_until from signin_failure where subject = $1 and address = $2',
);

/**
 * Counts an attempt as failed until it is forgiven.
 * @returns when to come back, if the attempt is blocked
 */
export const countAttempt = async (
  db: Queryable,
  { subject, address, now, rule }: { subject: string; address: string; now: Date; rule: ThrottleRule },
): Promise<Date | undefined> => {
  const rowCount = await count(db, [subject, address, now, rule.free, rule.firstWaitSeconds]);
  if (rowCount === 1) return undefined;
  const row = await blocked(db, [subject, address]);
  return row?.blocked_until ?? now;
};

const failures = statement(
  'signin-failures',
  `select coalesce(max(failures), 0) as failures from signin_failure
   where subject = $1 and address = '${everything}' and last_at > $2::timestamptz - make_interval(secs => ${memorySeconds})`,
);

/** Failures at an account within the hour, from all addresses. */
export const failuresOf = async (db: Queryable, subject: string, now: Date): Promise<number> => {
  const { rows } = await db.query<{ failures: number }>(failures([subject, now]));
  return rows[0]?.failures ?? 0;
};

const forgivePair = query.exec(
  'signin-forgive',
  'delete from signin_failure where subject = $1 and address = $2',
);
const forgiveTotal = query.exec(
  'signin-forgive-total',
  `update signin_failure set failures = greatest(failures - 1, 0),
     blocked_until = case when failures > $3 then blocked_until end
   where subject = $1 and address = $2`,
);

/** Uncounts an attempt that turned out right, and all failures of its pair. */
export const forgiveAttempt = async (
  db: Queryable,
  { subject, address, total }: { subject: string; address: string; total: ThrottleRule | undefined },
): Promise<void> => {
  await forgivePair(db, [subject, address]);
  await forgiveTotal(db, [subject, everything, 0]);
  // Only counted failures are uncounted, or a right password here would pay for guesses elsewhere.
  if (total !== undefined) await forgiveTotal(db, [everything, address, total.free]);
};

const purge = query.exec('signin-purge', 'delete from signin_failure where last_at < $1');

/** Deletes failures older than `before`. */
export const purgeFailures = async (db: Queryable, before: Date): Promise<void> => {
  await purge(db, [before]);
};
