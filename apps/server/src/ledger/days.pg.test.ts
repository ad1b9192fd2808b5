import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, shardOf } from '../core/ids.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import type { CounterAccount } from './posting.ts';
import { Wallet, type Trial } from './service.ts';

const zone = 'Asia/Kathmandu';
const all = { from: '0001-01-01', to: '9999-12-31' };

describe('the ledger by day', () => {
  let database: TestDatabase;
  let wallet: Wallet;
  beforeAll(async () => {
    database = await testDatabase(14);
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
    kind = 'test',
  ) => ({ ...owner, key: newId(), kind, amountMinor, counterAccount });

  /** A plain sum over every entry and move. */
  const recomputed = async (timeZone: string): Promise<unknown> => {
    const { rows } = await database.pool.query(
      `select (at at time zone $1)::date as day, kind, account, sum(amount)::bigint as "amountMinor",
         sum(held)::bigint as "heldMinor", sum(house)::bigint as "houseMinor", count(*) as entries
       from (
         select at, kind, counter_account as account, amount, held_change as held, -(amount + held_change) as house from entry
         union all select at, 'house_move', from_account, 0, 0, -amount from house_move
         union all select at, 'house_move', to_account, 0, 0, amount from house_move
       ) e group by 1, 2, 3 order by 1 desc, 2, 3`,
      [timeZone],
    );
    return rows;
  };
  const settled = (timeZone = zone) =>
    expect.poll(async () => wallet.daySums(all, timeZone)).toEqual(expect.anything());
  const sumOf = ({ accounts, members }: Trial): bigint =>
    accounts.reduce(
      (sum, { balanceMinor }) => sum + balanceMinor,
      members.availableMinor + members.heldMinor,
    );

  test('several servers that roll up while many write stay exact, and the balance is always zero', async () => {
    const owners = await Promise.all(Array.from({ length: 20 }, openWallet));
    const done = new AbortController();
    const writers = Array.from({ length: 4 }, async (_, w) => {
      for (let round = 0; round < 25; round++) {
        const amount = BigInt(round * 10 + w + 1);
        await wallet.post(owners.map((owner) => posting(owner, amount, w % 2 ? 'promotions' : 'payouts')));
        await wallet.moveHouse({
          key: newId(),
          from: 'commission',
          to: 'clearing:commission',
          currency: 'PLAY',
          amountMinor: amount,
        });
        const hold = { ...owners[w], key: newId(), id: newId(), kind: 'withdrawal', requestHash: 'x' };
        if (owners[w]) await wallet.hold([{ ...hold, ...owners[w], amountMinor: 1n }]);
      }
    });
    const rollers = Array.from({ length: 2 }, async () => {
      while (!done.signal.aborted) await wallet.rollUpDays(zone);
    });
    const trials: Trial[] = [];
    const reader = async (): Promise<void> => {
      while (!done.signal.aborted) {
        const now = new Date();
        trials.push(await wallet.trial(now), await wallet.trial(now, new Date(now.getTime() - 50)));
      }
    };
    const reading = reader();
    await Promise.all(writers);
    done.abort();
    await Promise.all([...rollers, reading]);
    expect(trials.length).toBeGreaterThan(4);
    for (const trial of trials) expect(sumOf(trial)).toBe(0n);
    await settled();
    await expect.poll(() => wallet.daySums(all, zone)).toEqual(await recomputed(zone));
  });

  test('a time in the past has the entries before it, in sums or not', async () => {
    const owner = await openWallet();
    await wallet.post([
      posting(owner, 900n, 'promotions', 'grant'),
      posting(owner, -200n, 'stakes', 'stake'),
    ]);
    // Dates entries back: the stake three days, the grant ten.
    await database.owner.query(
      `update entry set at = now() - case kind when 'grant' then interval '10 days' else interval '3 days' end
       where shard = $1 and member_id = $2`,
      [owner.shard, owner.memberId],
    );
    await database.pool.query('update ledger_mark set zone = null');
    const at = async (days: number) => {
      const moment = new Date(Date.now() - days * 86_400_000);
      const trial = await wallet.trial(new Date(), moment);
      expect(sumOf(trial)).toBe(0n);
      expect(trial.complete).toBe(true);
      return {
        stakes: trial.accounts.find(({ account }) => account === 'stakes')?.balanceMinor,
        available: trial.members.availableMinor,
        held: trial.members.heldMinor,
      };
    };
    for (let turn = 0; turn < 2; turn++) {
      expect(await at(11)).toEqual({ stakes: undefined, available: 0n, held: 0n });
      expect(await at(4)).toEqual({ stakes: undefined, available: 900n, held: 0n });
      expect(await at(2)).toEqual({ stakes: 200n, available: 700n, held: 0n });
      // Once from entries outside of the sums, once from the sums.
      await wallet.rollUpDays(zone);
    }
  });

  test('another time zone recomputes the sums of all days', async () => {
    for (const timeZone of ['Pacific/Kiritimati', 'America/St_Johns', zone]) {
      await expect.poll(() => wallet.daySums(all, timeZone)).toEqual(await recomputed(timeZone));
    }
  });

  test('a time is incomplete while a transaction that began before it is still writing', async () => {
    const owner = await openWallet();
    const client = await database.pool.connect();
    await client.query('begin');
    await wallet.post([posting(owner, 70n, 'fees')], client);
    const moment = new Date();
    const before = await wallet.trial(new Date(), moment);
    expect([before.complete, sumOf(before)]).toEqual([false, 0n]);
    await client.query('commit');
    client.release();
    const after = await wallet.trial(new Date(), moment);
    expect([after.complete, sumOf(after)]).toEqual([true, 0n]);
    expect(after.members.availableMinor).toBe(before.members.availableMinor + 70n);
  });

  test('finds money that no entry explains', async () => {
    const owner = await openWallet();
    await database.pool.query(
      'update wallet set available = available + 5 where shard = $1 and member_id = $2',
      [owner.shard, owner.memberId],
    );
    expect(sumOf(await wallet.trial(new Date()))).toBe(5n);
    await database.pool.query('update wallet set available = 0 where shard = $1 and member_id = $2', [
      owner.shard,
      owner.memberId,
    ]);
  });

  test('pages of entries continue after the last entry, each entry once, while others are written', async () => {
    const owner = await openWallet();
    const amounts = Array.from({ length: 23 }, (_, n) => BigInt(n + 1));
    for (const amount of amounts) await wallet.post([posting(owner, amount, 'promotions', 'paged')]);
    const member = { id: owner.memberId, shard: owner.shard };
    const walk = async (filter: object, meanwhile = false): Promise<bigint[]> => {
      const seen: bigint[] = [];
      for (let after: string | undefined; ;) {
        const page = await wallet.entryPage({ timeZone: zone, kind: 'paged', limit: 5, after, ...filter });
        seen.push(...page.map(({ amountMinor }) => amountMinor));
        after = page.at(-1)?.cursor;
        if (page.length < 5) return seen;
        if (meanwhile) await wallet.post([posting(owner, 1_000n, 'promotions', 'paged')]);
      }
    };
    const newest = amounts.toReversed();
    expect(await walk({ member })).toEqual(newest);
    expect(await walk({ account: 'promotions' })).toEqual(newest);
    expect(await walk({ account: 'fees' })).toEqual([]);
    expect(await walk({ member }, true)).toEqual(newest);
  });

  test('entries and moves of the same time are split between pages without a gap', async () => {
    const owners = await Promise.all(Array.from({ length: 7 }, openWallet));
    const client = await database.pool.connect();
    await client.query('begin');
    for (const amount of [3n, 4n]) {
      await wallet.post(
        owners.map((owner) => posting(owner, amount, 'fees', 'at once')),
        client,
      );
      const sides = { from: 'commission', to: 'clearing:commission', currency: 'PLAY' } as const;
      await wallet.moveHouse({ ...sides, key: newId(), amountMinor: amount }, client);
    }
    await client.query('commit');
    client.release();
    const whole = (filter: object) => wallet.entryPage({ timeZone: zone, limit: 5_000, ...filter });
    for (const filter of [
      {},
      { kind: 'at once' },
      { kind: 'house_move' },
      { account: 'clearing:commission' },
    ]) {
      const expected = (await whole(filter)).map(({ cursor }) => cursor);
      expect(new Set(expected).size).toBe(expected.length);
      for (const limit of [1, 3, 8]) {
        const seen: string[] = [];
        while (seen.length < Math.min(expected.length, 40)) {
          const page = await wallet.entryPage({ timeZone: zone, limit, after: seen.at(-1), ...filter });
          expect(page.length).toBeGreaterThan(0);
          seen.push(...page.map(({ cursor }) => cursor));
        }
        expect(seen).toEqual(expected.slice(0, seen.length));
      }
    }
    const counted = await database.pool.query<{ n: number }>(
      `select ((select count(*) from entry) + 2 * (select count(*) from house_move))::int as n`,
    );
    expect(await whole({})).toHaveLength(counted.rows[0]?.n ?? 0);
  });
});
