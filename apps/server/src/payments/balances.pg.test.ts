import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId, shardOf } from '../core/ids.ts';
import { commandLists } from '../testing/commands.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { keptSums, railRecords, railSums } from './balances.ts';
import { writePayment, type PaymentRow } from './recharges/payment-queries.ts';
import { insertWithdrawal, selectWithdrawal, updateWithdrawal } from './withdrawals/queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const memberId = newId();
const owner = { memberId, shard: shardOf(memberId) };
const at = new Date('2026-08-01T12:00:00Z');

const payment = (rail: string, ref: string, state: PaymentRow['state'], gross: bigint): PaymentRow => ({
  shard: owner.shard,
  member_id: memberId,
  rail,
  ref,
  id: newId(),
  recharge_id: newId(),
  paid: gross * 10_000n,
  currency: null,
  gross,
  fee: 0n,
  credited: state === 'credited' ? gross : 0n,
  turnover: 0n,
  state,
  payment_case: null,
  block: null,
  seen_at: at,
  credited_at: state === 'credited' ? at : null,
});

const ask = async (rail: 'bank' | 'scan', amount: bigint): Promise<string> => {
  const id = newId();
  const method = { type: 'bank', fields: {} } as const;
  await insertWithdrawal(database.pool, {
    shard: owner.shard,
    member_id: memberId,
    id,
    fee_hold: newId(),
    key: id,
    currency: 'PLAY',
    fee_site: 0n,
    amount,
    fee: 0n,
    receive: amount,
    method_id: newId(),
    rail,
    method,
    approvals_needed: 1,
    requested_at: at,
    arrives_by: at,
    rate_micro: null,
    usdt_micro: null,
  });
  return id;
};

const become = async (
  client: pg.Pool | pg.PoolClient,
  id: string,
  change: Parameters<typeof updateWithdrawal>[2],
): Promise<boolean> => {
  const row = await selectWithdrawal(client, owner, id);
  if (row === undefined) throw new Error('no such withdrawal');
  return updateWithdrawal(client, row, change);
};

const rails = fc.constantFrom('bank' as const, 'scan' as const);
const amounts = fc.bigInt({ min: 1n, max: 1_000_000n });
const step = fc.oneof(
  fc.record({
    kind: fc.constant('payment' as const),
    rail: rails,
    gross: amounts,
    ref: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    state: fc.constantFrom('seen', 'credited', 'in_review', 'refused', 'orphaned'),
  }),
  fc.record({ kind: fc.constant('asked' as const), rail: rails, amount: amounts }),
  fc.record({
    kind: fc.constant('withdrawal' as const),
    nth: fc.nat(5),
    state: fc.constantFrom('success', 'finished', 'refused', 'in_progress'),
  }),
  // Credited in a transaction that stays open, with a number below those that end before it.
  fc.record({ kind: fc.constant('slow' as const), rail: rails, gross: amounts }),
  fc.record({ kind: fc.constant('end' as const), commits: fc.boolean() }),
  fc.constant({ kind: 'fold' as const }),
  fc.constant({ kind: 'foldTwice' as const }),
);

test('kept sums equal those of all records, after any events and folds', async () => {
  const { pool } = database;
  await fc.assert(
    fc.asyncProperty(commandLists(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const slow: pg.PoolClient[] = [];
      const asked: string[] = [];
      const run = newId();
      const end = async (commits: boolean): Promise<void> => {
        const client = slow.shift();
        await client?.query(commits ? 'commit' : 'rollback');
        client?.release();
      };
      for (const one of steps) {
        if (one.kind === 'payment') {
          await writePayment(pool, payment(one.rail, `${run}-${one.ref}`, one.state, one.gross));
        } else if (one.kind === 'asked') {
          asked.push(await ask(one.rail, one.amount));
        } else if (one.kind === 'withdrawal') {
          const id = asked[one.nth];
          const reference = one.state === 'success' ? newId() : null;
          if (id !== undefined) await become(pool, id, { state: one.state, reference });
        } else if (one.kind === 'slow' && slow.length < 3) {
          const client = await pool.connect();
          slow.push(client);
          await client.query('begin');
          await writePayment(client, payment(one.rail, newId(), 'credited', one.gross));
        } else if (one.kind === 'end') {
          await end(one.commits);
        } else if (one.kind === 'fold') {
          await railSums(pool);
        } else if (one.kind === 'foldTwice') {
          await Promise.all([railSums(pool), railSums(pool)]);
        }
        expect(await keptSums(pool)).toEqual(await railRecords(pool));
      }
      while (slow.length > 0) await end(true);
      expect(await railSums(pool)).toEqual(await railRecords(pool));
    }),
    { numRuns: 16 },
  );
  const { rows } = await pool.query<{ kept: string }>(
    'select sum(credited + paid_out)::text as kept from rail_total',
  );
  expect(BigInt(rows[0]?.kept ?? 0)).toBeGreaterThan(0n);
});

test('ended rows stay unchanged', async () => {
  const { pool } = database;
  const credited = payment('bank', newId(), 'credited', 500n);
  expect(await writePayment(pool, credited)).toBe(true);
  expect(await writePayment(pool, { ...credited, state: 'orphaned', credited: 0n, credited_at: null })).toBe(
    false,
  );
  const id = await ask('bank', 700n);
  expect(await become(pool, id, { state: 'success', reference: newId() })).toBe(true);
  expect(await become(pool, id, { state: 'finished' })).toBe(true);
  expect(await become(pool, id, { note: 'again' })).toBe(false);
  expect(await railSums(pool)).toEqual(await railRecords(pool));
});
