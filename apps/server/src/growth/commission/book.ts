import type pg from 'pg';
import { plainArray, query, type Queryable } from '../../core/database/database.ts';
import { newId } from '../../core/ids.ts';
import { unnestOf } from '../../core/database/rows.ts';
import { levelOf, ratesOf } from '../teams/domain.ts';
import type { RulesInForce } from '../teams/rules.ts';

/**
 * Days before $2 of leaders of shard $1 that the closing of $2 has to compute again: their bets or their
 * flags changed.
 */
const changed = `changed as (
  select t.leader_id, t.generation, s.day
  from team_stake s
  join team_tree t on t.shard = s.shard and t.member_id = s.member_id and t.leader_shard = $1::smallint
  where s.run = $2::date and s.run > s.day
  union
  select t.leader_id, t.generation, s.day
  from team_flag f
  join team_tree t on t.shard = f.shard and t.member_id = f.member_id and t.leader_id = f.leader_id
  join team_stake s on s.shard = f.shard and s.member_id = f.member_id and s.day >= f.from_day and s.day < $2::date
  where f.leader_shard = $1::smallint and f.run = $2::date
)`;

/**
 * Leaders' days without a level and rates, with the figures of these leaders. $3 to $5: the amount that each
 * member must have recharged.
 */
const leaders = query.many<LeaderRow>(
  'team-book-leaders',
  `with ${changed}, own as (
     select t.leader_id, t.shard, t.member_id, s.day
     from team_tree t
     left join team_stake s on s.shard = t.shard and s.member_id = t.member_id and s.day = $2::date
     where t.leader_shard = $1::smallint
   ), missing as (
     select a.leader_id, array_agg(a.day) as days
     from (
       select leader_id, $2::date as day from own where day is not null
       union
       select leader_id, day from changed
     ) a
     where not exists (
       select from team_commission c where c.shard = $1::smallint and c.leader_id = a.leader_id and c.day = a.day)
     group by a.leader_id
   )
   select m.leader_id as "leaderId", array_to_string(m.days, ',') as days, t.people, t.sessions, t.recharged
   from missing m
   join (
     select o.leader_id, count(*)::int as people, coalesce(sum(f.bets), 0)::bigint as sessions,
       array[count(*) filter (where f.recharged >= $3), count(*) filter (where f.recharged >= $4),
         count(*) filter (where f.recharged >= $5)]::int[] as recharged
     from own o
     left join team_fact f on f.shard = o.shard and f.member_id = o.member_id
     group by o.leader_id
   ) t on t.leader_id = m.leader_id`,
);

type LeaderRow = { leaderId: string; days: string; people: number; sessions: bigint; recharged: number[] };

const newDays = unnestOf(
  'team_commission',
  ['leader_id', 'day', 'id', 'level', 'restricted', 'rate_1', 'rate_2', 'rate_3'],
  { from: 3 },
);
const insertDays = query.exec(
  'team-book-days',
  `insert into team_commission (shard, leader_id, day, id, level, restricted, rules_version, rate_1, rate_2, rate_3)
   select $1, t.leader_id, t.day, t.id, t.level, t.restricted, $2, t.rate_1, t.rate_2, t.rate_3
   from ${newDays.text}
   on conflict do nothing`,
);

/** Not excluded by a flag of leader and member of `t` on the day of `s`. */
const counts = `not exists (select from team_flag f
  where f.shard = t.shard and f.member_id = t.member_id and f.leader_id = t.leader_id and f.in_force
    and f.from_day <= s.day)`;
const rate = `case t.generation when 1 then c.rate_1 when 2 then c.rate_2 else c.rate_3 end`;
/** Minor units × millionths of margin × millionths: twelve decimals more than minor units, truncated. */
const amount = `trunc(t.theoretical * ${rate} * 0.000000000001)::bigint`;
const intoDue = `insert into team_due (shard, leader_id, day, run, amount)
  select $1, leader_id, day, $2, sum(amount)::bigint from written group by leader_id, day having sum(amount) <> 0`;

