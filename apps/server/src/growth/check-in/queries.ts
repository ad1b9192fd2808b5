import { query, type Queryable } from '../../core/database/database.ts';
import { rowParameters } from '../../core/database/rows.ts';
import { runDays, type CheckInRun } from './domain.ts';
import type { Owner } from '../../core/owner.ts';

/** A check-in by its key. Amounts in minor units; null when the day was taken before. */
export type StoredCheckIn = { reward: bigint; streak: number; balance: bigint } | { reward: null };

const byKey = query.one<StoredCheckIn>(
  'check-in-by-key',
  'select reward, streak, balance from check_in where shard = $1 and member_id = $2 and key = $3',
);
/** The stored check-in of a key; undefined when the key is new. */
export const selectByKey = (
  on: Queryable,
  { shard, memberId }: Owner,
  key: string,
): Promise<StoredCheckIn | undefined> => byKey(on, [shard, memberId, key]);

const dayByKey = query.one<{ day: string }>(
  'check-in-day-by-key',
  'select day from check_in where shard = $1 and member_id = $2 and key = $3 and reward is not null',
);
/** The day that a key was rewarded for; undefined where it was for none. */
export const selectDayByKey = async (
  on: Queryable,
  { shard, memberId }: Owner,
  key: string,
): Promise<string | undefined> => (await dayByKey(on, [shard, memberId, key]))?.day;

const claim = query.exec(
  'check-in-claim',
  `insert into check_in (shard, member_id, key, day, at) values ($1, $2, $3, $4, site_now())
   on conflict (shard, member_id, key) do nothing`,
);
/** Claims a key; of two at once the second waits for the first. @returns whether it was new */
export const claimKey = async (
  client: Queryable,
  { shard, memberId }: Owner,
  { key, day }: { key: string; day: string },
): Promise<boolean> => (await claim(client, [shard, memberId, key, day])) === 1;

const advance = query.one<{ streak: number }>(
  'check-in-advance',
  `insert into check_in_streak as s (shard, member_id, last_day, streak) values ($1, $2, $3, 1)
   on conflict (shard, member_id) do update set last_day = excluded.last_day,
     streak = case when s.last_day = $4 and s.streak < ${runDays} then s.streak + 1 else 1 end
   where s.last_day < excluded.last_day
   returning streak`,
);
/**
 * Checks in a day.
 * @param days.before the day before it on the site's calendar
 * @returns its place in the run, from 1; undefined when it, or a later one, is taken
 */
export const advanceRun = async (
  client: Queryable,
  { shard, memberId }: Owner,
  days: { day: string; before: string },
): Promise<number | undefined> => {
  const row = await advance(client, [shard, memberId, days.day, days.before]);
  return row?.streak;
};

const { $, values } = rowParameters('check_in', ['shard', 'member_id', 'key', 'streak', 'reward', 'balance']);
const give = query.exec(
  'check-in-give',
  `update check_in set streak = ${$('streak')}, reward = ${$('reward')}, balance = ${$('balance')}
   where shard = ${$('shard')} and member_id = ${$('member_id')} and key = ${$('key')} and reward is null`,
);
/** Stores the reward of a key. */
export const writeGiven = async (
  client: Queryable,
  { shard, memberId }: Owner,
  key: string,
  given: { streak: number; reward: bigint; balance: bigint },
): Promise<void> => {
  await give(client, values({ shard, member_id: memberId, key, ...given }));
};

const sum = query.exec(
  'check-in-sum',
  `insert into check_in_sum as s (day, shard, check_ins, extra) values ($1, $2, 1, $3)
   on conflict (day, shard) do update set check_ins = s.check_ins + 1, extra = s.extra + excluded.extra`,
);
/** Adds a check-in to the sums of its day, with what a level gave beyond the scale. */
export const addToSum = async (
  client: Queryable,
  { shard }: Pick<Owner, 'shard'>,
  { day, extraMinor }: { day: string; extraMinor: bigint },
): Promise<void> => {
  await sum(client, [day, shard, extraMinor]);
};

const sums = query.one<{ checkIns: number; extraMinor: bigint }>(
  'check-in-sums',
  `select coalesce(sum(check_ins), 0)::int as "checkIns", coalesce(sum(extra), 0)::bigint as "extraMinor"
   from check_in_sum where day between $1 and $2`,
);
/** Check-ins of days whose additions by level are recorded, and the sum of these additions. */
export const selectSums = async (
  on: Queryable,
  { from, to }: { from: string; to: string },
): Promise<{ checkIns: number; extraMinor: bigint }> =>
  (await sums(on, [from, to])) ?? {
    checkIns: 0,
    extraMinor: 0n,
  };

const run = query.one<CheckInRun>(
  'check-in-run',
  'select last_day as "lastDay", streak from check_in_streak where shard = $1 and member_id = $2',
);
export const selectRun = (on: Queryable, { shard, memberId }: Owner): Promise<CheckInRun | undefined> =>
  run(on, [shard, memberId]);

const month = query.many<{ day: string; reward: bigint }>(
  'check-in-month',
  `select day, reward from check_in
   where shard = $1 and member_id = $2 and reward is not null
     and day >= $3::date and day < $3::date + interval '1 month'
   order by day`,
);
/** The days of a month with their rewards. @param first "2026-06-01" */
export const selectMonth = (
  on: Queryable,
  { shard, memberId }: Owner,
  first: string,
): Promise<{ day: string; reward: bigint }[]> => month(on, [shard, memberId, first]);
