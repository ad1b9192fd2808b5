import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import type { Owner } from '../../core/owner.ts';
import { saveMethod, testCashier, type TestCashier } from '../../testing/cashier.ts';

let at: TestCashier;
let operatorId: string;
beforeAll(async () => {
  at = await testCashier({ PAYOUT_SANDBOX_SECONDS: '5', WITHDRAW_DAYS: '1,2,3,4,5,6,7' });
  operatorId = newId();
  await at.database.owner.query(
    `insert into operator (id, account, account_folded, password_hash, roles, created_at)
     values ($1, 'cashier9', 'cashier9', 'none', '{cashier}', now())`,
    [operatorId],
  );
});
afterAll(() => at.close());

const unnoted = () => Promise.resolve();
const note = 'The list of the bank was compared';
let keys = 0;

/** A withdrawal that was approved and is not sent. */
const approved = async (): Promise<{ owner: Owner; id: string }> => {
  const owner = await at.member(20_000n);
  const method = { type: 'usdt-trc20', address: 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX' } as const;
  const { id: wallet } = await saveMethod(at.cashier, owner, method);
  at.clock.advance(24 * 60 * 60 * 1_000);
  const given = { key: `hold-${(keys += 1)}`, wallet, amount: '150' };
  const { id } = await at.cashier.withdrawals.create(owner, given, '127.0.0.1');
  await at.cashier.review.approve(owner, { id, version: 0 }, operatorId, unnoted);
  at.clock.advance(60_000);
  return { owner, id };
};
const stateOf = async ({ owner, id }: { owner: Owner; id: string }) => {
  const { withdrawal } = await at.cashier.desk.detail(owner, id);
  return withdrawal.state;
};
const placeRestored = async (): Promise<number> => {
  const { rows } = await at.database.owner.query<{ number: number }>(
    `insert into payout_hold (reason, since) values ('restored', now()) returning number`,
  );
  return rows[0]?.number ?? 0;
};

test('nothing is sent while payouts are held, and what was approved is sent once after the release', async () => {
  const number = await placeRestored();
  const one = await approved();
  await at.cashier.review.advance();
  expect(await stateOf(one)).toBe('in_progress');
  expect(await at.cashier.payoutHolds.waiting()).toEqual({ count: 1, sumMinor: 14_850n });
  expect(await at.balance(one.owner)).toEqual({ available: 5_000n, held: 15_000n });
  const release = { number, references: [], unknown: [], note };
  await at.cashier.payoutHolds.release(release, operatorId, unnoted);
  expect(await at.cashier.payoutHolds.current()).toBeUndefined();
  await at.cashier.review.advance();
  await at.cashier.review.advance();
  expect(await stateOf(one)).toBe('finished');
  expect(await at.balance(one.owner)).toEqual({ available: 5_000n, held: 0n });
  await expect(at.cashier.payoutHolds.release(release, operatorId, unnoted)).rejects.toMatchObject({
    reason: 'outdated',
  });
});

test('a payment that the rail’s list has is entered during the hold, and not sent again after it', async () => {
  const number = await placeRestored();
  const [sent, unsent] = [await approved(), await approved()];
  const list = ['BANK 7', ' BANK 7 ', 'BANK 8'];
  expect(await at.cashier.payoutHolds.compare(list)).toEqual({ known: [], unknown: ['BANK 7', 'BANK 8'] });
  await at.cashier.review.paid(sent.owner, { id: sent.id, version: 1 }, 'BANK 7', unnoted);
  expect(await at.cashier.payoutHolds.compare(list)).toEqual({ known: ['BANK 7'], unknown: ['BANK 8'] });
  // The comparison that was seen is older than the entry.
  const older = { number, references: list, unknown: ['BANK 7', 'BANK 8'], note };
  await expect(at.cashier.payoutHolds.release(older, operatorId, unnoted)).rejects.toMatchObject({
    reason: 'outdated',
  });
  await at.cashier.payoutHolds.release({ ...older, unknown: ['BANK 8'] }, operatorId, unnoted);
  await at.cashier.review.advance();
  const { withdrawal } = await at.cashier.desk.detail(sent.owner, sent.id);
  expect(withdrawal.reference).toBe('BANK 7');
  expect(await at.balance(sent.owner)).toEqual({ available: 5_000n, held: 0n });
  expect(await stateOf(unsent)).not.toBe('in_progress');
  const { rows } = await at.database.pool.query<{ unknown_references: string[] }>(
    'select unknown_references from payout_hold where number = $1',
    [number],
  );
  expect(rows[0]?.unknown_references).toEqual(['BANK 8']);
});

test('a release whose line of the audit log fails changes nothing', async () => {
  const number = await placeRestored();
  const broken = () => Promise.reject(new Error('no audit log'));
  const release = { number, references: [], unknown: [], note };
  await expect(at.cashier.payoutHolds.release(release, operatorId, broken)).rejects.toThrow('no audit log');
  expect(await at.cashier.payoutHolds.current()).toMatchObject({ number });
  await at.cashier.payoutHolds.release(release, operatorId, unnoted);
});

test('a log that does not continue holds payouts once, and not again after the release', async () => {
  // A hold that was placed after the last checkpoint covers it.
  expect(await at.cashier.payoutHolds.placeForLog(new Date(0))).toBe(false);
  const signedAt = new Date();
  expect(await at.cashier.payoutHolds.placeForLog(signedAt)).toBe(true);
  expect(await at.cashier.payoutHolds.placeForLog(signedAt)).toBe(false);
  const hold = await at.cashier.payoutHolds.current();
  expect(hold).toMatchObject({ reason: 'log_refused', since: signedAt });
  await at.cashier.payoutHolds.release(
    { number: hold?.number ?? 0, references: [], unknown: [], note },
    operatorId,
    unnoted,
  );
  expect(await at.cashier.payoutHolds.placeForLog(signedAt)).toBe(false);
});
