import type { Restriction } from '@touchline/contract/shapes/play';
import { currencies } from '@touchline/money/currency';
import * as fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manualClock } from '../../core/clock.ts';
import { readConfig } from '../../core/config/config.ts';
import { openDatabase } from '../../core/database/database.ts';
import { newId, shardOf } from '../../core/ids.ts';
import { outsideTransaction } from '../../core/database/guarded-pool.ts';
import type { Letter } from '../../core/events.ts';
import { dayAfter } from '../../core/local-time.ts';
import { Refused } from '../../core/refusal.ts';
import { commandLists } from '../../testing/commands.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { auditShard } from '../../ledger/auditor.ts';
import { Wallet } from '../../ledger/service.ts';
import { Rewards, type RewardsOptions } from './service.ts';
import type { Owner } from '../../core/owner.ts';
import { testBus } from '../../testing/bus.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** The rewards module of one process. */
const testRewards = (
  env: Record<string, string> = {},
  over: Partial<RewardsOptions> = {},
  { pool }: { pool: pg.Pool } = database,
) => {
  const clock = manualClock(new Date('2026-06-11T12:00:00Z'));
  const turnover = new Map<string, bigint>();
  const letters: (Owner & Letter)[] = [];
  const moved: Owner[] = [];
  const bus = testBus();
  bus.on('walletMoved', (owner) => void moved.push(owner));
  bus.on('lettersDue', (due) => void letters.push(...due));
  const { checkIns, rules, vip } = new Rewards({
    pool,
    wallet: new Wallet({ pool }),
    currency: currencies.PLAY,
    clock,
    config: readConfig(env),
    turnoverOf: () => Promise.resolve(turnover),
    bus,
    ...over,
  });
  return { checkIns, rules, vip, clock, turnover, letters, moved };
};

const member = async (): Promise<Owner> => {
  const memberId = newId();
  const owner = { memberId, shard: shardOf(memberId) };
  await new Wallet(database).open(database.pool, { ...owner, currency: 'PLAY' });
  return owner;
};
const balance = async ({ memberId, shard }: Owner): Promise<bigint | undefined> =>
  (await new Wallet(database).balance(memberId, shard))?.availableMinor;
const entries = async ({ memberId, shard }: Owner): Promise<unknown[]> =>
  (
    await database.pool.query(
      `select key, kind, amount, counter_account from entry where shard = $1 and member_id = $2 order by version`,
      [shard, memberId],
    )
  ).rows;
const outcome = async (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => (error instanceof Refused ? error.reason : error));

