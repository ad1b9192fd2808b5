import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId, shardOf } from '../../core/ids.ts';
import { headersOf } from '../../testing/callers.ts';
import {
  memberPassword,
  testTouchline,
  type TestMember,
  type TestTouchline,
} from '../../testing/touchline.ts';

let site: TestTouchline;
beforeAll(async () => {
  site = await testTouchline({
    env: {
      WITHDRAW_DAYS: '1,2,3,4,5,6,7',
      PAYOUT_COOLING_HOURS: '0',
      PLAY_GRANT: '200000',
      PAYOUT_RAIL: 'manual',
    },
  });
});
afterAll(() => site.close());

/** A bet of the member that is lost. */
const staked = async ({ id }: TestMember, stakeMinor: bigint): Promise<string> => {
  const bet = newId();
  await site.database.pool.query(
    `insert into bet (shard, member_id, id, type, lines, currency, unit, stake, odds_milli, potential, state, payout, rules,
       settled_at, settlements)
     values ($1, $2, $3, 'single', 1, 'PLAY', $4::bigint, $4::bigint, 2000, $4::bigint * 2, 'lose', 0, '1', now(), 1)`,
    [shardOf(id), id, bet, stakeMinor],
  );
  return bet;
};
const payout = async (of: TestMember): Promise<unknown> => {
  const address = `0x${newId().replaceAll('-', '')}00000000`;
  return (await of.ask('walletSave', { type: 'usdt-erc20', address, password: memberPassword })).id;
};
const withdraw = async (of: TestMember, amount: string) =>
  of.call('createWithdraw', {
    key: randomUUID(),
    wallet: await payout(of),
    amount,
    password: memberPassword,
  });

test.each([
  [0n, 0, '1.00', '3.33', '330.00', '50000.00'],
  [100_000n, 1, '0.90', '2.99', '330.34', '75000.00'],
  [5_000_000n, 3, '0.60', '1.99', '331.34', '150000.00'],
  [100_000_000n, 5, '0.20', '1.00', '332.33', '300000.00'],
])(
  'a turnover of %s: a withdrawal costs what its level says, to the cent',
  async (turnover, level, percent, fee, receive, max) => {
    const of = await site.member();
    if (turnover > 0n) await staked(of, turnover);
    expect(await of.ask('userInfo')).toMatchObject({ vipLevel: level });
    expect(await of.ask('withdrawList')).toMatchObject({
      terms: { feePercent: percent, max, feeMin: '1.00', feeFixed: '0.00' },
    });
    expect(await withdraw(of, '333.33')).toMatchObject({
      code: 1,
      data: { amount: '333.33', fee, receive },
    });
    expect(await of.ask('userInfo')).toMatchObject({ balance: '199666.67', held: '333.33' });
  },
);

test("the largest withdrawal is the level's", async () => {
  const of = await site.member();
  expect(await withdraw(of, '50000.01')).toMatchObject({
    data: { reason: 'amount_max', max: '50000.00' },
  });
  await staked(of, 100_000n);
  expect(await withdraw(of, '75000.01')).toMatchObject({
    data: { reason: 'amount_max', max: '75000.00' },
  });
  expect(await withdraw(of, '75000')).toMatchObject({ code: 1, data: { fee: '675.00' } });
});

test('a level goes with the bet that is refunded, and takes nothing back', async () => {
  const of = await site.member();
  const bet = await staked(of, 1_000_000n);
  const { id } = (await withdraw(of, '1000')).data;
  await site.database.pool.query("update bet set state = 'refund' where shard = $1 and id = $2", [
    shardOf(of.id),
    bet,
  ]);
  expect(await of.ask('levelList')).toMatchObject({ current: 0, progress: { turnover: '0.00' } });
  expect(await of.ask('withdrawList', { id })).toMatchObject({
    terms: { feePercent: '1.00' },
    list: [{ fee: '8.00', receive: '992.00' }],
  });
});

test('a check-in is in the wallet, the log and on the home page, and grows with the level', async () => {
  const of = await site.member();
  await staked(of, 25_000_000n);
  expect(await of.ask('home')).toMatchObject({ checkIn: { today: false, streak: 0, open: true } });
  const key = randomUUID();
  const first = await of.ask('checkIn', { key });
  expect(first).toMatchObject({ reward: '1.75', streak: 1, balance: '200001.75' });
  expect(await of.ask('checkIn', { key })).toEqual(first);
  const second = await of.call('checkIn', { key: randomUUID() }, headersOf({ lan: 'de' }));
  expect(second).toMatchObject({ code: 0, data: { reason: 'checked_in' } });
  expect(second.msg).toBe('Du hast heute schon eingecheckt.');
  expect(await of.ask('home')).toMatchObject({ checkIn: { today: true, streak: 1, open: true } });
  expect(await of.ask('moneyLogList', { kind: 'check_in' })).toMatchObject({
    total: 1,
    list: [{ kind: 'check_in', amount: '1.75', balanceAfter: '200001.75' }],
  });
  const info = await of.ask('checkInInfo');
  expect(info).toMatchObject({ today: true, next: 1, days: [{ day: info.date, reward: '1.75' }] });
});

test('the costs of levels are exact to the cent, and unknown where they were not recorded', async () => {
  const { pool } = site.database;
  const { call: office, ask: askOffice } = await site.operator('cashier');
  const day = new Date().toISOString().slice(0, 10);
  const costs = async () => {
    const { cost } = await askOffice('officeRewardOverview', { from: day, to: day });
    return cost.levels;
  };
  const before = await costs();
  const [high, low] = [await site.member(), await site.member()];
  await staked(high, 5_000_000n);
  await low.ask('checkIn', { key: randomUUID() });
  expect(await costs()).toEqual(before);
  await high.ask('checkIn', { key: randomUUID() });
  const ids = await Promise.all(
    [high, low].map(async (of) => ({ member: of.id, id: (await withdraw(of, '333.33')).data.id })),
  );
  // Nothing is spent before it is paid.
  expect(await costs()).toEqual({ ...before, checkIns: plus(before.checkIns, 50) });
  for (const of of ids) {
    expect(await office('officeWithdrawDecide', { ...of, version: 0, decision: 'approve' })).toMatchObject({
      code: 1,
    });
    expect(await office('officeWithdrawPaid', { ...of, version: 1, reference: newId() })).toMatchObject({
      code: 1,
    });
  }
  // 3.33 for everybody, 1.99 at level 3.
  const paid = { ...before, fees: '1.34', withdrawals: 1, checkIns: plus(before.checkIns, 50) };
  expect(await costs()).toEqual(paid);
  await pool.query('update withdrawal set fee_site = null where member_id = $1', [low.id]);
  expect(await costs()).toEqual({ ...paid, unknownWithdrawals: 1 });
  await office('officeWithdrawReturned', { ...ids[0], version: 2, reason: 'returned_by_bank' });
  expect(await costs()).toEqual({ ...paid, fees: '0.00', withdrawals: 0, unknownWithdrawals: 1 });
});

/** An amount and some cents more. */
const plus = (amount: unknown, cents: number): string => (Number(amount) + cents / 100).toFixed(2);

test.each(['2026-13', '2026-1', '0000-12', "2026-01' or 1=1", '26-01'])(
  'a month that is none: %s',
  async (month) => {
    const of = await site.member();
    expect(await of.call('checkInInfo', { month })).toMatchObject({
      data: { reason: 'validation' },
    });
  },
);
