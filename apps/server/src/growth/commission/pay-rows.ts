import { query, type Queryable } from '../../core/database/database.ts';
import { parameters } from '../../core/database/rows.ts';

/**
 * The amount that a closing has to credit (above zero) or claw back for a leader's day; `id` is that of the
 * leader's day.
 */
export type Due = { leaderId: string; day: string; run: string; id: string; amount: bigint; taken: bigint };

const columns = `d.leader_id as "leaderId", d.day, d.run, c.id, d.amount, d.taken`;
const withId = `join team_commission c on c.shard = d.shard and c.leader_id = d.leader_id and c.day = d.day`;

const due = query.many<Due>(
  'team-due',
  `select ${columns} from team_due d ${withId}
   where d.run = $2 and d.shard = $1 and d.state = 'due' and d.leader_id in (
     select distinct leader_id from team_due where run = $2 and shard = $1 and state = 'due' order by leader_id limit $3)
   order by d.leader_id, d.day`,
);
/** Amounts due to some leaders of a shard, each leader complete. */
export const selectDue = (
  on: Queryable,
  { shard, run }: { shard: number; run: string },
  limit: number,
): Promise<Due[]> => due(on, [shard, run, limit]);

const owed = query.many<Due>(
  'team-owed',
  `select ${columns} from team_due d ${withId}
   where d.shard = $1 and d.leader_id = any ($2::uuid[]) and d.state = 'owed' and d.run < $3
   order by d.leader_id, d.run, d.day`,
);
/** Debts of these leaders from earlier closings, the oldest first. */
export const selectOwed = (
  on: Queryable,
  { shard, run }: { shard: number; run: string },
  leaderIds: readonly string[],
): Promise<Due[]> => owed(on, [shard, leaderIds, run]);

const { $, values } = parameters({
  shard: 'smallint',
  leader_id: 'uuid[]',
  day: 'date[]',
  run: 'date[]',
  taken_before: 'bigint[]',
  taken: 'bigint[]',
});
const end = query.exec(
  'team-due-end',
  `update team_due d
   set taken = t.taken, state = case when t.taken < -d.amount then 'owed' else 'done' end, done_at = site_now()
   from unnest(${$('leader_id')}, ${$('day')}, ${$('run')}, ${$('taken_before')}, ${$('taken')})
     as t(leader_id, day, run, taken_before, taken)
   where d.shard = ${$('shard')} and d.leader_id = t.leader_id and d.day = t.day and d.run = t.run
     and d.state <> 'done' and d.taken = t.taken_before`,
);
/** Records payments and claw-backs. @returns how many rows were still as they had been read */
export const endDue = async (
  on: Queryable,
  shard: number,
  ended: readonly (Due & { takenNow: bigint })[],
): Promise<number> => {
  if (ended.length === 0) return 0;
  return end(
    on,
    values({
      shard,
      leader_id: ended.map((one) => one.leaderId),
      day: ended.map((one) => one.day),
      run: ended.map((one) => one.run),
      taken_before: ended.map((one) => one.taken),
      taken: ended.map((one) => one.taken + one.takenNow),
    }),
  );
};

const shards = query.many<{ shard: number }>(
  'team-due-shards',
  `select distinct shard from team_due where run = $1 and state = 'due' order by shard`,
);
/** Shards whose leaders are not all paid. */
export const selectUnpaid = async (on: Queryable, run: string): Promise<number[]> =>
  (await shards(on, [run])).map((row) => row.shard);
