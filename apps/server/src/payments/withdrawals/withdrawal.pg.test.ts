import * as fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { transaction } from '../../core/database/transaction.ts';
import { committedParts } from '../../proofs/record-check/committed.ts';
import { verifyPart } from '../../proofs/record-check/part.ts';
import { commandLists } from '../../testing/commands.ts';
import { saveMethod, testCashier, type TestCashier, testPassword } from '../../testing/cashier.ts';
import { auditShard } from '../../ledger/auditor.ts';
import type { Owner } from '../../core/owner.ts';

const thursdayNoon = new Date('2026-06-11T12:00:00Z');
let at: TestCashier;
beforeAll(async () => {
  at = await testCashier({ PAYOUT_SANDBOX_SECONDS: '5' });
});
beforeEach(() => at.clock.set(thursdayNoon));
afterAll(() => at.close());

let keys = 0;
const address = 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX';
const unnoted = () => Promise.resolve();
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => error,
  );

/** A member with money and a usable wallet. */
const ready = async (balanceMinor: bigint, shard?: number): Promise<{ owner: Owner; wallet: string }> => {
  const owner = await at.member(balanceMinor, shard);
  at.clock.set(new Date('2026-06-01T12:00:00Z'));
  const { id: wallet } = await saveMethod(at.cashier, owner, { type: 'usdt-trc20', address });
  at.clock.set(thursdayNoon);
  return { owner, wallet };
};
const ask = (
  owner: Owner,
  wallet: string,
  amount: string,
  {
    key = `withdraw-${(keys += 1)}`,
    ...more
  }: { key?: string; password?: string; fee?: string; rate?: string } = {},
) => at.cashier.withdrawals.create(owner, { key, wallet, amount, ...more }, '127.0.0.1');

/** A withdrawal as it is now, to be decided on. */
const seen = async (owner: Owner, id: string) => {
  const { version, withdrawal } = await at.cashier.desk.detail(owner, id);
  return { id, version, withdrawal };
};

