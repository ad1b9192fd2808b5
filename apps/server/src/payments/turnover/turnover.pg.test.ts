import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testCashier, type TestCashier } from '../../testing/cashier.ts';
import type { Owner } from '../../core/owner.ts';

let at: TestCashier;
beforeAll(async () => {
  at = await testCashier({ TURNOVER_MULTIPLE: '1.5' });
});
afterAll(() => at.close());

let refs = 0;
const recharge = async (owner: Owner, amount: string, minor: bigint): Promise<void> => {
  refs += 1;
  const n = refs;
  const { id } = await at.cashier.recharges.create(
    owner,
    { key: `turnover-${n}`, channel: 'scan-code', amount },
    { lan: 'en', origin: 'http://localhost' },
  );
  await at.cashier.arrivals.final({
    ...owner,
    rechargeId: id,
    rail: 'scan-code',
    ref: `s${n}`,
    paidUnits: minor,
    seenAt: at.clock.now(),
  });
};
const left = async (owner: Owner): Promise<bigint> => (await at.cashier.turnovers.of(owner)).leftMinor;

describe('turnover', () => {
  test('is owed for credits, and reduced by settled bets that were not refunded', async () => {
    const owner = await at.member();
    await at.settledBet(owner, 50_000n);
    expect(await left(owner)).toBe(0n);
    await recharge(owner, '100', 10_000n);
    expect(await left(owner)).toBe(15_000n);
    await at.settledBet(owner, 4_000n, 'win');
    await at.settledBet(owner, 1_000n, 'lose');
    await at.settledBet(owner, 9_000n, 'refund');
    expect(await left(owner)).toBe(10_000n);
  });

  test('once met it stays met, also when a bet is refunded afterwards', async () => {
    const owner = await at.member();
    await recharge(owner, '10', 1_000n);
    const bet = await at.settledBet(owner, 1_500n);
    expect(await left(owner)).toBe(0n);
    await at.database.pool.query("update bet set state = 'refund' where shard = 7 and id = $1", [bet]);
    expect(await left(owner)).toBe(0n);
    await recharge(owner, '10', 1_000n);
    expect(await left(owner)).toBe(1_500n);
  });

  test('a bet refunded before it is met no longer counts', async () => {
    const owner = await at.member();
    await recharge(owner, '10', 1_000n);
    const bet = await at.settledBet(owner, 1_000n);
    expect(await left(owner)).toBe(500n);
    await at.database.pool.query("update bet set state = 'refund' where shard = 7 and id = $1", [bet]);
    expect(await left(owner)).toBe(1_500n);
  });

  test('recharges and questions at once lose nothing', async () => {
    const owner = await at.member();
    await recharge(owner, '10', 1_000n);
    await at.settledBet(owner, 1_500n);
    await Promise.all([
      ...Array.from({ length: 5 }, () => recharge(owner, '20', 2_000n)),
      ...Array.from({ length: 10 }, () => left(owner)),
    ]);
    expect(await left(owner)).toBe(15_000n);
  });
});
