import { hourMs } from '@touchline/contract/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { saveMethod, testCashier, type TestCashier, testPassword } from '../../testing/cashier.ts';
import { auditShard } from '../../ledger/auditor.ts';
import type { Owner } from '../../core/owner.ts';

// The password is required above 500.00 and two operators above 1,000.00, counted over a rolling day of each
// member.

const thursdayNoon = new Date('2026-06-11T12:00:00Z');
let at: TestCashier;
beforeAll(async () => {
  at = await testCashier();
});
beforeEach(() => at.clock.set(thursdayNoon));
afterAll(() => at.close());

let keys = 0;
const unnoted = () => Promise.resolve();
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => error,
  );

/** A member with 10,000.00 and a usable wallet, and how they ask for withdrawals. */
const ready = async () => {
  const owner = await at.member(1_000_000n);
  at.clock.set(new Date('2026-06-01T12:00:00Z'));
  const { id: wallet } = await saveMethod(at.cashier, owner, {
    type: 'usdt-trc20',
    address: 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX',
  });
  at.clock.set(thursdayNoon);
  const ask = (amount: string, password?: string) =>
    at.cashier.withdrawals.create(
      owner,
      { key: `day-limits-${(keys += 1)}`, wallet, amount, password },
      '127.0.0.1',
    );
  return { owner, ask };
};

/** How many operators each withdrawal of a member needs, oldest first. */
const needed = async ({ shard, memberId }: Owner): Promise<number[]> => {
  const { rows } = await at.database.pool.query<{ approvals_needed: number }>(
    'select approvals_needed from withdrawal where shard = $1 and member_id = $2 order by id',
    [shard, memberId],
  );
  return rows.map((row) => row.approvals_needed);
};

const freeOfPassword = async (owner: Owner): Promise<string> =>
  (await at.cashier.withdrawals.list(owner, { page: 1, limit: 1 })).terms.passwordFree;

/** A withdrawal as it is now, to be decided on. */
const shown = async (owner: Owner, id: string): Promise<{ id: string; version: number }> => {
  const { version } = await at.cashier.desk.detail(owner, id);
  return { id, version };
};

/** Rejects a withdrawal, with a new look at it after each change. */
const refuseAtLast = async (owner: Owner, id: string): Promise<void> => {
  const seen = await shown(owner, id);
  const refusal = await at.cashier.review.refuse(owner, seen, { reason: 'other' }, unnoted).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refusal instanceof Refused && refusal.reason === 'outdated') return refuseAtLast(owner, id);
  expect(refusal).toBeUndefined();
};

describe('the password', () => {
  test('is required once the day’s sum is above the limit, however small each request is', async () => {
    const { owner, ask } = await ready();
    expect(await freeOfPassword(owner)).toBe('500.00');
    await ask('300');
    expect(await freeOfPassword(owner)).toBe('200.00');
    await ask('200');
    expect(await freeOfPassword(owner)).toBe('0.00');
    for (const amount of ['10', '500']) {
      expect(await refusalOf(ask(amount))).toMatchObject({ reason: 'password_needed' });
    }
    expect(await refusalOf(ask('10', 'wrong'))).toMatchObject({ reason: 'wrong_credentials' });
    expect((await ask('10', testPassword)).state).toBe('in_progress');
    expect(await freeOfPassword(owner)).toBe('0.00');
  });

  test('is not required because of cancelled or rejected ones, nor a day later', async () => {
    const { owner, ask } = await ready();
    const { id: cancelled } = await ask('400');
    await at.cashier.withdrawals.cancel(owner, cancelled);
    const { id: refused } = await ask('400');
    await at.cashier.review.refuse(owner, await shown(owner, refused), { reason: 'other' }, unnoted);
    await ask('500');
    at.clock.advance(24 * hourMs - 1);
    expect(await refusalOf(ask('10'))).toMatchObject({ reason: 'password_needed' });
    at.clock.advance(1);
    expect((await ask('500')).state).toBe('in_progress');
  });

  test('is required of all but those within the limit when ten ask at once', async () => {
    const { owner, ask } = await ready();
    const asked = await Promise.all(Array.from({ length: 10 }, () => refusalOf(ask('100'))));
    const refused = asked.filter((one) => one !== 'done');
    expect(refused).toHaveLength(5);
    for (const one of refused) expect(one).toMatchObject({ reason: 'password_needed' });
    expect(await at.balance(owner)).toEqual({ available: 950_000n, held: 50_000n });
  });
});

