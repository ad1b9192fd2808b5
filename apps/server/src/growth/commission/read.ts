import type pg from 'pg';
import { plainArray, query } from '../../core/database/database.ts';
import { parameters } from '../../core/database/rows.ts';
import type { BetsOfTeams, MemberDay } from '../teams/ports.ts';
import { addToRun, type ClosingDay } from './run-rows.ts';

const inForce = query.exec(
  'team-flags-in-force',
  `update team_flag set in_force = (state <> 'cleared'), run = $1 where in_force <> (state <> 'cleared')`,
);

const { $, values } = parameters({
  run: 'date',
  shard: 'smallint[]',
  member_id: 'uuid[]',
  day: 'date[]',
  bets: 'bigint[]',
  stakes: 'bigint[]',
  theoretical: 'numeric[]',
});
// Members without an inviter earn no leader anything.
const rows = `unnest(${$('shard')}, ${$('member_id')}, ${$('day')}, ${$('bets')}, ${$('stakes')}, ${$('theoretical')})
  as t(shard, member_id, day, bets, stakes, theoretical)
  where exists (select from team_tree x where x.shard = t.shard and x.member_id = t.member_id and x.generation = 1)`;

const write = query.many<Sums>(
  'team-stake-write',
  `with written as (
     insert into team_stake (shard, member_id, day, bets, stakes, theoretical, run)
     select t.shard, t.member_id, t.day, t.bets, t.stakes, t.theoretical, ${$('run')} from ${rows}
     returning bets, stakes, theoretical
   )
   select count(*) as members, coalesce(sum(bets), 0)::bigint as bets, coalesce(sum(stakes), 0)::bigint as stakes,
     coalesce(sum(theoretical), 0)::text as theoretical from written`,
);
const count = query.exec(
  'team-fact-count',
  `insert into team_fact as f (shard, member_id, bets)
   select t.shard, t.member_id, t.bets from unnest($1::smallint[], $2::uuid[], $3::bigint[]) as t(shard, member_id, bets)
   where exists (select from team_tree x where x.shard = t.shard and x.member_id = t.member_id and x.generation = 1)
   on conflict (shard, member_id) do update set bets = f.bets + excluded.bets`,
);

const rewrite = query.many<{ shard: number; memberId: string; more: bigint }>(
  'team-stake-rewrite',
  `with old as (
     select s.shard, s.member_id, s.day, s.bets
     from team_stake s
     join unnest(${$('shard')}, ${$('member_id')}, ${$('day')}) as t(shard, member_id, day)
       on t.shard = s.shard and t.member_id = s.member_id and t.day = s.day
   ), written as (
     insert into team_stake as s (shard, member_id, day, bets, stakes, theoretical, run)
     select t.shard, t.member_id, t.day, t.bets, t.stakes, t.theoretical, ${$('run')} from ${rows}
       and exists (select from team_run r where r.day = t.day and r.day < ${$('run')})
     on conflict (shard, member_id, day) do update
     set bets = excluded.bets, stakes = excluded.stakes, theoretical = excluded.theoretical, run = excluded.run
     where (s.bets, s.stakes, s.theoretical) is distinct from (excluded.bets, excluded.stakes, excluded.theoretical)
     returning shard, member_id, day, bets
   )
   select w.shard, w.member_id as "memberId", sum(w.bets - coalesce(o.bets, 0))::bigint as more
   from written w
   left join old o on o.shard = w.shard and o.member_id = w.member_id and o.day = w.day
   group by w.shard, w.member_id`,
);
const factOf = query.exec(
  'team-fact-of',
  `insert into team_fact (shard, member_id) select * from unnest($1::smallint[], $2::uuid[]) on conflict do nothing`,
);
const recount = query.exec(
  'team-fact-recount',
  `update team_fact f set bets = f.bets + t.more
   from unnest($1::smallint[], $2::uuid[], $3::bigint[]) as t(shard, member_id, more)
   where f.shard = t.shard and f.member_id = t.member_id`,
);

type Sums = Parameters<typeof addToRun>[2];

const columnsOf = (found: readonly MemberDay[]) => ({
  shard: plainArray(found.map((one) => one.shard)),
  member_id: plainArray(found.map((one) => one.memberId)),
  day: plainArray(found.map((one) => one.day)),
  bets: plainArray(found.map((one) => one.bets)),
  stakes: plainArray(found.map((one) => one.stakesMinor)),
  theoretical: plainArray(found.map((one) => one.theoretical)),
});

/**
 * Writes the figures of the members' bets: of the day itself, and of earlier days whose bets were settled
 * again since the last closing read them. Flags raised or cleared since take effect from here on.
 * @param client the transaction in which the closing continues with booking
 */
export const readBets = async (
  client: pg.PoolClient,
  run: ClosingDay,
  { bets, timeZone }: { bets: BetsOfTeams; timeZone: string },
): Promise<void> => {
  const { day } = run;
  await inForce(client, [day]);
  await bets.day(client, { day, timeZone }, async (found) => {
    const columns = columnsOf(found);
    const written = await write(client, values({ run: day, ...columns }));
    for (const one of written) await addToRun(client, day, one);
    await count(client, [columns.shard, columns.member_id, columns.bets]);
  });
  const again = await bets.again(client, { since: run.read_from, day, timeZone });
  if (again.length === 0) return;
  const changed = await rewrite(client, values({ run: day, ...columnsOf(again) }));
  const owners = [changed.map(({ shard }) => shard), changed.map(({ memberId }) => memberId)];
  await factOf(client, owners);
  await recount(client, [...owners, changed.map(({ more }) => more)]);
};