describe('a check-in', () => {
  test('gives the reward of the day from the house, once', async () => {
    const at = testRewards();
    const owner = await member();
    expect(await at.checkIns.checkIn(owner, 'a-key-of-it')).toEqual({
      reward: '1.00',
      streak: 1,
      balance: '1.00',
    });
    expect(await entries(owner)).toEqual([
      {
        key: 'check_in:2026-06-11',
        kind: 'check_in',
        amount: 100n,
        counter_account: 'promotions',
      },
    ]);
    expect(at.moved).toEqual([owner]);
    expect(await auditShard(database.pool, owner.shard)).toEqual([]);
  });

  test('the same key always answers the same, another is refused as checked in', async () => {
    const at = testRewards();
    const owner = await member();
    const first = await at.checkIns.checkIn(owner, 'first-key');
    expect(await at.checkIns.checkIn(owner, 'first-key')).toEqual(first);
    expect(await outcome(at.checkIns.checkIn(owner, 'second-key'))).toBe('checked_in');
    at.clock.set(new Date('2026-06-12T12:00:00Z'));
    expect(await at.checkIns.checkIn(owner, 'first-key')).toEqual(first);
    expect(await outcome(at.checkIns.checkIn(owner, 'second-key'))).toBe('checked_in');
    expect(await balance(owner)).toBe(100n);
    expect(await at.checkIns.checkIn(owner, 'third-key')).toMatchObject({ streak: 2, balance: '2.00' });
    expect(at.moved).toHaveLength(2);
  });

  test('the last second of a day and the first of the next are two days, in the zone of the site', async () => {
    const at = testRewards({ SITE_TIME_ZONE: 'Europe/Berlin' });
    const owner = await member();
    at.clock.set(new Date('2026-06-11T21:59:59Z'));
    expect(await at.checkIns.checkIn(owner, 'before-midnight')).toMatchObject({ streak: 1 });
    expect(await at.checkIns.info(owner)).toMatchObject({
      today: true,
      date: '2026-06-11',
      nextAt: '2026-06-11T22:00:00.000Z',
    });
    at.clock.advance(1_000);
    expect(await at.checkIns.brief(owner)).toEqual({ today: false, streak: 1, open: true });
    expect(await at.checkIns.checkIn(owner, 'after-midnight')).toMatchObject({ streak: 2 });
  });

  test.each([
    ['Europe/Berlin', ['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z']],
    ['Europe/Berlin', ['2026-10-24T21:59:59Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z']],
    ['Africa/Cairo', ['2024-04-25T21:59:59Z', '2024-04-25T22:00:00Z', '2024-04-26T21:00:00Z']],
    ['Pacific/Apia', ['2011-12-29T10:00:00Z', '2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z']],
  ])('a run continues over the clock changes of %s', async (SITE_TIME_ZONE, moments) => {
    const at = testRewards({ SITE_TIME_ZONE });
    const owner = await member();
    for (const [i, moment] of moments.entries()) {
      at.clock.set(new Date(moment));
      expect(await at.checkIns.checkIn(owner, `key-number-${i}`)).toMatchObject({ streak: i + 1 });
      expect(await outcome(at.checkIns.checkIn(owner, `other-key-${i}`))).toBe('checked_in');
    }
  });

  test('a clock that is behind gives nothing after a later day', async () => {
    const [at, behind] = [testRewards(), testRewards()];
    const owner = await member();
    await at.checkIns.checkIn(owner, 'today-key');
    behind.clock.set(new Date('2026-06-10T23:59:59Z'));
    expect(await outcome(behind.checkIns.checkIn(owner, 'yesterday-key'))).toBe('checked_in');
    expect(await balance(owner)).toBe(100n);
  });

  test('runs and rewards equal a plain recount of the days', async () => {
    const scale = [100n, 100n, 200n, 200n, 300n, 300n, 500n];
    await fc.assert(
      fc.asyncProperty(commandLists(fc.integer({ min: 1, max: 3 }), { maxLength: 20 }), async (gaps) => {
        const at = testRewards();
        const owner = await member();
        let day = '2026-01-25';
        const given: { day: string; reward: bigint }[] = [];
        let inRow = 0;
        for (const [i, gap] of [1, ...gaps].entries()) {
          day = dayAfter(day, gap);
          inRow = gap === 1 ? inRow + 1 : 1;
          const place = (inRow - 1) % 7;
          at.clock.set(new Date(`${day}T${String(i % 24).padStart(2, '0')}:30:00Z`));
          expect(await at.checkIns.checkIn(owner, `key-number-${i}`)).toMatchObject({ streak: place + 1 });
          given.push({ day, reward: scale[place] ?? 0n });
        }
        const sum = given.reduce((all, { reward }) => all + reward, 0n);
        expect(await balance(owner)).toBe(sum);
        for (const month of new Set(given.map((one) => one.day.slice(0, 7)))) {
          const { days } = await at.checkIns.info(owner, month);
          expect(days).toEqual(
            given
              .filter((one) => one.day.startsWith(month))
              .map(({ day, reward }) => ({ day, reward: `${reward / 100n}.00` })),
          );
        }
      }),
      { numRuns: 12 },
    );
  });

  test('the page shows scale, place, and the month asked for', async () => {
    const at = testRewards();
    const owner = await member();
    at.turnover.set(owner.memberId, 1_000_000n);
    const fresh = await at.checkIns.info(owner);
    expect(fresh).toMatchObject({ today: false, streak: 0, open: true, next: 0, month: '2026-06', days: [] });
    expect(fresh.scale).toEqual(['1.25', '1.25', '2.50', '2.50', '3.75', '3.75', '6.25']);
    expect(await at.checkIns.checkIn(owner, 'a-key-of-it')).toMatchObject({ reward: '1.25' });
    expect(await at.checkIns.info(owner, '2026-06')).toMatchObject({
      today: true,
      streak: 1,
      next: 1,
      days: [{ day: '2026-06-11', reward: '1.25' }],
    });
    expect(await at.checkIns.info(owner, '2026-02')).toMatchObject({ month: '2026-02', days: [] });
    expect(await at.checkIns.info(owner, '9999-12')).toMatchObject({ days: [], date: '2026-06-11' });
    expect(await outcome(at.checkIns.info(owner, '0000-01'))).toBe('validation');
  });

  test.each<[Restriction, Record<string, string>]>([
    [
      { kind: 'time_out', since: '2026-06-01T00:00:00Z', until: '2026-07-01T00:00:00Z' },
      { restriction: 'time_out', until: '2026-07-01T00:00:00Z' },
    ],
    [{ kind: 'excluded', since: '2026-06-01T00:00:00Z' }, { restriction: 'excluded' }],
  ])('is closed for members who are restricted: %o', async (restriction, detail) => {
    const restrictions: Restriction[] = [];
    const at = testRewards({}, { restrictionOf: () => Promise.resolve(restrictions[0]) });
    const owner = await member();
    const before = await at.checkIns.checkIn(owner, 'before-it');
    at.clock.set(new Date('2026-06-12T12:00:00Z'));
    restrictions.push(restriction);
    await expect(at.checkIns.checkIn(owner, 'during-it')).rejects.toMatchObject({
      reason: 'excluded',
      detail,
    });
    expect(await at.checkIns.checkIn(owner, 'before-it')).toEqual(before);
    expect(await at.checkIns.brief(owner)).toEqual({ today: false, streak: 1, open: false });
    expect(await balance(owner)).toBe(100n);
    restrictions.pop();
    expect(await at.checkIns.checkIn(owner, 'during-it')).toMatchObject({ streak: 2 });
  });

  test('is closed where nothing is given', async () => {
    const at = testRewards({ CHECK_IN_SCALE: 'off' });
    const owner = await member();
    expect(await outcome(at.checkIns.checkIn(owner, 'a-key-of-it'))).toBe('check_in_closed');
    expect(await at.checkIns.info(owner)).toMatchObject({ open: false, scale: [] });
  });
});

