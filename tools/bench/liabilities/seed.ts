import { newId, shardOf } from '@touchline/server/tools/database';
import type pg from 'pg';

/** Bets of each member, of which every fifth is open. */
const betsOfMember = 5;
const membersAtOnce = 20_000;

/** Members with money that was granted to them, and bets won, lost and open; set by set. */
export const seedHouse = async (pool: pg.Pool, members: number): Promise<void> => {
  for (let from = 0; from < members; from += membersAtOnce) {
    const ids = Array.from({ length: Math.min(membersAtOnce, members - from) }, newId);
    const some = [ids.map(shardOf), ids];
    await pool.query(
      `insert into wallet (shard, member_id, currency, available, version)
       select shard, member_id, 'PLAY', 100 * n, 1
       from unnest($1::smallint[], $2::uuid[]) with ordinality as t(shard, member_id, n)`,
      some,
    );
    await pool.query(
      `insert into entry (shard, member_id, version, key, kind, currency, amount, counter_account, available_after, held_after)
       select shard, member_id, 1, 'grant:play', 'grant', 'PLAY', 100 * n, 'promotions', 100 * n, 0
       from unnest($1::smallint[], $2::uuid[]) with ordinality as t(shard, member_id, n)`,
      some,
    );
    await pool.query(
      `insert into bet (shard, member_id, id, type, currency, unit, stake, odds_milli, potential, rules, state, slip_hash)
       select shard, member_id, gen_random_uuid(), 'accumulator', 'PLAY', 100, 100, 2100, 200 + n, '1',
         case when b = 1 then 'open' when b % 2 = 0 then 'win' else 'lose' end, 1
       from unnest($1::smallint[], $2::uuid[]) with ordinality as t(shard, member_id, n)
       cross join generate_series(1, ${betsOfMember}) as b`,
      some,
    );
  }
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
};
