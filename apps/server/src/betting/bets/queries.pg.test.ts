import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { wholeReads } from '../../ledger/plan-shape.ts';
import { legsByKeyText } from './queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(1);
  const columns = 'shard, member_id, id, type, lines, currency, unit, stake, odds_milli, potential, rules';
  const values = `1, gen_random_uuid(), gen_random_uuid(), 'accumulator', 1, 'PLAY', 5, 5, 4000, 20, '1' from generate_series(1, 5000)`;
  await database.owner.query(`
    create temp table match as select gen_random_uuid() as id from generate_series(1, 100);
    insert into bet (${columns}) select ${values};
    insert into leg (shard, member_id, bet_id, n, event_id, market, line, selection, odds_milli, price_version, since)
    select shard, member_id, b.id, n, (select id from match offset n limit 1), 'match-result', '', 'home', 2000, 1, ''
    from bet b, generate_series(1, 2) as n;
    analyze`);
});
afterAll(() => database.close());

test('the legs of some bets are looked up, however many bets there are', async () => {
  const client = await database.pool.connect();
  try {
    const read = await wholeReads(client, legsByKeyText, {});
    expect(read.filter((table) => table === 'bet' || table === 'leg')).toEqual([]);
  } finally {
    client.release();
  }
});