describe('a withdrawal', () => {
  test('holds amount and fee at once and says when it arrives', async () => {
    const { owner, wallet } = await ready(20_000n);
    expect(await ask(owner, wallet, '150')).toMatchObject({
      state: 'in_progress',
      stage: 'in_review',
      amount: '150.00',
      fee: '1.50',
      receive: '148.50',
      arrivesBy: '2026-06-12T12:00:00.000Z',
      cancellable: true,
      wallet: { address },
    });
    expect(await at.balance(owner)).toEqual({ available: 5_000n, held: 15_000n });
  });

  test('is refused where the shown fee is not the present one, and nothing moves', async () => {
    const { owner, wallet } = await ready(20_000n);
    for (const fee of ['1.00', '1.49', '0.00']) {
      expect(await refusalOf(ask(owner, wallet, '150', { fee }))).toMatchObject({ reason: 'outdated' });
    }
    expect(await at.balance(owner)).toEqual({ available: 20_000n, held: 0n });
    expect(await ask(owner, wallet, '150', { fee: '1.50' })).toMatchObject({ fee: '1.50' });
  });

  test('to a crypto wallet fixes the rate and what is sent, and is refused at another rate than was shown', async () => {
    const { owner, wallet } = await ready(20_000n);
    const { terms } = await at.cashier.withdrawals.list(owner, { page: 1, limit: 1 });
    const rate = terms.rates.find(({ type }) => type === 'usdt-trc20')?.rate ?? '';
    expect(Number(rate)).toBeGreaterThan(0);
    expect(terms.rates.some(({ type }) => type === 'bank')).toBe(false);
    expect(await refusalOf(ask(owner, wallet, '150', { rate: `${rate}1` }))).toMatchObject({
      reason: 'outdated',
    });
    expect(await at.balance(owner)).toEqual({ available: 20_000n, held: 0n });
    const withdrawal = await ask(owner, wallet, '150', { rate });
    expect(withdrawal.rate).toBe(rate);
    // 148.50 after the fee, at that rate, rounded down to the millionth.
    const worth = Number(withdrawal.usdtAmount) * Number(rate);
    expect(worth).toBeLessThanOrEqual(148.5 + 1e-9);
    expect(worth).toBeGreaterThan(148.5 - 0.00001);
  });

  test('the same key answers the same withdrawal; two at once with money for one make one', async () => {
    const { owner, wallet } = await ready(10_000n);
    const [a, b] = await Promise.all([1, 2].map(() => ask(owner, wallet, '100', { key: 'one-key-1' })));
    expect(a?.id).toBe(b?.id);
    expect(await refusalOf(ask(owner, wallet, '90', { key: 'one-key-1' }))).toMatchObject({
      reason: 'key_reused',
    });
    const second = await ready(10_000n);
    const both = await Promise.allSettled([1, 2].map(() => ask(second.owner, second.wallet, '80')));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await at.balance(second.owner)).toEqual({ available: 2_000n, held: 8_000n });
  });

  test('too little for amount and fee: refused, and the key keeps that answer', async () => {
    const { owner, wallet } = await ready(9_999n);
    expect(await refusalOf(ask(owner, wallet, '100', { key: 'poor-key-1' }))).toMatchObject({
      reason: 'insufficient',
    });
    expect(await at.balance(owner)).toEqual({ available: 9_999n, held: 0n });
    await at.wallet.post([
      { ...owner, key: 'more', kind: 'grant', amountMinor: 10_000n, counterAccount: 'promotions' },
    ]);
    expect(await refusalOf(ask(owner, wallet, '100', { key: 'poor-key-1' }))).toMatchObject({
      reason: 'insufficient',
    });
    expect((await ask(owner, wallet, '100')).state).toBe('in_progress');
  });

  test.each([
    ['9.99', 'amount_min'],
    ['50000.01', 'amount_max'],
    ['10.005', 'validation'],
    ['-5', 'validation'],
  ])('%s: %s', async (amount, reason) => {
    const { owner, wallet } = await ready(6_000_000n);
    expect(await refusalOf(ask(owner, wallet, amount))).toMatchObject({ reason });
  });

  test('only in its window', async () => {
    const { owner, wallet } = await ready(20_000n);
    at.clock.set(new Date('2026-06-13T10:00:00Z'));
    expect(await refusalOf(ask(owner, wallet, '100'))).toMatchObject({
      reason: 'withdraw_window',
      detail: { until: '2026-06-15T00:00:00.000Z' },
    });
    at.clock.set(new Date('2026-06-12T10:00:00Z'));
    expect((await ask(owner, wallet, '100')).arrivesBy).toBe('2026-06-15T23:59:59.000Z');
  });

  test('to a method of the member that has cooled', async () => {
    const { owner, wallet } = await ready(20_000n);
    const { id: fresh } = await saveMethod(at.cashier, owner, {
      type: 'usdt-erc20',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    });
    expect(await refusalOf(ask(owner, fresh, '100'))).toMatchObject({
      reason: 'address_cooling',
      detail: { until: '2026-06-12T12:00:00.000Z' },
    });
    const other = await ready(20_000n);
    expect(await refusalOf(ask(other.owner, wallet, '100'))).toMatchObject({ reason: 'not_found' });
    expect(await refusalOf(ask(owner, newId(), '100'))).toMatchObject({ reason: 'not_found' });
  });

  test('not before the turnover is met', async () => {
    const { owner, wallet } = await ready(20_000n);
    const { id } = await at.cashier.recharges.create(
      owner,
      { key: 'turnover-key', channel: 'scan-code', amount: '100' },
      { lan: 'en', origin: 'http://localhost' },
    );
    await at.cashier.arrivals.final({
      ...owner,
      rechargeId: id,
      rail: 'scan-code',
      ref: `t${id}`,
      paidUnits: 10_000n,
      seenAt: at.clock.now(),
    });
    await at.settledBet(owner, 4_000n);
    expect(await refusalOf(ask(owner, wallet, '50'))).toMatchObject({
      reason: 'turnover_left',
      detail: { left: '60.00' },
    });
    expect((await at.balance(owner)).held).toBe(0n);
    await at.settledBet(owner, 6_000n);
    expect((await ask(owner, wallet, '50')).state).toBe('in_progress');
  });

  test('requires the password above its threshold', async () => {
    const { owner, wallet } = await ready(200_000n);
    expect(await refusalOf(ask(owner, wallet, '500.01'))).toMatchObject({ reason: 'password_needed' });
    expect(await refusalOf(ask(owner, wallet, '500.01', { password: 'wrong' }))).toMatchObject({
      reason: 'wrong_credentials',
    });
    expect((await ask(owner, wallet, '500.01', { password: testPassword })).amount).toBe('500.01');
  });

  test('stops where the ledger has an open breach', async () => {
    const { owner, wallet } = await ready(20_000n);
    const breach = newId();
    await at.database.pool.query(
      "insert into audit_breach (id, shard, invariant, detail) values ($1, 7, 'I3', '{}')",
      [breach],
    );
    expect(await refusalOf(ask(owner, wallet, '100'))).toMatchObject({ reason: 'withdraw_stopped' });
    await at.database.owner.query('update audit_breach set closed_at = now() where id = $1', [breach]);
  });

  test('is cancelled in review, once, and all the money is free again', async () => {
    const { owner, wallet } = await ready(20_000n);
    const { id } = await ask(owner, wallet, '100');
    await Promise.all([1, 2].map(() => at.cashier.withdrawals.cancel(owner, id)));
    expect(await at.balance(owner)).toEqual({ available: 20_000n, held: 0n });
    expect(
      await refusalOf(at.cashier.review.approve(owner, await seen(owner, id), newId(), unnoted)),
    ).toMatchObject({
      reason: 'withdraw_state',
    });
    const other = await at.member();
    expect(await refusalOf(at.cashier.withdrawals.cancel(other, id))).toMatchObject({ reason: 'not_found' });
  });

  const rated = (rate: string): string => JSON.stringify([{ id: 'usdt-trc20', rate }]);
  test.each([
    ['worse', '1.25', '1.25', '79.20'],
    ['better', '0.8', '1.00', '99.00'],
    ['the same', '1', '1.00', '99.00'],
  ])('pays no more than at the rate of its approval, which is %s', async (_, then, rate, usdtAmount) => {
    const { owner, wallet } = await ready(20_000n);
    const { id, ...asked } = await ask(owner, wallet, '100');
    expect(asked).toMatchObject({ rate: '1.00', usdtAmount: '99.00' });
    at.setChannels(rated(then));
    await at.cashier.review.approve(owner, await seen(owner, id), newId(), unnoted);
    // What counts since the approval stays.
    at.setChannels(rated('2'));
    expect((await seen(owner, id)).withdrawal).toMatchObject({ rate, usdtAmount });
    at.setChannels('[]');
    for (const part of committedParts) {
      const inSnapshot = <T>(work: (on: pg.PoolClient) => Promise<T>) => transaction(at.database.owner, work);
      expect((await verifyPart(part, inSnapshot, { examples: 3 })).examples).toEqual([]);
    }
  });

  test('its method is neither removed nor redirected while it is open', async () => {
    const { owner, wallet } = await ready(20_000n);
    await ask(owner, wallet, '100');
    expect(await refusalOf(at.cashier.payouts.remove(owner, wallet))).toMatchObject({
      reason: 'payout_in_use',
    });
    const elsewhere = { type: 'usdt-erc20', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } as const;
    expect(await refusalOf(saveMethod(at.cashier, owner, { id: wallet, ...elsewhere }))).toMatchObject({
      reason: 'payout_in_use',
    });
    const named = await saveMethod(at.cashier, owner, {
      id: wallet,
      type: 'usdt-trc20',
      address,
      alias: 'mine',
    });
    expect(named).toMatchObject({ alias: 'mine', usableFrom: '2026-06-02T12:00:00.000Z' });
  });
});