describe('two operators', () => {
  test('approve each of thirty withdrawals of 500 except the two within the limit', async () => {
    const { owner, ask } = await ready();
    const first = await ask('500');
    await at.cashier.review.approve(owner, await shown(owner, first.id), newId(), unnoted);
    for (let i = 0; i < 19; i++) await ask('500', testPassword);
    // The first was on its way before the day's sum was above it; the second was still in review.
    expect(await needed(owner)).toEqual([1, ...Array.from({ length: 19 }, () => 2)]);
  });

  test('are needed by all in review, and one approval no longer pays', async () => {
    const { owner, ask } = await ready();
    const waiting = await ask('400');
    await ask('700', testPassword);
    const [first, second] = [newId(), newId()];
    expect(
      (await at.cashier.review.approve(owner, await shown(owner, waiting.id), first, unnoted)).stage,
    ).toBe('in_review');
    expect(
      (await at.cashier.review.approve(owner, await shown(owner, waiting.id), second, unnoted)).stage,
    ).toBe('paying');
  });

  test('are needed by the sum that leaves within a day, over however many days it was requested', async () => {
    const { owner, ask } = await ready();
    const saved: string[] = [];
    for (const day of ['11', '12', '15', '16', '17', '18', '19']) {
      at.clock.set(new Date(`2026-06-${day}T12:00:00Z`));
      saved.push((await ask('600', testPassword)).id);
    }
    expect(await needed(owner)).toEqual(saved.map(() => 1));
    const cashier = newId();
    const stages: string[] = [];
    const asShown: number[] = [];
    for (const id of saved) {
      asShown.push((await at.cashier.desk.detail(owner, id)).approvalsNeeded);
      stages.push((await at.cashier.review.approve(owner, await shown(owner, id), cashier, unnoted)).stage);
    }
    expect(stages).toEqual(['paying', ...saved.slice(1).map(() => 'in_review')]);
    // The office shows how many are needed before the approval that needs them.
    expect(asShown).toEqual([1, ...saved.slice(1).map(() => 2)]);
    expect(await needed(owner)).toEqual([1, ...saved.slice(1).map(() => 2)]);
    const last = saved.at(-1) ?? '';
    expect(
      await refusalOf(at.cashier.review.approve(owner, await shown(owner, last), cashier, unnoted)),
    ).toMatchObject({ reason: 'same_operator' });
    const done = await at.cashier.review.approve(owner, await shown(owner, last), newId(), unnoted);
    expect(done.stage).toBe('paying');
  });

  test('count approved and unsent ones of any day, and those sent that day', async () => {
    const { owner, ask } = await ready();
    const cashier = newId();
    const approve = async (id: string) =>
      (await at.cashier.review.approve(owner, await shown(owner, id), cashier, unnoted)).stage;
    const { id: first } = await ask('600', testPassword);
    expect(await approve(first)).toBe('paying');
    at.clock.advance(25 * hourMs);
    const { id: second } = await ask('600', testPassword);
    await at.cashier.review.paid(owner, await shown(owner, first), newId(), unnoted);
    at.clock.advance(24 * hourMs - 1);
    expect(await approve(second)).toBe('in_review');
    at.clock.set(new Date('2026-06-15T12:00:00Z'));
    const { id: third } = await ask('600', testPassword);
    expect(await approve(third)).toBe('paying');
  });

  test('are needed by all but one of those that one person approves at once', async () => {
    const { owner, ask } = await ready();
    const saved: string[] = [];
    for (const day of ['08', '09', '10', '11']) {
      at.clock.set(new Date(`2026-06-${day}T12:00:00Z`));
      saved.push((await ask('600', testPassword)).id);
    }
    const cashier = newId();
    const versions = await Promise.all(saved.map((id) => shown(owner, id)));
    const decided = await Promise.all(
      versions.map((seen) => at.cashier.review.approve(owner, seen, cashier, unnoted)),
    );
    expect(decided.map(({ stage }) => stage).toSorted()).toEqual([
      'in_review',
      'in_review',
      'in_review',
      'paying',
    ]);
  });

  test('are not needed because of requests more than a day before', async () => {
    const { owner, ask } = await ready();
    await ask('900', testPassword);
    at.clock.advance(24 * hourMs);
    await ask('900', testPassword);
    expect(await needed(owner)).toEqual([1, 1]);
  });

  test('are needed by all when twelve ask at once', async () => {
    const { owner, ask } = await ready();
    await Promise.all(Array.from({ length: 12 }, () => ask('100', testPassword)));
    expect(await needed(owner)).toEqual(Array.from({ length: 12 }, () => 2));
  });

  test('requests and decisions at once end each, and no money is made or lost', async () => {
    for (let round = 0; round < 10; round++) {
      const { owner, ask } = await ready();
      const waiting = [await ask('300', testPassword), await ask('300', testPassword)];
      await Promise.all([
        ...waiting.map(({ id }) => refuseAtLast(owner, id)),
        ...Array.from({ length: 3 }, () => ask('600', testPassword)),
      ]);
      expect(await at.balance(owner)).toEqual({ available: 820_000n, held: 180_000n });
      expect((await needed(owner)).slice(2)).toEqual([2, 2, 2]);
    }
    expect(await auditShard(at.database.pool, 7)).toEqual([]);
  });
});
