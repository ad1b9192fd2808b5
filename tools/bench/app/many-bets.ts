import { shardOf, transaction } from '@touchline/server/tools/database';
import { testEvent } from '@touchline/server/tools/placing';
import { testResults } from '@touchline/server/tools/settling';
import type { Site } from './site.ts';

/** Minor units. */
const stake = 100;
/** Matches on which bets are open. */
const comingCount = 60;

/**
 * Gives the member of the site bets, one a minute until now, written set by set with keys and entries as if placed one by
 * one: three of four are singles on three matches that are over and settled by the server's own settlement (won, lost, void),
 * the fourth is an accumulator on three of sixty matches of tomorrow.
 */
export const seedBets = async (site: Site, count: number): Promise<void> => {
  const { pool } = site.database;
  const member = site.session.user.id;
  const over = [await testEvent(pool), await testEvent(pool), await testEvent(pool)].map(({ id }) => id);
  const coming: string[] = [];
  const tomorrow = new Date(Date.now() + 86_400_000);
  for (let n = 0; n < comingCount; n++) {
    coming.push((await testEvent(pool, { kickOff: tomorrow })).id);
  }
  await transaction(pool, async (client) => {
    const owner = [shardOf(member), member];
    const { rows } = await client.query<{ available: bigint; version: bigint }>(
      'select available, version from wallet where shard = $1 and member_id = $2 for update',
      owner,
    );
    const [wallet] = rows;
    await client.query(
      `create temporary table seed_bet on commit drop as
       select $1::smallint as shard, $2::uuid as member_id, n, n % 4 = 0 as multi,
         uuidv7(-(${count} - n) * interval '1 minute') as id, now() - (${count} - n) * interval '1 minute' as at
       from generate_series(1, ${count}) as n`,
      owner,
    );
    await client.query(
      `insert into entry (shard, member_id, version, key, request_hash, kind, currency, amount, counter_account,
         available_after, held_after, ref, at)
       select shard, member_id, $1::bigint + n, 'bench-' || n, 'bench', 'stake', 'PLAY', -${stake}, 'stakes',
         $2::bigint - ${stake} * n, 0, id, at from seed_bet`,
      [wallet?.version, wallet?.available],
    );
    await client.query(
      `insert into bet (shard, member_id, id, type, lines, currency, unit, stake, odds_milli, potential, rules, placed_at,
         event_id, market, line, selection, price_version, since)
       select shard, member_id, id, 'single', 1, 'PLAY', ${stake}, ${stake}, 2100, ${stake} * 2100 / 1000, '1', at,
         ($1::uuid[])[1 + n % 3], '1x2', '', '1', 1, ''
       from seed_bet where not multi
       union all
       select shard, member_id, id, 'accumulator', 1, 'PLAY', ${stake}, ${stake}, 24276, ${stake} * 24276 / 1000, '1', at,
         null, null, null, null, null, null
       from seed_bet where multi`,
      [over],
    );
    await client.query(
      `insert into leg (shard, member_id, bet_id, n, event_id, market, line, selection, odds_milli, price_version)
       select shard, member_id, id, k, ($1::uuid[])[1 + (n / 4 + k) % ${comingCount}], '1x2', '', 'X', 3400, 1 from seed_bet
       cross join generate_series(1, 3) as k where multi`,
      [coming],
    );
    await client.query(
      `update wallet set available = available - ${stake} * ${count}, version = version + ${count}
       where shard = $1 and member_id = $2`,
      owner,
    );
  });
  await decide(site, over);
  await pool.query('vacuum analyze');
};

/** One is won by the home side, one by the visitors, one void. */
const decide = async (site: Site, [won = '', lost = '', voided = '']: readonly string[]): Promise<void> => {
  const { settlement, events, due, close } = await testResults(site.database, site.databaseUrl);
  const base = { source: 'bench', confirmedBy: 'bench', ht: { home: 0, away: 0 } };
  await events.rulings.recordResult(won, { ...base, ft: { home: 1, away: 0 } });
  await events.rulings.recordResult(lost, { ...base, ft: { home: 0, away: 2 } });
  await events.rulings.voidBets(voided, {}, { by: 'bench', why: 'bench' });
  for (const key of due) await settlement.run(key);
  await close();
};