describe('review and payment', () => {
  test('after one approval the sandbox pays, and it arrives: success, then finished', async () => {
    const { owner, wallet } = await ready(20_000n);
    const { id } = await ask(owner, wallet, '100');
    await at.cashier.review.approve(owner, await seen(owner, id), newId(), unnoted);
    await at.cashier.review.advance();
    expect(await at.cashier.withdrawals.byId(owner, id)).toMatchObject({ stage: 'paying' });
    expect(await refusalOf(at.cashier.withdrawals.cancel(owner, id))).toMatchObject({
      reason: 'withdraw_state',
    });
    at.clock.advance(5_000);
    await Promise.all([at.cashier.review.advance(), at.cashier.review.advance()]);
    expect(await at.cashier.withdrawals.byId(owner, id)).toMatchObject({
      state: 'success',
      reference: expect.stringMatching(/^SBX-/),
    });
    expect(await at.balance(owner)).toEqual({ available: 10_000n, held: 0n });
    at.clock.advance(5_000);
    await at.cashier.review.advance();
    expect((await at.cashier.withdrawals.byId(owner, id))?.state).toBe('finished');
    const { entries } = await at.wallet.log(owner, { timeZone: 'UTC', limit: 10, offset: 0 });
    expect(entries.map((entry) => [entry.kind, entry.amountMinor, entry.heldMinor])).toEqual([
      ['withdrawal_fee', 0n, -100n],
      ['withdrawal_paid', 0n, -9_900n],
      ['withdrawal_fee', -100n, 100n],
      ['withdrawal', -9_900n, 9_900n],
      ['grant', 20_000n, 0n],
    ]);
  });

  test('above the threshold two different operators approve', async () => {
    const { owner, wallet } = await ready(200_000n);
    const { id } = await ask(owner, wallet, '1000.01', { password: testPassword });
    const [first, second] = [newId(), newId()];
    expect((await at.cashier.review.approve(owner, await seen(owner, id), first, unnoted)).stage).toBe(
      'in_review',
    );
    expect(
      await refusalOf(at.cashier.review.approve(owner, await seen(owner, id), first, unnoted)),
    ).toMatchObject({
      reason: 'same_operator',
    });
    expect((await at.cashier.review.approve(owner, await seen(owner, id), second, unnoted)).stage).toBe(
      'paying',
    );
  });

  test('an approved one is neither rejected nor approved from an older page', async () => {
    const { owner, wallet } = await ready(200_000n);
    const { id } = await ask(owner, wallet, '1000.01', { password: testPassword });
    const shown = await seen(owner, id);
    await at.cashier.review.approve(owner, shown, newId(), unnoted);
    const outdated = { reason: 'outdated' };
    const { review } = at.cashier;
    expect(await refusalOf(review.refuse(owner, shown, { reason: 'other' }, unnoted))).toMatchObject(
      outdated,
    );
    expect(await refusalOf(review.approve(owner, shown, newId(), unnoted))).toMatchObject(outdated);
    const now = await seen(owner, id);
    expect(now).toMatchObject({
      version: shown.version + 1,
      withdrawal: { state: 'in_progress', stage: 'in_review' },
    });
    await review.approve(owner, now, newId(), unnoted);
    expect(await refusalOf(review.paid(owner, now, 'BANK-STALE', unnoted))).toMatchObject(outdated);
  });

  test('after a rejection the money is released and the reason stays', async () => {
    const { owner, wallet } = await ready(20_000n);
    const { id } = await ask(owner, wallet, '100');
    await at.cashier.review.refuse(
      owner,
      await seen(owner, id),
      { reason: 'account_wrong', note: 'No such account' },
      unnoted,
    );
    expect(await at.cashier.withdrawals.byId(owner, id)).toMatchObject({
      state: 'refused',
      reason: 'account_wrong',
      note: 'No such account',
    });
    expect(await at.balance(owner)).toEqual({ available: 20_000n, held: 0n });
  });

  test('a reference pays one withdrawal of any member; a payment that comes back returns to the member', async () => {
    const { owner, wallet } = await ready(50_000n);
    const { owner: other, wallet: othersWallet } = await ready(50_000n, 8);
    const [a, b] = [await ask(owner, wallet, '100'), await ask(owner, wallet, '100')];
    const c = await ask(other, othersWallet, '100');
    for (const [by, { id }] of [
      [owner, a],
      [owner, b],
      [other, c],
    ] as const)
      await at.cashier.review.approve(by, await seen(by, id), newId(), unnoted);
    const pay = async (by: Owner, { id }: { id: string }, reference: string) =>
      at.cashier.review.paid(by, await seen(by, id), reference, unnoted);
    await pay(owner, a, 'BANK-1');
    expect(await refusalOf(pay(owner, b, 'BANK-1'))).toMatchObject({ reason: 'reference_used' });
    expect(await refusalOf(pay(other, c, 'BANK-1'))).toMatchObject({ reason: 'reference_used' });
    expect(await pay(other, c, 'BANK-2')).toMatchObject({ state: 'success' });
    await at.cashier.review.returned(owner, await seen(owner, a.id), { reason: 'returned_by_bank' }, unnoted);
    await at.cashier.review.refuse(owner, await seen(owner, b.id), { reason: 'other' }, unnoted);
    expect(await at.balance(owner)).toEqual({ available: 50_000n, held: 0n });
    expect(await at.balance(other)).toEqual({ available: 40_000n, held: 0n });
  });

  test('after any simultaneous calls each ends once and no money is made or lost', async () => {
    const steps = fc.constantFrom('approve', 'refuse', 'cancel', 'paid', 'finish', 'returned', 'advance');
    await fc.assert(
      fc.asyncProperty(commandLists(fc.array(steps, { maxLength: 4 }), { maxLength: 6 }), async (rounds) => {
        const { owner, wallet } = await ready(20_000n);
        const { id } = await ask(owner, wallet, '100');
        const { review, withdrawals } = at.cashier;
        const run = async (step: string): Promise<unknown> => {
          switch (step) {
            case 'approve':
              return review.approve(owner, await seen(owner, id), newId(), unnoted);
            case 'refuse':
              return review.refuse(owner, await seen(owner, id), { reason: 'other' }, unnoted);
            case 'cancel':
              return withdrawals.cancel(owner, id);
            case 'paid':
              return review.paid(owner, await seen(owner, id), `R-${id}`, unnoted);
            case 'finish':
              return review.finish(owner, await seen(owner, id), unnoted);
            case 'returned':
              return review.returned(owner, await seen(owner, id), { reason: 'returned_by_bank' }, unnoted);
            default:
              at.clock.advance(3_000);
              return review.advance();
          }
        };
        for (const round of rounds) await Promise.allSettled(round.map(run));
        const state = (await withdrawals.byId(owner, id))?.state ?? 'none';
        const { available, held } = await at.balance(owner);
        const expected: Record<string, [bigint, bigint]> = {
          in_progress: [10_000n, 10_000n],
          success: [10_000n, 0n],
          finished: [10_000n, 0n],
          refused: [20_000n, 0n],
          cancelled: [20_000n, 0n],
        };
        expect([available, held]).toEqual(expected[state]);
      }),
      { numRuns: 16 },
    );
    expect(await auditShard(at.database.pool, 7)).toEqual([]);
  });
});
