import { statement, type Queryable } from '../../platform/database.ts';
import { flagColumns, type FlagRow } from '../flags.ts';
import type { Owner } from '../../platform/owner.ts';

const flags = statement(
  'team-flags-of-member',
  `select ${flagColumns} from (
     select * from team_flag where shard = $1 and member_id = $2
     union
     select * from team_flag where leader_shard = $1 and leader_id = $2
   ) f order by id desc limit $3`,
);

/** Flags of a member, as one of a team or as its leader, newest first. */
export const flagsOf = async (on: Queryable, { shard, memberId }: Owner, limit: number): Promise<FlagRow[]> =>
  (await on.query<FlagRow>(flags([shard, memberId, limit]))).rows;

const below = statement(
  'team-flagged-below',
  `select ${flagColumns} from team_flag
   where leader_shard = $1 and leader_id = $2 and in_force order by id desc limit $3`,
);

/** Flags below a leader that affect the booked amounts. */
export const flagsInForce = async (
  on: Queryable,
  { shard, memberId }: Owner,
  limit: number,
): Promise<FlagRow[]> => (await on.query<FlagRow>(below([shard, memberId, limit]))).rows;

const flagged = statement(
  'team-flagged-among',
  `select distinct member_id as "memberId" from team_flag
   where leader_shard = $1 and leader_id = $2 and state <> 'cleared' and member_id = any ($3::uuid[])`,
);

/** The members among these who earn a leader nothing. */
export const flaggedAmong = async (
  on: Queryable,
  { shard, memberId }: Owner,
  ids: readonly string[],
): Promise<Set<string>> =>
  new Set(
    (await on.query<{ memberId: string }>(flagged([shard, memberId, ids]))).rows.map((row) => row.memberId),
  );
