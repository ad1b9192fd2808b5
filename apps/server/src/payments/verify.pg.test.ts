import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import { saveMethod, testCashier, type TestCashier } from '../testing/cashier.ts';
import { verifyCashier } from './verify.ts';

let at: TestCashier;
const unnoted = () => Promise.resolve();

beforeAll(async () => {
  at = await testCashier({ TURNOVER_MULTIPLE: '0', PAYOUT_COOLING_HOURS: '0', PAYOUT_RAIL: 'manual' });
  const owner = await at.member(100_000n);
  const from = { lan: 'en', origin: 'http://localhost' } as const;
  for (const [n, channel] of (['cash-card', 'scan-code'] as const).entries()) {
    const input = { key: `verify-${n}`, channel, amount: '100' };
    const { id } = await at.cashier.recharges.create(owner, input, from);
    await at.cashier.arrivals.final({
      ...owner,
      rechargeId: id,
      rail: channel,
      ref: `r${n}`,
      paidUnits: 10_000n,
      seenAt: at.clock.now(),
    });
  }
  const { id: wallet } = await saveMethod(at.cashier, owner, {
    type: 'usdt-trc20',
    address: 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX',
  });
  const ask = (n: number) =>
    at.cashier.withdrawals.create(owner, { key: `verify-w-${n}`, wallet, amount: '50' }, '');
  // The first stays in review.
  const [, paid, refused, returned] = [await ask(1), await ask(2), await ask(3), await ask(4)];
  for (const { id } of [paid, returned]) {
    await at.cashier.review.approve(owner, { id, version: 0 }, newId(), unnoted);
    await at.cashier.review.paid(owner, { id, version: 1 }, `REF-${id}`, unnoted);
  }
  await at.cashier.review.refuse(owner, { id: refused.id, version: 0 }, { reason: 'other' }, unnoted);
  await at.cashier.review.returned(
    owner,
    { id: returned.id, version: 2 },
    { reason: 'returned_by_bank' },
    unnoted,
  );
});
afterAll(() => at.close());

/** The differences after a statement has damaged something; it is rolled back. */
const spoilt = async (sql: string): Promise<string[]> => {
  const client = await at.database.owner.connect();
  try {
    await client.query('begin');
    const { rowCount } = await client.query(sql);
    expect(rowCount).toBeGreaterThan(0);
    return (await verifyCashier(client)).differences;
  } finally {
    await client.query('rollback');
    client.release();
  }
};

describe('the verification of the cashier', () => {
  test('finds no difference in sound records', async () => {
    expect(await verifyCashier(at.database.pool)).toEqual({
      counts: { recharges: 2n, payments: 2n, withdrawals: 4n, rails: 3n },
      differences: [],
    });
  });

  test.each([
    [
      'a payment of more',
      'update payment set gross = gross + 1, credited = credited + 1',
      'payment and entry',
    ],
    ['a payment that is gone', "delete from payment where rail = 'scan-code'", 'payment and entry'],
    [
      'an entry of nothing',
      "update entry set key = 'recharge:nobody:1' where key = 'recharge:scan-code:r1'",
      'payment and entry',
    ],
    ['another fee', 'update payment set fee = fee + 1, credited = credited - 1', 'fee of a payment'],
    ['a recharge of more', 'update recharge set credited = credited + 1', 'recharge and payments'],
    ['a withdrawal said to be paid', "update withdrawal set state = 'finished'", 'withdrawal and hold'],
    ['a hold of its own', "delete from withdrawal where state = 'in_progress'", 'hold without withdrawal'],
    ['another rail', "update withdrawal set rail = 'bank' where state = 'success'", 'rail bank'],
    [
      'another kept sum',
      "insert into rail_total (rail, credited, paid_out, paid_units) values ('scan-code', 1, 0, 0)",
      'kept sums of scan-code: 1',
    ],
    [
      'money in clearing',
      "update entry set counter_account = 'clearing:team' where kind = 'recharge_fee'",
      'I8: clearing:team',
    ],
  ])('%s is found', async (_what, sql, found) => {
    expect(await spoilt(sql)).toContainEqual(expect.stringContaining(found));
  });

  test('finds a final transfer without a credit', async () => {
    const found = await spoilt(
      `insert into chain_transfer
         (network, tx_hash, log_index, block_number, block_hash, token, address, micro, state, told)
       values ('usdt-trc20', '\\x01', 0, 1, '\\x02', '\\x03', '\\x04', 7000000, 'final', 1)`,
    );
    expect(found).toEqual(['usdt-trc20: 7000000 final on the chain, 0 heard of']);
  });
});
