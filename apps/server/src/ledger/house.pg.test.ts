import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, shardOf } from '../core/ids.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { auditShard } from './auditor.ts';
import { houseTotals, rollUpHouse } from './house.ts';
import type { CounterAccount } from './posting.ts';
import { rollUpAll } from './roll-up-all.ts';
import { Wallet } from './service.ts';

describe('house accounts', () => {
  let database: TestDatabase;
  let wallet: Wallet;
  beforeAll(async () => {
    database = await testDatabase(12);
    wallet = new Wallet(database);
  });
  afterAll(() => database.close());

  const openWallet = async (): Promise<{ memberId: string; shard: number }> => {
    const memberId = newId();
    const owner = { memberId, shard: shardOf(memberId) };
    await wallet.open(database.pool, { ...owner, currency: 'PLAY' });
    return owner;
  };
  const posting = (
    owner: { memberId: string; shard: number },
    amountMinor: bigint,
    counterAccount: CounterAccount,
  ) => ({ ...owner, key: newId(), kind: 'test', amountMinor, counterAccount });

  /** Account → amount, entries: a fold over every entry. */
  const recomputed = async (): Promise<unknown> => {
    const { rows } = await database.pool.query(
      `select counter_account as account, (-sum(amount + held_change))::bigint as amount, count(*) as entries
       from entry group by 1 order by 1`,
    );
    return rows;
  };
  const totals = async (): Promise<unknown> =>
    (await houseTotals(database.pool)).map(({ account, amountMinor, entries }) => ({
      account,
      amount: amountMinor,
      entries,
    }));

  test('a total is the other side of the entries, with the time it is of', async () => {
    const owner = await openWallet();
    await wallet.post([posting(owner, 500n, 'promotions'), posting(owner, -200n, 'stakes')]);
    const posted = new Date();
    await rollUpAll(database.pool);
    const found = await houseTotals(database.pool);
    expect(found.map((t) => [t.account, t.amountMinor])).toEqual([
      ['promotions', -500n],
      ['stakes', 200n],
    ]);
    // Transactions of other databases of the cluster hold "as of" back while they run.
    await expect
      .poll(
        async () => {
          await rollUpAll(database.pool);
          return (await houseTotals(database.pool)).map((t) => t.asOf > posted);
        },
        { timeout: 30_000 },
      )
      .toEqual([true, true]);
  });

  test('a move between two house accounts is in the totals, once, and sums to zero', async () => {
    const move = {
      from: 'commission',
      to: 'clearing:commission',
      key: newId(),
      currency: 'PLAY',
      amountMinor: 700n,
    } as const;
    const before = new Map((await houseTotals(database.pool)).map((t) => [t.account, t.amountMinor]));
    expect(await wallet.moveHouse(move)).toBe(true);
    expect(await wallet.moveHouse(move)).toBe(false);
    await expect(wallet.moveHouse({ ...move, amountMinor: 701n })).rejects.toThrow('used before');
    await expect(wallet.moveHouse({ ...move, key: newId(), amountMinor: 0n })).rejects.toThrow(RangeError);
    await expect
      .poll(async () => {
        await rollUpHouse(database.pool);
        return new Map((await houseTotals(database.pool)).map((t) => [t.account, t.amountMinor]));
      })
      .toEqual(new Map<string, bigint>([...before, ['commission', -700n], ['clearing:commission', 700n]]));
    expect(await auditShard(database.pool, shardOf(move.key))).toEqual([]);
    // A move outside of the totals is found.
    await database.owner.query('update house_move set amount = amount + 1 where shard = $1 and key = $2', [
      shardOf(move.key),
      move.key,
    ]);
    const [found] = await auditShard(database.pool, shardOf(move.key));
    expect(found?.invariant).toBe('I4');
    await database.owner.query('delete from house_move where shard = $1 and key = $2', [
      shardOf(move.key),
      move.key,
    ]);
    await database.owner.query(
      `delete from house_total where account in ('commission', 'clearing:commission')`,
    );
  });

  test('a second roll-up adds nothing', async () => {
    const before = await totals();
    await rollUpHouse(database.pool);
    await rollUpHouse(database.pool);
    expect(await totals()).toEqual(before);
  });

  test('an entry of a transaction that ends late is counted then, once', async () => {
    const [early, late] = [await openWallet(), await openWallet()];
    const client = await database.pool.connect();
    await client.query('begin');
    await wallet.post([posting(late, 70n, 'fees')], client);
    await wallet.post([posting(early, 30n, 'fees')]);
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
    await rollUpHouse(database.pool);
    const [total] = await houseTotals(database.pool);
    expect(total && rows[0] && total.asOf < rows[0].at).toBe(true);
    await client.query('commit');
    client.release();
    await rollUpAll(database.pool);
    expect(await totals()).toEqual(await recomputed());
  });

  test('roll-ups of several servers stay exact while many write', async () => {
    const owners = await Promise.all(Array.from({ length: 24 }, openWallet));
    const writers = Array.from({ length: 5 }, async (_, w) => {
      for (let round = 0; round < 30; round++) {
        const amount = BigInt(round * 10 + w + 1);
        await wallet.post(owners.map((owner) => posting(owner, amount, w % 2 ? 'promotions' : 'payouts')));
      }
    });
    const rollers = Array.from({ length: 3 }, async () => {
      for (let round = 0; round < 20; round++) await rollUpHouse(database.pool);
    });
    await Promise.all([...writers, ...rollers]);
    await rollUpAll(database.pool);
    expect(await totals()).toEqual(await recomputed());
  });
});
