import type { RewardRules } from '@touchline/contract/shapes/office-growth';
import { currencies } from '@touchline/money/currency';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../../core/clock.ts';
import { readConfig } from '../../core/config/config.ts';
import { newId, shardOf } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { Wallet } from '../../ledger/service.ts';
import { Rewards } from './service.ts';
import { testBus } from '../../testing/bus.ts';

let database: TestDatabase;
const operator = newId();
beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query(
    `insert into operator (id, account, account_folded, password_hash, roles, created_at)
     values ($1, 'ruler', 'ruler', 'x', '{owner}', now())`,
    [operator],
  );
});
beforeEach(() => database.owner.query('truncate reward_rules, vip_told'));
afterAll(() => database.close());

const openVersions = (env: Record<string, string> = {}) => {
  const clock = manualClock(new Date('2026-06-11T12:00:00Z'));
  const turnover = new Map<string, bigint>();
  const { pool } = database;
  const { checkIns, rules, vip } = new Rewards({
    pool,
    wallet: new Wallet({ pool }),
    currency: currencies.PLAY,
    clock,
    config: readConfig(env),
    turnoverOf: () => Promise.resolve(turnover),
    bus: testBus(),
  });
  return { checkIns, rules, vip, clock, turnover };
};
const member = async () => {
  const memberId = newId();
  const owner = { memberId, shard: shardOf(memberId) };
  await new Wallet(database).open(database.pool, { ...owner, currency: 'PLAY' });
  return owner;
};
/** Rules in force from a day on, as if they had been applied before it. */
const count = (version: number, from: string, { checkIn, levels }: RewardRules) =>
  database.pool.query(
    `insert into reward_rules (version, check_in_scale, vip_levels, counts_from, published_at, published_by)
     values ($1, $2, $3, $4, now(), $5)`,
    [version, checkIn.join(',') || 'off', JSON.stringify(levels), from, operator],
  );
const twos = ['2', '2', '2', '2', '2', '2', '2'];

describe('new rules', () => {
  test('take effect on their day, and before it the settings', async () => {
    const at = openVersions();
    await count(1, '2026-06-12', { checkIn: twos, levels: [] });
    expect((await at.checkIns.info(await member())).scale.slice(0, 2)).toEqual(['1.00', '1.00']);
    at.clock.set(new Date('2026-06-12T00:00:00Z'));
    expect((await at.checkIns.info(await member())).scale.slice(0, 2)).toEqual(['2.00', '2.00']);
  });

  test('leave a run of check-ins its scale to the end', async () => {
    const at = openVersions();
    const owner = await member();
    await count(1, '2026-06-13', { checkIn: twos, levels: [] });
    const given: string[] = [];
    for (let day = 11; day <= 18; day++) {
      at.clock.set(new Date(`2026-06-${day}T12:00:00Z`));
      given.push((await at.checkIns.checkIn(owner, `key-of-day-${day}`)).reward);
    }
    expect(given).toEqual(['1.00', '1.00', '2.00', '2.00', '3.00', '3.00', '5.00', '2.00']);
  });

  test('that close the check-in end no run', async () => {
    const at = openVersions();
    const [running, late] = [await member(), await member()];
    await count(1, '2026-06-12', { checkIn: [], levels: [] });
    await at.checkIns.checkIn(running, 'the-first-day');
    at.clock.set(new Date('2026-06-12T12:00:00Z'));
    expect(await at.checkIns.brief(running)).toEqual({ today: false, streak: 1, open: true });
    expect(await at.checkIns.checkIn(running, 'the-second-day')).toMatchObject({ reward: '1.00', streak: 2 });
    expect(await at.checkIns.brief(late)).toEqual({ today: false, streak: 0, open: false });
    const refused = at.checkIns.checkIn(late, 'the-first-day');
    await expect(refused).rejects.toThrow(Refused);
    expect(
      (await database.pool.query('select from check_in where member_id = $1', [late.memberId])).rowCount,
    ).toBe(0);
  });

  test('take no announced level while the turnover lasts', async () => {
    const at = openVersions();
    const owner = await member();
    at.turnover.set(owner.memberId, 1_000_000n);
    expect((await at.vip.termsOf(owner)).level).toBe(2);
    await count(1, '2026-06-12', { checkIn: twos, levels: [{ level: 2, turnover: '20000' }] });
    at.clock.set(new Date('2026-06-12T12:00:00Z'));
    expect(await at.vip.termsOf(owner)).toMatchObject({ level: 2, turnoverMinor: 2_000_000n });
    expect((await at.vip.vipLevels([owner.memberId])).get(owner.memberId)).toBe(2);
    expect(await at.vip.list(owner, 'en')).toMatchObject({
      current: 2,
      progress: { next: 3, left: '40000.00', percent: 0 },
    });
    // A member without an announcement has the present rules.
    const other = await member();
    at.turnover.set(other.memberId, 1_000_000n);
    expect((await at.vip.termsOf(other)).level).toBe(1);
    // A correction still takes a level away.
    at.turnover.set(owner.memberId, 999_999n);
    expect((await at.vip.termsOf(owner)).level).toBe(1);
  });
});