const ofDay = query.exec(
  'team-book-day',
  `with written as (
     insert into team_line (shard, leader_id, day, generation, run, people, stakes, theoretical, amount, at)
     select $1, t.leader_id, $2::date, t.generation, $2::date, t.people, t.stakes, t.theoretical, ${amount}, site_now()
     from (
       select t.leader_id, t.generation, count(*) as people, sum(s.stakes) as stakes, sum(s.theoretical) as theoretical
       from team_tree t
       join team_stake s on s.shard = t.shard and s.member_id = t.member_id and s.day = $2::date
       where t.leader_shard = $1::smallint and ${counts}
       group by t.leader_id, t.generation
     ) t
     join team_commission c on c.shard = $1::smallint and c.leader_id = t.leader_id and c.day = $2::date
     returning leader_id, day, amount
   ) ${intoDue}`,
);

const ofEarlier = query.exec(
  'team-book-earlier',
  `with ${changed}, now_is as (
     select a.leader_id, a.generation, a.day, count(m.bets) filter (where m.bets > 0) as people,
       coalesce(sum(m.stakes), 0) as stakes, coalesce(sum(m.theoretical), 0) as theoretical
     from changed a
     left join lateral (
       select s.bets, s.stakes, s.theoretical
       from team_tree t
       join team_stake s on s.shard = t.shard and s.member_id = t.member_id and s.day = a.day
       where t.leader_shard = $1::smallint and t.leader_id = a.leader_id and t.generation = a.generation and ${counts}
     ) m on true
     group by a.leader_id, a.generation, a.day
   ), written as (
     insert into team_line (shard, leader_id, day, generation, run, people, stakes, theoretical, amount, at)
     select $1, t.leader_id, t.day, t.generation, $2::date, t.people, t.stakes - b.stakes,
       t.theoretical - b.theoretical, ${amount} - b.amount, site_now()
     from now_is t
     join team_commission c on c.shard = $1::smallint and c.leader_id = t.leader_id and c.day = t.day
     cross join lateral (
       select coalesce(sum(l.stakes), 0) as stakes, coalesce(sum(l.theoretical), 0) as theoretical,
         coalesce(sum(l.amount), 0) as amount
       from team_line l
       where l.shard = $1::smallint and l.leader_id = t.leader_id and l.day = t.day and l.generation = t.generation
     ) b
     where (t.stakes, t.theoretical, ${amount}) is distinct from (b.stakes, b.theoretical, b.amount)
     returning leader_id, day, amount
   ) ${intoDue}`,
);

const earlier = query.one<{ has: boolean }>(
  'team-book-has-earlier',
  `select exists (select from team_stake where run = $1::date and run > day)
     or exists (select from team_flag where run = $1::date) as has`,
);
/** Whether a closing has to compute earlier days again. */
export const hasEarlier = async (on: Queryable, day: string): Promise<boolean> =>
  (await earlier(on, [day]))?.has === true;

/**
 * Books the lines of the leaders of a shard: the day's own, and for earlier days the present amount less what
 * is booked of it. Each generation's amount is rounded down once, from the whole of its day, at the level and
 * rates the leader's day first got.
 * @param client the transaction that notes the shard as booked
 * @param restricted the leaders among these who may not play: they get nothing for these days
 */
export const bookShard = async (
  client: pg.PoolClient,
  { shard, day }: { shard: number; day: string },
  {
    rules,
    restricted,
    withEarlier,
  }: {
    rules: RulesInForce;
    /** Whether there are earlier days to compute again. */
    withEarlier: boolean;
    restricted: (memberIds: readonly string[], on?: Queryable) => Promise<ReadonlySet<string>>;
  },
): Promise<void> => {
  const asked = rules.levels.map(({ rechargeEachMinor }) => rechargeEachMinor);
  const rows = await leaders(client, [shard, day, ...asked]);
  const leaderIds = rows.map((row) => row.leaderId);
  const barred = rows.length === 0 ? new Set<string>() : await restricted(leaderIds, client);
  const days = rows.flatMap((row) => {
    const isRestricted = barred.has(row.leaderId);
    const level = levelOf(rules.levels, { ...row, sessions: Number(row.sessions) });
    const [first, second, third] = ratesOf(rules.levels, isRestricted ? 0 : level);
    return row.days.split(',').map((one) => ({
      leader_id: row.leaderId,
      day: one,
      id: newId(),
      level,
      restricted: isRestricted,
      rate_1: first,
      rate_2: second,
      rate_3: third,
    }));
  });
  if (days.length > 0) {
    await insertDays(client, [shard, rules.version, ...newDays.values(days).map(plainArray)]);
  }
  await ofDay(client, [shard, day]);
  if (withEarlier) await ofEarlier(client, [shard, day]);
};
