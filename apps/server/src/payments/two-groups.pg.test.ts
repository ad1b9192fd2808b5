import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import type { Owner } from '../core/owner.ts';
import { Refused } from '../core/refusal.ts';
import { saveMethod, testCashier, type TestCashier } from '../testing/cashier.ts';
import { auditShard } from '../ledger/auditor.ts';
import { createArrivals, type PaymentNotice } from './recharges/arrivals.ts';

/** A shard of each group. */
const shards = [6, 7] as const;
const thursdayNoon = new Date('2026-06-11T12:00:00Z');

describe('the cashier over a database of two groups of shards', () => {
  let at: TestCashier;
  beforeAll(async () => {
    at = await testCashier({}, { isDivided: true });
  });
  afterAll(() => at?.close());

  const members = (balanceMinor: bigint): Promise<Owner[]> =>
    Promise.all(shards.map((shard) => at.member(balanceMinor, shard)));
  const begin = async (owner: Owner): Promise<string> => {
    const input = { key: newId(), channel: 'usdt-trc20', amount: '100' };
    return (await at.cashier.recharges.create(owner, input, { lan: 'en', origin: 'http://localhost' })).id;
  };
  const noticeOf = (owner: Owner, rechargeId: string, ref: string): PaymentNotice => ({
    ...owner,
    rechargeId,
    rail: 'usdt-trc20',
    ref,
    paidUnits: 100_000_000n,
    seenAt: at.clock.now(),
    block: 100n,
  });
  const available = async (owner: Owner): Promise<bigint> => (await at.balance(owner)).available;
  const breaches = async (): Promise<unknown[]> => {
    const found = await Promise.all(
      shards.map((shard) => auditShard(at.database.groups.of(shard).pool, shard)),
    );
    return found.flat();
  };

  test('credits a payment once, and its reference in no other group', async () => {
    const [one, other] = await members(0n);
    if (!one || !other) throw new Error('There are no members');
    const [mine, theirs] = [await begin(one), await begin(other)];
    const ref = `0x${newId()}:0`;
    await Promise.all([1, 2, 3].map(() => at.cashier.arrivals.final(noticeOf(one, mine, ref))));
    await expect(at.cashier.arrivals.final(noticeOf(other, theirs, ref))).rejects.toThrow(
      'was paid for another',
    );
    expect([await available(one), await available(other)]).toEqual([10_000n, 0n]);
    await at.cashier.arrivals.final(noticeOf(other, theirs, `0x${newId()}:0`));
    expect(await available(other)).toBe(10_000n);
    expect(await breaches()).toEqual([]);
  });

  test('credits a payment whose reference was claimed by a try that was undone', async () => {
    const [, owner] = await members(0n);
    if (!owner) throw new Error('There is no member');
    const notice = noticeOf(owner, await begin(owner), `0x${newId()}:0`);
    const failing = createArrivals({
      groups: at.database.groups,
      wallet: { post: () => Promise.reject(new Error('the node is gone')) },
      turnovers: at.cashier.turnovers,
      clock: at.clock,
      scale: 2,
      rateOf: () => undefined,
      bus: { publish: () => undefined },
    });
    await expect(failing.final(notice)).rejects.toThrow('the node is gone');
    const claims = () =>
      at.database.pool.query<{ payment_id: string }>('select payment_id from payment_ref where ref = $1', [
        notice.ref,
      ]);
    expect((await claims()).rowCount).toBe(1);
    expect(await available(owner)).toBe(0n);
    await at.cashier.arrivals.final(notice);
    expect(await available(owner)).toBe(10_000n);
    const [recharge] = await at.cashier.recharges.byId(owner, [notice.rechargeId]);
    expect(recharge?.payments.map(({ id }) => id)).toEqual(
      (await claims()).rows.map((row) => row.payment_id),
    );
  });

  test('frees the reference of a transfer that is gone, for a recharge of the other group', async () => {
    const [one, other] = await members(0n);
    if (!one || !other) throw new Error('There are no members');
    const ref = `0x${newId()}:0`;
    const gone = noticeOf(one, await begin(one), ref);
    await at.cashier.arrivals.seen(gone);
    await at.cashier.arrivals.orphaned(gone);
    await at.cashier.arrivals.final(noticeOf(other, await begin(other), ref));
    expect([await available(one), await available(other)]).toEqual([0n, 10_000n]);
  });

  test('ends recharges of both that nobody paid', async () => {
    const both = await members(0n);
    const ids = await Promise.all(both.map(begin));
    at.clock.set(new Date('2026-06-11T14:00:00Z'));
    await at.cashier.recharges.expire();
    at.clock.set(thursdayNoon);
    const states = await Promise.all(
      both.map(async (owner, i) => (await at.cashier.recharges.byId(owner, [ids[i] ?? '']))[0]?.state),
    );
    expect(states).toEqual(['expired', 'expired']);
  });

  test('pays withdrawals of both, each by a reference of its own', async () => {
    const both = await members(20_000n);
    at.clock.set(new Date('2026-06-01T12:00:00Z'));
    const methods = await Promise.all(
      both.map((owner) =>
        saveMethod(at.cashier, owner, { type: 'usdt-trc20', address: 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX' }),
      ),
    );
    at.clock.set(thursdayNoon);
    const asked: { owner: Owner; id: string }[] = [];
    for (const [i, owner] of both.entries()) {
      const input = { key: newId(), wallet: methods[i]?.id ?? '', amount: '150' };
      const { id } = await at.cashier.withdrawals.create(owner, input, '127.0.0.1');
      asked.push({ owner, id });
      at.clock.set(new Date(at.clock.now().getTime() + 1_000));
    }
    const { list, total } = await at.cashier.desk.queue('in_review', { limit: 1, offset: 1 });
    expect([total, list.map(({ withdrawal }) => withdrawal.id)]).toEqual([2, [asked[1]?.id]]);
    const [detail] = await Promise.all(asked.map(({ owner, id }) => at.cashier.desk.detail(owner, id)));
    expect(detail?.sharedWith).toBe(1);
    const noted = () => Promise.resolve();
    const operator = newId();
    const came: unknown[] = [];
    for (const { owner, id } of asked) {
      const { version } = await at.cashier.desk.detail(owner, id);
      const row = await at.cashier.review.approve(owner, { id, version }, operator, noted);
      const pay = (reference: string) =>
        at.cashier.review.paid(owner, { id, version: row.version }, reference, noted);
      const first = await pay('bank 1').then(
        ({ state }) => state,
        (error: unknown) => (error instanceof Refused ? error.reason : error),
      );
      came.push(first);
      if (first === 'reference_used') came.push((await pay('bank 2')).state);
    }
    expect(came).toEqual(['success', 'reference_used', 'success']);
    for (const owner of both) expect(await at.balance(owner)).toEqual({ available: 5_000n, held: 0n });
    expect(await breaches()).toEqual([]);
  });
});