describe('at once', () => {
  test('two devices, and two processes: one reward', async () => {
    const others = openDatabase(database.url, 10, () => undefined);
    const [here, there] = [testRewards(), testRewards({}, {}, others)];
    for (let round = 0; round < 10; round++) {
      const owner = await member();
      const all = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          outcome((i % 2 === 0 ? here : there).checkIns.checkIn(owner, `device-number-${i}`)),
        ),
      );
      expect(all.filter((one) => one === 'checked_in')).toHaveLength(7);
      expect(await balance(owner)).toBe(100n);
      expect(await entries(owner)).toHaveLength(1);
    }
    await others.close();
  });

  test('the same key in two processes: the same answer', async () => {
    const others = openDatabase(database.url, 10, () => undefined);
    const [here, there] = [testRewards(), testRewards({}, {}, others)];
    const owner = await member();
    const all = await Promise.all(
      [here, there, here, there].map((at) => at.checkIns.checkIn(owner, 'the-same-key')),
    );
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await balance(owner)).toBe(100n);
    await others.close();
  });

  test('over midnight: two keys give two days in a row, one key gives one', async () => {
    const [before, after] = [testRewards(), testRewards()];
    before.clock.set(new Date('2026-06-11T23:59:59Z'));
    after.clock.set(new Date('2026-06-12T00:00:00Z'));
    for (let round = 0; round < 10; round++) {
      const [two, one] = [await member(), await member()];
      await before.checkIns.checkIn(two, 'first-night-key');
      await Promise.all([
        outcome(before.checkIns.checkIn(two, 'late-key-of-it')),
        outcome(after.checkIns.checkIn(two, 'early-key-of-it')),
      ]);
      expect((await after.checkIns.info(two)).days).toHaveLength(2);
      expect((await after.checkIns.brief(two)).streak).toBe(2);
      await Promise.all([before, after].map((at) => at.checkIns.checkIn(one, 'the-only-key')));
      expect(await balance(one)).toBe(100n);
    }
  });

  test.each(['before', 'after'] as const)(
    'a connection lost %s the entry leaves nothing half',
    async (when) => {
      const owner = await member();
      const wallet: Wallet = new Wallet(database);
      let kills = 0;
      const at = testRewards(
        {},
        {
          wallet: {
            post: async (postings, client) => {
              const kill = async (): Promise<void> => {
                if (client === undefined || kills++ > 2) return;
                const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
                await outsideTransaction(() =>
                  database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]),
                );
              };
              if (when === 'before') await kill();
              const done = await wallet.post(postings, client);
              if (when === 'after') await kill();
              return done;
            },
          },
        },
      );
      // The transaction was retried; the lost tries left no rows.
      expect(await at.checkIns.checkIn(owner, 'a-key-of-it')).toMatchObject({ streak: 1, balance: '1.00' });
      expect(kills).toBeGreaterThan(2);
      expect(await entries(owner)).toHaveLength(1);
      expect(await at.checkIns.checkIn(owner, 'a-key-of-it')).toMatchObject({ streak: 1, balance: '1.00' });
      expect(await auditShard(database.pool, owner.shard)).toEqual([]);
    },
  );

  test('a check-in that fails leaves nothing', async () => {
    const owner = await member();
    const fails = testRewards({}, { wallet: { post: () => Promise.reject(new Error('the disk is full')) } });
    await expect(fails.checkIns.checkIn(owner, 'a-key-of-it')).rejects.toThrow('the disk is full');
    const { rows } = await database.pool.query(
      `select 1 from check_in where shard = $1 and member_id = $2
       union all select 1 from check_in_streak where shard = $1 and member_id = $2`,
      [owner.shard, owner.memberId],
    );
    expect(rows).toEqual([]);
    expect(await testRewards().checkIns.checkIn(owner, 'a-key-of-it')).toMatchObject({ streak: 1 });
  });
});

