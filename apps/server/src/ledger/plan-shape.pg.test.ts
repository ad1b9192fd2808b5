import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { endHoldText, openHoldText } from './holds.ts';
import { payManyText } from './pay-many.ts';
import { squareJoins } from './plan-shape.ts';
import { postText } from './posting-sql.ts';
import { recoverText } from './recover.ts';

const shard = 3;

describe('plans of the money statements', () => {
  let database: TestDatabase;
  const wallets = Array.from({ length: 1_000 }, newId);
  const times = (count: number) => Array.from({ length: count }, (_, i) => i);
  beforeAll(async () => {
    database = await testDatabase(2);
    await database.pool.query(
      `insert into wallet (shard, member_id, currency) select $1, m, 'PLAY' from unnest($2::uuid[]) as m`,
      [shard, wallets],
    );
    await database.pool.query(
      `insert into hold (shard, member_id, id, kind, amount)
       select $1, m, gen_random_uuid(), 'test', 5 from unnest($2::uuid[]) as m`,
      [shard, wallets],
    );
    await database.owner.query('analyze');
  });
  afterAll(() => database.close());

  const chunk = (rows: number): unknown[] => [
    shard,
    times(rows).map((i) => wallets[i % wallets.length]),
    times(rows).map(String),
    times(rows).map(() => 'hash'),
    times(rows).map(() => 'payout'),
    times(rows).map(() => 5n),
    times(rows).map(() => 'payouts'),
    times(rows).map(() => newId()),
  ];
  const batch = (...columns: ((i: number) => unknown)[]): unknown[] => [
    times(500).map(() => shard),
    times(500).map((i) => wallets[i]),
    times(500).map(String),
    times(500).map(() => 'hash'),
    ...columns.map((column) => times(500).map(column)),
  ];
  const kind = (): string => 'test';
  const amount = (): bigint => 5n;

  test('a join of two changed tables is found, since it is the trap', async () => {
    const naive = `with src as (select 3::smallint as shard, * from unnest($1::uuid[], $2::text[]) as s(member_id, key)),
      op as (insert into operation (shard, member_id, key, request_hash, kind, amount, counter_account, outcome)
             select shard, member_id, key, '', '', 1, '', 'applied' from src on conflict do nothing
             returning shard, member_id, key),
      moved as (update wallet w set available = w.available + 1 from op
                where w.shard = op.shard and w.member_id = op.member_id
                returning w.shard, w.member_id, w.version)
      insert into entry (shard, member_id, version, key, kind, currency, amount, counter_account, available_after, held_after)
      select shard, member_id, m.version, op.key, '', '', 1, '', 1, 1 from moved m join op using (shard, member_id)`;
    // The planner chooses it when it expects one side to have a row or two; here it has no other choice.
    const client = await database.pool.connect();
    try {
      await client.query('set enable_hashjoin = off; set enable_mergejoin = off');
      expect(await squareJoins(client, naive, chunk(2_000).slice(1, 3))).toEqual([
        expect.stringMatching(/^CTE Scan (op|moved)$/),
      ]);
    } finally {
      client.release(true);
    }
  });

  test('a chunk of 2,000 credits joins nothing row by row', async () => {
    expect(await squareJoins(database.pool, payManyText, chunk(2_000))).toEqual([]);
  });

  test.each([
    ['postings', postText, batch(kind, amount, kind, newId)],
    ['recoveries', recoverText, batch(kind, amount, kind, newId)],
    ['holds', openHoldText, batch(kind, amount, newId, () => null)],
    ['ends of holds', endHoldText, batch(kind, kind, newId, () => 'released')],
  ])('a batch of 500 %s joins nothing row by row', async (_name, text, values) => {
    expect(await squareJoins(database.pool, text, values)).toEqual([]);
  });

  test.each([
    ['postings', postText, `execute kept('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`],
    ['credits', payManyText, `execute kept(3, '{}', '{}', '{}', '{}', '{}', '{}', '{}')`],
  ])('nor does the plan of %s that a connection keeps, which knows no array lengths', async (...of) => {
    const [, text, empty] = of;
    const client = await database.pool.connect();
    try {
      await client.query('set plan_cache_mode = force_generic_plan');
      await client.query(`prepare kept as ${text}`);
      expect(await squareJoins(client, empty, [])).toEqual([]);
    } finally {
      client.release(true);
    }
  });
});
