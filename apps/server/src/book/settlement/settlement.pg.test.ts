import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { currencies } from '@touchline/money/currency';
import { systemClock } from '../../platform/clock.ts';
import { openDatabase, type Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { testEvent, testWallet } from '../../testing/book.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { createWallet, type Wallet } from '../../wallet/service.ts';
import { createBoard, type Board } from '../board/board.ts';
import { createEvents } from '../events/service.ts';
import { createPlacing, type Placing } from '../placing/service.ts';
import { placingName } from '../placing/statement.ts';
import { createRecords } from '../records/service.ts';
import { createSettlement, type Settlement } from './service.ts';

let database: TestDatabase;
let lanes: Database;
let board: Board;
let placing: Placing;
let wallet: Wallet;
let settlement: Settlement;

beforeAll(async () => {
  database = await testDatabase();
  const { pool, db } = database;
  board = createBoard(db);
  lanes = openDatabase(database.url, 2, () => undefined, placingName);
  wallet = createWallet({ pool });
  const limits = { minMinor: 100n, maxMinor: 100_000n, potentialMaxMinor: 10_000_000n };
  placing = createPlacing({
    ...{ pool: lanes.pool, board, clock: systemClock, currency: currencies.PLAY, limits },
    records: createRecords({ db }),
    lanes: { count: 2, batchMax: 100 },
    onPlaced: () => undefined,
  });
  settlement = settlementOf(wallet);
});
afterAll(async () => {
  await lanes.close();
  await database.close();
});

const settlementOf = (ledger: Wallet): Settlement =>
  createSettlement({
    ...{ pool: database.pool, wallet: ledger, log: createLog('silent') },
    onSettled: () => undefined,
    events: createEvents({ database, board, publish: () => undefined, onResult: async () => undefined }),
  });

let event: string;
beforeEach(async () => {
  event = (await testEvent(database.pool)).id;
  await board.refresh([event]);
});

type Pick = { market: string; selection: string; odds: string; line?: string; stake?: string };
const bet = async (member: { id: string; shard: number }, { stake = '10.00', ...leg }: Pick) =>
  (
    await placing.place(member, {
      key: newId(),
      type: 'single',
      stake,
      accept: 'none',
      again: true,
      legs: [{ event, ...leg }],
    })
  ).id;

type Score = [number, number] | null;
const result = async (version: number, ht: Score, ft: Score) => {
  await database.pool.query(
    `insert into result (event_id, version, ht_home, ht_away, ft_home, ft_away, source, state, confirmed_at)
     values ($1, $2, $3, $4, $5, $6, 'test', 'confirmed', now())`,
    [event, version, ht?.[0], ht?.[1], ft?.[0], ft?.[1]],
  );
  return { eventId: event, version };
};
const available = async (member: { id: string; shard: number }) =>
  (await wallet.balance(member.id, member.shard))?.availableMinor;
const stateOf = async (member: { id: string; shard: number }, id: string) => {
  const [found] = await createRecords(database).byId({ shard: member.shard, memberId: member.id }, [id]);
  return found && [found.state, found.payout, found.legs[0]?.outcome];
};

describe('a settlement run', () => {
  it('pays winners, leaves losers, returns pushes, each to the cent, and settles the markets', async () => {
    const member = await testWallet(database.pool, 100_000n);
    const home = await bet(member, { market: '1x2', selection: '1', odds: '2.10', stake: '12.34' });
    const draw = await bet(member, { market: '1x2', selection: 'X', odds: '3.40' });
    const over = await bet(member, { market: 'over_under', line: '2.5', selection: 'over', odds: '1.90' });
    await settlement.run(await result(1, [1, 0], [2, 1]));
    expect(await stateOf(member, home)).toEqual(['win', '25.91', 'win']);
    expect(await stateOf(member, draw)).toEqual(['lose', '0.00', 'lose']);
    expect(await stateOf(member, over)).toEqual(['win', '19.00', 'win']);
    expect(await available(member)).toBe(100_000n - 1_234n - 2_000n + 2_591n + 1_900n);
    expect(board.market(event, '1x2')?.state).toBe('settled');
  });

  it('settles first-half bets at half time and the others at full time, each once', async () => {
    const member = await testWallet(database.pool, 100_000n);
    const half = await bet(member, { market: 'ht_1x2', selection: 'X', odds: '2.10' });
    const full = await bet(member, { market: '1x2', selection: '1', odds: '2.10' });
    expect(await settlement.run(await result(1, [0, 0], null))).toEqual({ bets: 1, paidMinor: 2_100n });
    expect(await stateOf(member, half)).toEqual(['win', '21.00', 'win']);
    expect(await stateOf(member, full)).toEqual(['waiting', undefined, undefined]);
    expect(await settlement.run(await result(2, [0, 0], [1, 0]))).toEqual({ bets: 1, paidMinor: 2_100n });
    expect(await available(member)).toBe(100_000n - 2_000n + 4_200n);
  });

  it('run again does nothing', async () => {
    const member = await testWallet(database.pool, 100_000n);
    await bet(member, { market: '1x2', selection: '1', odds: '2.10' });
    const key = await result(1, [1, 0], [1, 0]);
    await settlement.run(key);
    expect(await settlement.run(key)).toEqual({ bets: 0, paidMinor: 0n });
    expect(await available(member)).toBe(101_100n);
  });

  it('corrected books only the difference, and never takes more than there is', async () => {
    const [stays, gains, loses, spent] = [
      await testWallet(database.pool, 10_000n),
      await testWallet(database.pool, 10_000n),
      await testWallet(database.pool, 10_000n),
      await testWallet(database.pool, 1_000n),
    ];
    await bet(stays, { market: 'over_under', line: '2.5', selection: 'under', odds: '1.95' });
    const drawn = await bet(gains, { market: '1x2', selection: 'X', odds: '3.40' });
    await bet(loses, { market: '1x2', selection: '1', odds: '2.10' });
    await bet(spent, { market: '1x2', selection: '1', odds: '2.10' });
    await settlement.run(await result(1, [1, 0], [1, 0]));
    const { id: other } = await testEvent(database.pool);
    await board.refresh([other]);
    await placing.place(spent, {
      ...{ key: newId(), type: 'single', stake: '15.00', accept: 'none' },
      legs: [{ event: other, market: '1x2', selection: '1', odds: '2.10' }],
    });
    expect((await settlement.run(await result(2, [1, 0], [1, 1]))).bets).toBe(3);
    expect(await available(stays)).toBe(10_950n);
    expect(await available(gains)).toBe(12_400n);
    expect(await available(loses)).toBe(9_000n);
    expect(await available(spent)).toBe(0n);
    expect(await stateOf(gains, drawn)).toEqual(['win', '34.00', 'win']);
  });

  it('killed after any chunk goes on and pays each bet once', async () => {
    const members = await Promise.all(Array.from({ length: 30 }, () => testWallet(database.pool, 10_000n)));
    for (const member of members) {
      await bet(member, { market: '1x2', selection: '1', odds: '2.10' });
      await bet(member, { market: '1x2', selection: '1', odds: '2.10' });
    }
    const key = await result(1, [1, 0], [1, 0]);
    // A ledger that dies at every third chunk, after it has written but before the transaction ends.
    let calls = 0;
    const dying: Wallet = {
      ...wallet,
      payMany: async (chunk, client) => {
        const paid = await wallet.payMany(chunk, client);
        calls += 1;
        if (calls % 3 === 0) throw new Error('killed');
        return paid;
      },
    };
    let kills = 0;
    for (let done = false; !done;) {
      done = await settlementOf(dying)
        .run(key)
        .then(
          () => true,
          () => false,
        );
      if (!done) kills += 1;
    }
    expect(kills).toBeGreaterThan(3);
    for (const member of members) expect(await available(member)).toBe(12_200n);
  });

  it('run by two workers at once pays each bet once', async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => testWallet(database.pool, 10_000n)));
    for (const member of members) await bet(member, { market: '1x2', selection: '1', odds: '2.10' });
    const key = await result(1, [1, 0], [1, 0]);
    const runs = await Promise.all([settlement.run(key), settlement.run(key), settlement.run(key)]);
    expect(runs.reduce((sum, run) => sum + run.bets, 0)).toBe(20);
    for (const member of members) expect(await available(member)).toBe(11_100n);
  });

  it('waits for a bet that is still being written, and settles it too', async () => {
    const late = await testWallet(database.pool, 10_000n);
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query('select from wallet where member_id = $1 for update', [late.id]);
    const placed = bet(late, { market: '1x2', selection: '1', odds: '2.10' });
    while (!(await isPlacing())) await wait(5);
    await database.pool.query(`update market set state = 'closed' where event_id = $1`, [event]);
    const settled = settlement.run(await result(1, [1, 0], [1, 0]));
    await wait(50);
    await holder.query('commit');
    holder.release();
    await placed;
    expect(await settled).toEqual({ bets: 1, paidMinor: 2_100n });
    expect(await available(late)).toBe(11_100n);
  });

  it('that nobody has moved is taken up again, and one that ended is not', async () => {
    const member = await testWallet(database.pool, 10_000n);
    await bet(member, { market: '1x2', selection: '1', odds: '2.10' });
    await result(1, [1, 0], [1, 0]);
    await settlement.resume(60_000);
    expect(await available(member)).toBe(9_000n);
    await settlement.resume(0);
    expect(await available(member)).toBe(11_100n);
    await settlement.resume(0);
    expect(await available(member)).toBe(11_100n);
  });
});

const isPlacing = async (): Promise<boolean> => {
  const { rowCount } = await database.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name = $1 and wait_event_type = 'Lock'`,
    [placingName],
  );
  return rowCount === 1;
};
