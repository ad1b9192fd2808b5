import { testResults } from './results.ts';
import type { Database, Queryable } from '../core/database/database.ts';
import { newId, shardOf } from '../core/ids.ts';
import { addMissingRowFacts } from '../core/public-log/facts.ts';
import { transaction } from '../core/database/transaction.ts';
import { testEvent } from './book.ts';

/** Bets of each member on the match: three singles and two accumulators of three matches. */
const betsOfMember = 5;
const singles = 3;
const grantMinor = 100_000_00;

type Seeded = { event: string; members: number; bets: number };

/**
 * A match with open bets of members with money, written set by set with the same rows as bets placed one by one. The
 * other two matches of the accumulators are over: one won, one void, so that this match decides every bet.
 * @param options.membersAtOnce whose bets are in one transaction
 */
export const seedOpenBets = async (
  database: Database,
  url: string,
  bets: number,
  { membersAtOnce = 20_000 }: { membersAtOnce?: number } = {},
): Promise<Seeded> => {
  const { pool } = database;
  const [event, won, voided] = [await testEvent(pool), await testEvent(pool), await testEvent(pool)];
  await pool.query(
    `insert into market_history (event_id, market, line, version, state, odds_milli, who, why)
     select event_id, market, line, version, state, odds_milli, 'seed', 'model' from market where event_id = any($1::uuid[])`,
    [[event.id, won.id, voided.id]],
  );
  const members = bets / betsOfMember;
  for (let from = 0; from < members; from += membersAtOnce) {
    // All rows have the same time, because a bet is as old as its entry, and an entry as its key.
    await transaction(pool, async (client) => {
      await seedMembers(client, Math.min(membersAtOnce, members - from));
      await seedBets(client, [event.id, won.id, voided.id]);
    });
  }
  await pool.query('drop table seed_member; drop table seed_bet');
  await addMissingRowFacts(pool);
  await decideOthers(database, url, won.id, voided.id);
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  return { event: event.id, members, bets };
};

const seedMembers = async (pool: Queryable, count: number): Promise<void> => {
  const ids = Array.from({ length: count }, newId);
  await pool.query('drop table if exists seed_member');
  await pool.query(
    'create unlogged table seed_member (shard smallint, member_id uuid, n bigint, stake bigint)',
  );
  await pool.query(
    `insert into seed_member
     select shard, member_id, n, 100 * (1 + n % 40)
     from unnest($1::smallint[], $2::uuid[]) with ordinality as t(shard, member_id, n)`,
    [ids.map(shardOf), ids],
  );
  await pool.query(
    `insert into member (id, shard, account, account_folded, password_hash, birth_date, language, invitation_code)
     select member_id, shard, member_id::text, member_id::text, 'none', '1990-01-01', 'en', member_id::text from seed_member`,
  );
  await pool.query(
    `insert into wallet (shard, member_id, currency, available, version)
     select shard, member_id, 'PLAY', ${grantMinor} - stake * ${betsOfMember}, 1 + ${betsOfMember} from seed_member`,
  );
  await pool.query(
    `insert into entry (shard, member_id, version, key, request_hash, kind, currency, amount, counter_account, available_after,
       held_after)
     select shard, member_id, 1, 'grant:play', 'bench', 'grant', 'PLAY', ${grantMinor}, 'promotions', ${grantMinor}, 0
     from seed_member`,
  );
};

/** One bet in five on each selection of this match; with result 2-1 home and over win. */
const seedBets = async (
  pool: Queryable,
  [event, won, voided]: readonly [string, string, string],
): Promise<void> => {
  await pool.query('drop table if exists seed_bet');
  await pool.query(
    `create unlogged table seed_bet as
     select m.shard, m.member_id, b as n, uuidv7() as id, m.stake, b > ${singles} as multi, p.*,
       case when b > ${singles} then 2100::bigint * 3400 else 1000000 end as others
     from seed_member m
     cross join generate_series(1, ${betsOfMember}) as b
     join (values (0, '1x2', '', '1', 2100::bigint), (1, '1x2', '', 'X', 3400), (2, '1x2', '', '2', 3600),
       (3, 'over_under', '2.5', 'over', 1900), (4, 'over_under', '2.5', 'under', 1950))
       as p(place, market, line, selection, odds) on p.place = (m.n + b) % 5`,
  );
  await pool.query(
    `insert into entry (shard, member_id, version, key, request_hash, kind, currency, amount, counter_account,
       available_after, held_after, ref)
     select shard, member_id, 1 + n, 'bench-' || n, 'bench', 'stake', 'PLAY', -stake, 'stakes', ${grantMinor} - stake * n, 0, id
     from seed_bet`,
  );
  await pool.query(
    `insert into bet (shard, member_id, id, type, lines, currency, unit, stake, odds_milli, potential, rules, event_id, market,
       line, selection, price_version, since)
     select shard, member_id, id, 'single', 1, 'PLAY', stake, stake, odds, stake * odds / 1000, '1', '${event}'::uuid, market,
       line, selection, 1, '' from seed_bet where not multi
     union all
     select shard, member_id, id, 'accumulator', 1, 'PLAY', stake, stake, odds * others / 1000000,
       stake * odds * others / 1000000000, '1', null, null, null, null, null, null from seed_bet where multi`,
  );
  await pool.query(
    `insert into leg (shard, member_id, bet_id, n, event_id, market, line, selection, odds_milli, price_version)
     select shard, member_id, id, 1, '${event}'::uuid, market, line, selection, odds, 1 from seed_bet where multi
     union all
     select shard, member_id, id, 2, '${won}'::uuid, '1x2', '', '1', 2100, 1 from seed_bet where multi
     union all
     select shard, member_id, id, 3, '${voided}'::uuid, '1x2', '', 'X', 3400, 1 from seed_bet where multi`,
  );
  // The exposure of the house to each match, as placing would have counted it.
  const potential = 'stake * odds * others / 1000000000';
  await pool.query(
    `insert into exposure (event_id, holder, lane, market, line, selection, since, stake, potential, combined)
     select t.event_id, $1, 0, t.market, t.line, t.selection, '', sum(t.stake), sum(t.potential), sum(t.combined)
     from (
       select '${event}'::uuid as event_id, market, line, selection, case when multi then 0 else stake end as stake,
         case when multi then 0 else ${potential} end as potential,
         case when multi then ${potential} else 0 end as combined from seed_bet
       union all
       select '${won}'::uuid, '1x2', '', '1', 0, 0, ${potential} from seed_bet where multi
       union all
       select '${voided}'::uuid, '1x2', '', 'X', 0, 0, ${potential} from seed_bet where multi
     ) t group by t.event_id, t.market, t.line, t.selection`,
    [newId()],
  );
};

/** Decides the other matches. No bet is settled by them, because all depend on this match. */
const decideOthers = async (database: Database, url: string, won: string, voided: string): Promise<void> => {
  const { settlement, events, due, close } = await testResults(database, url);
  await events.rulings.recordResult(won, {
    ht: { home: 0, away: 0 },
    ft: { home: 1, away: 0 },
    source: 'bench',
    confirmedBy: 'bench',
  });
  await events.rulings.voidBets(voided, {}, { by: 'bench', why: 'bench' });
  for (const key of due) await settlement.run(key);
  await close();
};
