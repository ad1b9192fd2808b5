import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { auditShard } from './auditor.ts';
import { postText } from './posting-sql.ts';
import type { Posting } from './posting.ts';
import { Wallet } from './service.ts';

const shard = 9;

describe('traps of a ledger in SQL', () => {
  let database: TestDatabase;
  let wallet: Wallet;
  beforeAll(async () => {
    database = await testDatabase(12);
    wallet = new Wallet(database);
  });
  afterAll(() => database.close());

  const member = async (amountMinor: bigint): Promise<string> => {
    const memberId = newId();
    await wallet.open(database.pool, { memberId, shard, currency: 'PLAY' });
    if (amountMinor > 0n) await wallet.post([posting(memberId, amountMinor)]);
    return memberId;
  };
  const posting = (memberId: string, amountMinor: bigint, key: string = newId()): Posting => ({
    shard,
    memberId,
    key,
    kind: 'test',
    amountMinor,
    counterAccount: 'stakes',
  });
  const available = async (memberId: string): Promise<bigint | undefined> =>
    (await wallet.balance(memberId, shard))?.availableMinor;

  /** Runs `work` in an open transaction, lets `meanwhile` start and wait for it, and commits. */
  const whileLocked = async <T>(
    work: (client: pg.PoolClient) => Promise<unknown>,
    meanwhile: () => Promise<T>,
    waiting = 1,
  ): Promise<T> => {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await work(client);
      const result = meanwhile();
      await expect.poll(waitingNow).toBe(waiting);
      await client.query('commit');
      return await result;
    } finally {
      client.release();
    }
  };
  const waitingNow = async (): Promise<number> => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };

  test('a replay is not charged: the key comes before the wallet', async () => {
    const memberId = await member(100n);
    const bet = posting(memberId, -40n);
    await wallet.post([bet]);
    const [again] = await wallet.post([bet]);
    expect(again).toMatchObject({ outcome: 'applied', availableAfter: 60n, replayed: true });
    expect(await available(memberId)).toBe(60n);
    // A replay answers with the former result, not with the present state.
    await wallet.post([posting(memberId, -10n)]);
    expect((await wallet.post([bet]))[0]).toMatchObject({ availableAfter: 60n, replayed: true });
  });

  test('a key that was used for something else is refused and changes nothing', async () => {
    const memberId = await member(100n);
    const bet = posting(memberId, -40n);
    await wallet.post([bet]);
    expect(await wallet.post([{ ...bet, amountMinor: -41n }])).toEqual([{ outcome: 'key_reused' }]);
    expect(await available(memberId)).toBe(60n);
  });

  test('a refused operation keeps its key, even when the money has come since', async () => {
    const memberId = await member(10n);
    const bet = posting(memberId, -40n);
    expect((await wallet.post([bet]))[0]).toMatchObject({ reason: 'insufficient', replayed: false });
    await wallet.post([posting(memberId, 100n)]);
    expect((await wallet.post([bet]))[0]).toMatchObject({ reason: 'insufficient', replayed: true });
    expect(await available(memberId)).toBe(110n);
  });

  test('two operations of one wallet never share a statement', async () => {
    const memberId = await member(100n);
    const two = [posting(memberId, -10n), posting(memberId, -20n)];
    const inOneStatement = database.pool.query(postText, [
      [shard, shard],
      [memberId, memberId],
      two.map((p) => p.key),
      ['hash', 'hash'],
      ['test', 'test'],
      two.map((p) => p.amountMinor),
      ['stakes', 'stakes'],
      [null, null],
    ]);
    // Both would take the same entry: the whole statement is undone, and no key is spent.
    await expect(inOneStatement).rejects.toMatchObject({ code: '23505', table: 'entry' });
    expect(await wallet.post(two)).toMatchObject([
      { availableAfter: 90n, version: 2n },
      { availableAfter: 70n, version: 3n },
    ]);
  });

  test('the same key sent twice at once is applied once, and both get that answer', async () => {
    const memberId = await member(100n);
    const bet = posting(memberId, -40n);
    const answers = await whileLocked(
      (client) => client.query('select from wallet where member_id = $1 for update', [memberId]),
      () => Promise.all([wallet.post([bet]), wallet.post([bet])]),
      2,
    );
    // The second one's snapshot is older than the first one's key: it is read afterwards.
    expect(answers.flat().map((one) => one.outcome === 'applied' && one.replayed)).toEqual(
      expect.arrayContaining([false, true]),
    );
    expect(answers.flat()).toMatchObject([{ availableAfter: 60n }, { availableAfter: 60n }]);
    expect(await available(memberId)).toBe(60n);
  });

  test('money that came while a batch waited for the wallet can be staked', async () => {
    const memberId = await member(0n);
    const [answer] = await whileLocked(
      (client) => wallet.post([posting(memberId, 40n)], client),
      () => wallet.post([posting(memberId, -40n)]),
    );
    expect(answer).toMatchObject({ outcome: 'applied', availableAfter: 0n, version: 2n });
  });

  test('money that went while a batch waited for the wallet cannot be staked', async () => {
    const memberId = await member(40n);
    const [answer] = await whileLocked(
      (client) => wallet.post([posting(memberId, -40n)], client),
      () => wallet.post([posting(memberId, -1n)]),
    );
    expect(answer).toMatchObject({ outcome: 'refused', reason: 'insufficient' });
  });

  test('a key that was refused while a batch waited for the wallet stays refused, though the money is there now', async () => {
    const memberId = await member(10n);
    const bet = posting(memberId, -40n);
    const refuseAndPay = async (client: pg.PoolClient): Promise<void> => {
      expect((await wallet.post([bet], client))[0]).toMatchObject({
        reason: 'insufficient',
        replayed: false,
      });
      await wallet.post([posting(memberId, 100n)], client);
    };
    const [answer] = await whileLocked(refuseAndPay, () => wallet.post([bet]));
    expect(answer).toMatchObject({ outcome: 'refused', reason: 'insufficient', replayed: true });
    expect(await available(memberId)).toBe(110n);
  });

  test('a key that was refused alone while a batch waited stays refused', async () => {
    const memberId = await member(10n);
    const key = newId();
    const [answer] = await whileLocked(
      (client) => wallet.post([posting(memberId, -40n, key)], client),
      () => wallet.post([posting(memberId, -5n, key)]),
    );
    expect(answer).toMatchObject({ outcome: 'key_reused' });
    expect(await available(memberId)).toBe(10n);
  });

  test('a key that was refused while a chunk waited for the wallet pays nothing', async () => {
    const memberId = await member(10n);
    const key = newId();
    const paying = whileLocked(
      (client) => wallet.post([posting(memberId, -40n, key)], client),
      () =>
        wallet.payMany({
          shard,
          credits: [{ memberId, key, kind: 'payout', amountMinor: 5n, counterAccount: 'payouts' }],
        }),
    );
    await expect(paying).rejects.toThrow('the key was used before');
    expect(await available(memberId)).toBe(10n);
  });

  test('a key that was applied while a batch waited is not refused for want of the money it took', async () => {
    const memberId = await member(40n);
    const bet = posting(memberId, -40n);
    const [answer] = await whileLocked(
      (client) => wallet.post([bet], client),
      () => wallet.post([bet]),
    );
    expect(answer).toMatchObject({ outcome: 'applied', replayed: true, availableAfter: 0n });
    const { rowCount } = await database.pool.query(
      'select from operation where shard = $1 and member_id = $2',
      [shard, memberId],
    );
    expect(rowCount).toBe(0);
  });

  test('batches over the same wallets in any order do not deadlock', async () => {
    const members = await Promise.all(Array.from({ length: 40 }, () => member(1_000n)));
    const batches = Array.from({ length: 40 }, (_, n) =>
      (n % 2 ? members : members.toReversed()).map((memberId) => posting(memberId, -1n)),
    );
    // With the pool as the caller's connection nothing is tried again, so that a deadlock would be seen.
    const answers = await Promise.all(batches.map((batch) => wallet.post(batch, database.pool)));
    expect(answers.flat().every((one) => one.outcome === 'applied')).toBe(true);
    expect(await Promise.all(members.map(available))).toEqual(members.map(() => 960n));
  });

  test('locks taken out of order deadlock, which is why there is an order', async () => {
    const [a, b] = [await member(10n), await member(10n)];
    const inOrder = async (first: string, second: string, meet: () => Promise<void>): Promise<void> => {
      const client = await database.pool.connect();
      try {
        await client.query('begin');
        await client.query('update wallet set available = available where member_id = $1', [first]);
        await meet();
        await client.query('update wallet set available = available where member_id = $1', [second]);
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    let arrived = 0;
    const meet = async (): Promise<void> => {
      arrived++;
      await expect.poll(() => arrived).toBe(2);
    };
    const results = await Promise.allSettled([inOrder(a, b, meet), inOrder(b, a, meet)]);
    const failed = results.filter((one) => one.status === 'rejected');
    expect(failed.map((one): unknown => one.reason)).toMatchObject([{ code: '40P01' }]);
  });

  test('a connection lost at commit is tried again with the same key', async () => {
    const memberId = await member(100n);
    let lost = false;
    const flaky: pg.Pool = Object.create(database.pool, {
      query: {
        value: async (config: pg.QueryConfig) => {
          const answer = await database.pool.query(config);
          if (lost) return answer;
          lost = true;
          throw new Error('Connection terminated unexpectedly');
        },
      },
    });
    const [answer] = await new Wallet({ pool: flaky }).post([posting(memberId, -40n)]);
    expect(answer).toMatchObject({ outcome: 'applied', availableAfter: 60n, replayed: true });
    expect(await available(memberId)).toBe(60n);
  });

  test('no code can take missing money, since the table refuses it', async () => {
    const memberId = await member(5n);
    await expect(
      database.pool.query('update wallet set available = available - 6 where shard = $1 and member_id = $2', [
        shard,
        memberId,
      ]),
    ).rejects.toMatchObject({ code: '23514' });
  });

  test('a chunk paid again pays nothing, and one with a changed amount is refused as a whole', async () => {
    const memberId = await member(0n);
    const credit = (key: string, amountMinor: bigint) => ({
      memberId,
      key,
      kind: 'payout',
      amountMinor,
      counterAccount: 'payouts' as const,
    });
    const credits = [credit('b1', 10n), credit('b2', 20n), credit('b3', 30n)];
    expect(await wallet.payMany({ shard, credits: credits.slice(0, 2) })).toMatchObject({ paidMinor: 30n });
    expect(await wallet.payMany({ shard, credits })).toMatchObject({
      applied: 1,
      paidMinor: 30n,
      wallets: [{ memberId, availableMinor: 60n, version: 3n }],
    });
    expect(await wallet.payMany({ shard, credits })).toEqual({ applied: 0, paidMinor: 0n, wallets: [] });
    const changed = [credit('b1', 11n), credit('b4', 40n)];
    await expect(wallet.payMany({ shard, credits: changed })).rejects.toThrow('the key was used before');
    expect(await available(memberId)).toBe(60n);
  });

  test('a key that is in a chunk twice is paid once, and never for two amounts', async () => {
    const memberId = await member(0n);
    const credit = (amountMinor: bigint) => ({ ...posting(memberId, amountMinor, 'twice'), kind: 'payout' });
    expect(await wallet.payMany({ shard, credits: [credit(10n), credit(10n)] })).toMatchObject({
      applied: 1,
      paidMinor: 10n,
    });
    const other = await member(0n);
    const both = [10n, 20n].map((amountMinor) => ({
      ...posting(other, amountMinor, 'twice'),
      kind: 'payout',
    }));
    await expect(wallet.payMany({ shard, credits: both })).rejects.toThrow('the key was used before');
    expect(await available(other)).toBe(0n);
  });

  test('money that cannot be clawed back is recorded as the house’s loss', async () => {
    const memberId = await member(70n);
    const debit = { ...posting(memberId, 100n, 'correction'), counterAccount: 'payouts' as const };
    expect(await wallet.recover([debit])).toEqual([{ takenMinor: 70n, lostMinor: 30n, replayed: false }]);
    expect(await wallet.recover([debit])).toEqual([{ takenMinor: 70n, lostMinor: 30n, replayed: true }]);
    expect(await wallet.recover([{ ...debit, key: 'another' }])).toEqual([
      { takenMinor: 0n, lostMinor: 100n, replayed: false },
    ]);
    // The hash of the request has the amount that was asked for.
    const { rows } = await database.pool.query(
      `select request_hash, amount from entry where shard = $1 and member_id = $2 and key = 'correction'
       union all
       select request_hash, amount from operation where shard = $1 and member_id = $2 and key = 'another'`,
      [shard, memberId],
    );
    expect(rows).toEqual([
      { request_hash: 'test 100 payouts -', amount: -70n },
      { request_hash: 'test 100 payouts -', amount: 0n },
    ]);
  });

  test('after all of these the ledger is sound', async () => {
    expect(await auditShard(database.pool, shard)).toEqual([]);
  });
});