describe('VIP levels', () => {
  test('are announced by one letter each, however often they are read', async () => {
    const at = testRewards();
    const owner = await member();
    const level = async (minor: bigint): Promise<number> => {
      at.turnover.set(owner.memberId, minor);
      const all = await Promise.all([1, 2, 3].map(() => at.vip.termsOf(owner)));
      return all[0]?.level ?? -1;
    };
    expect(await level(0n)).toBe(0);
    expect(at.letters).toEqual([]);
    expect(await level(100_000n)).toBe(1);
    expect(await level(5_000_000n)).toBe(3);
    // A correction takes a level away, and it is reached again: no second letter.
    expect(await level(4_999_999n)).toBe(2);
    expect(await level(5_000_000n)).toBe(3);
    expect(at.letters).toEqual(
      [1, 3].map((reached) => ({
        ...owner,
        template: 'level_up',
        fields: { level: String(reached) },
        about: `vip:${reached}`,
        link: '/pages/information/levels',
      })),
    );
  });

  test('are listed with their benefits, in the language of the member', async () => {
    const at = testRewards();
    const owner = await member();
    at.turnover.set(owner.memberId, 5_500_000n);
    const told = await at.vip.list(owner, 'de');
    expect(told).toMatchObject({
      current: 3,
      progress: { turnover: '55000.00', next: 4, left: '195000.00', percent: 2 },
    });
    expect(told.list.map(({ name }) => name)).toEqual([
      'Stehplatz',
      'Tribüne',
      'Ersatzbank',
      'Startelf',
      'Spielmacher',
      'Kapitän',
    ]);
    expect(told.list[3]).toMatchObject({
      turnover: '50000.00',
      benefits: { withdrawFee: '0.60', withdrawMax: '150000.00', checkIn: 150, support: 'priority' },
    });
  });

  test('of many members at once', async () => {
    const at = testRewards();
    const [a, b] = [await member(), await member()];
    at.turnover.set(a.memberId, 1_000_000n);
    expect(await at.vip.vipLevels([a.memberId, b.memberId])).toEqual(
      new Map([
        [a.memberId, 2],
        [b.memberId, 0],
      ]),
    );
    expect(at.letters).toEqual([]);
  });
});
