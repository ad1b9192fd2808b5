import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveMethod, testCashier, testPassword, type TestCashier } from '../../testing/cashier.ts';
import type { Owner } from '../../core/owner.ts';

let at: TestCashier;
beforeAll(async () => {
  at = await testCashier();
});
afterAll(() => at.close());

const card = {
  type: 'bank' as const,
  bankName: 'First Bank',
  bankCode: 'FBXX',
  holder: 'Ada Lovelace',
  account: '6222021001112345678',
  phone: '+442079460000',
};
const tron = { type: 'usdt-trc20' as const, address: 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX' };
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => error,
  );
const named = async (name?: string): Promise<Owner> => {
  const owner = await at.member();
  if (name !== undefined) at.verified.set(owner.memberId, name);
  return owner;
};

describe('a bank card', () => {
  test('is only for a member whose verified name is its holder', async () => {
    expect(await refusalOf(saveMethod(at.cashier, await named(), card))).toMatchObject({
      reason: 'not_verified',
    });
    expect(await refusalOf(saveMethod(at.cashier, await named('Grace Hopper'), card))).toMatchObject({
      reason: 'name_mismatch',
    });
    const owner = await named('ADA LOVELACE');
    const saved = await saveMethod(at.cashier, owner, card);
    expect(saved).toMatchObject({ ...card, usableFrom: '2026-06-12T12:00:00.000Z' });
    expect(await at.cashier.payouts.detail(owner, saved.id)).toEqual(saved);
  });
});

describe('payout methods', () => {
  test('with a wrong checksum are refused with the field', async () => {
    expect(
      await refusalOf(
        saveMethod(at.cashier, await named(), { ...tron, address: 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xx' }),
      ),
    ).toMatchObject({ reason: 'validation', detail: { rules: { address: 'crypto_address' } } });
  });

  test.each([
    ['usdt-trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['usdt-erc20', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['usdt-erc20', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    ['usdt-erc20', '0x000000000000000000000000000000000000dEaD'],
    ['usdt-trc20', 'T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY'],
    ['usdt-erc20', '0x0000000000000000000000000000000000000001'],
    ['usdt-erc20', '0xdEAD000000000000000042069420694206942069'],
    ['usdt-erc20', '0xffffffffffffffffffffffffffffffffffffffff'],
  ] as const)('of %s to %s, where money would be lost, are refused', async (type, address) => {
    expect(await refusalOf(saveMethod(at.cashier, await named(), { type, address }))).toMatchObject({
      reason: 'validation',
      detail: { rules: { address: 'address_lost' } },
    });
  });

  test('are unique; another address waits again', async () => {
    const owner = await named();
    const { id } = await saveMethod(at.cashier, owner, tron);
    expect(await refusalOf(saveMethod(at.cashier, owner, tron))).toMatchObject({ reason: 'payout_exists' });
    at.clock.advance(3_600_000);
    const moved = await saveMethod(at.cashier, owner, {
      id,
      type: 'usdt-erc20',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    });
    expect(moved.usableFrom).toBe('2026-06-12T13:00:00.000Z');
    expect((await at.cashier.payouts.list(owner, { page: 1, limit: 20 })).list).toEqual([moved]);
  });

  test('are removed, and another member’s are not visible', async () => {
    const owner = await named();
    const other = await named();
    const { id } = await saveMethod(at.cashier, owner, tron);
    expect(await refusalOf(at.cashier.payouts.detail(other, id))).toMatchObject({ reason: 'not_found' });
    expect(await refusalOf(at.cashier.payouts.remove(other, id))).toMatchObject({ reason: 'not_found' });
    expect(await refusalOf(saveMethod(at.cashier, other, { ...tron, id }))).toMatchObject({
      reason: 'not_found',
    });
    await at.cashier.payouts.remove(owner, id);
    expect(await refusalOf(at.cashier.payouts.detail(owner, id))).toMatchObject({ reason: 'not_found' });
    expect((await saveMethod(at.cashier, owner, tron)).id).not.toBe(id);
  });

  test('are limited to ten', async () => {
    const owner = await named('Ada Lovelace');
    for (let i = 0; i < 10; i++) await saveMethod(at.cashier, owner, { ...card, account: `62220210${i}` });
    expect(await refusalOf(saveMethod(at.cashier, owner, card))).toMatchObject({ reason: 'payout_many' });
  });

  test('to an address of a deposit are refused, and not used where one was saved before', async () => {
    const owner = await named();
    const address = '0x8617e340b3d01fa5f11f306f4090fd50e238070d';
    const method = { type: 'usdt-erc20' as const, address };
    const saved = await saveMethod(at.cashier, owner, method);
    await at.database.pool.query(
      `insert into chain_address (address, xpub, idx, shown_network, shard, member_id, recharge_id, watch_until)
       values (decode($1, 'hex'), 'xpub', 1, 'usdt-trc20', 1, $2, $2, now())`,
      [address.slice(2), owner.memberId],
    );
    expect(await refusalOf(saveMethod(at.cashier, await named(), method))).toMatchObject({
      detail: { rules: { address: 'address_lost' } },
    });
    at.clock.advance(86_400_000);
    const asked = at.cashier.withdrawals.create(
      owner,
      { key: 'to-a-deposit', wallet: saved.id, amount: '50', password: testPassword },
      '127.0.0.1',
    );
    expect(await refusalOf(asked)).toMatchObject({ detail: { rules: { wallet: 'address_lost' } } });
  });
});
