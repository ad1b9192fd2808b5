import { newId, shardOf } from '@touchline/server/tools/database';
import type pg from 'pg';

/** Bets of each member on the day. */
export const betsOfMember = 10;
/** Each member has invited three others, as long as there are any. */
const invited = 3;
const membersAtOnce = 20_000;

/** A day of the site, UTC, that is over. */
export const day = '2026-06-11';

/**
 * Members in trees, with wallets, and what they staked on one day: bets of each member won and lost, by the margins of several
 * markets, singles and accumulators. Written set by set.
 */
export const seedDay = async (pool: pg.Pool, members: number): Promise<void> => {
  const ids = Array.from({ length: members }, newId);
  await pool.query(
    'create unlogged table seed_member (n bigint primary key, shard smallint, member_id uuid)',
  );
  for (let from = 0; from < members; from += membersAtOnce) {
    const some = ids.slice(from, from + membersAtOnce);
    await pool.query(
      `insert into seed_member select $3 + n, shard, member_id
       from unnest($1::smallint[], $2::uuid[]) with ordinality as t(shard, member_id, n)`,
      [some.map(shardOf), some, from - 1],
    );
  }
  await pool.query(
    `insert into wallet (shard, member_id, currency) select shard, member_id, 'PLAY' from seed_member`,
  );
  await pool.query(
    `with recursive line as (
       select n, 1 as generation, (n - 1) / ${invited} as leader from seed_member where n > 0
       union all
       select n, generation + 1, (leader - 1) / ${invited} from line where leader > 0 and generation < 3
     )
     insert into team_tree (shard, member_id, generation, leader_shard, leader_id)
     select m.shard, m.member_id, l.generation, a.shard, a.member_id
     from line l join seed_member m on m.n = l.n join seed_member a on a.n = l.leader`,
  );
  for (let from = 0; from < members; from += membersAtOnce) {
    await pool.query(
      `insert into bet (shard, member_id, id, type, currency, unit, stake, odds_milli, potential, rules, state, payout,
         placed_at, settled_at, settlements, margin_micro)
       select m.shard, m.member_id, gen_random_uuid(), case when b % 5 < 3 then 'single' else 'accumulator' end, 'PLAY', s, s,
         2100, 2 * s, '1', case when (m.n + b) % 2 = 0 then 'win' else 'lose' end, 0,
         $1::date + interval '10 hours', $1::date + interval '12 hours' + b * interval '1 hour', 1,
         (array[47619, 38461, 56603, 107142, 134852])[1 + b % 5]
       from seed_member m
       cross join generate_series(1, ${betsOfMember}) as b
       cross join lateral (select 100 * (1 + (m.n + b) % 200) as s) t
       where m.n >= $2 and m.n < $3`,
      [day, from, from + membersAtOnce],
    );
  }
  await pool.query(`update team_mark set read_to = $1::date + interval '1 minute' where name = 'bets'`, [
    day,
  ]);
  await pool.query('drop table seed_member');
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
};
