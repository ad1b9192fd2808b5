import { parseCanonicalObject, type JsonObject } from '@touchline/verify/canonical-json';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import type { Owner } from '../core/owner.ts';
import { snapshot } from '../core/database/transaction.ts';
import { committedParts } from '../proofs/record-check/committed.ts';
import { verifyPart } from '../proofs/record-check/part.ts';
import { saveMethod, testCashier, testPassword, type TestCashier } from '../testing/cashier.ts';
import { commitPayment, decided } from './recharges/payment-facts.ts';
import { selectPayments, writePayment } from './recharges/payment-queries.ts';

// What the house commits itself to about money in and out: each step once, with its terms, in the transaction that takes it.

const noon = new Date('2026-06-11T12:00:00Z');
let at: TestCashier;
beforeAll(async () => {
  at = await testCashier({ PAYOUT_RAIL: 'manual', PAYOUT_COOLING_HOURS: '0', WITHDRAW_TWO_ABOVE: '100' });
});
beforeEach(() => at.clock.set(noon));
afterAll(() => at.close());

const unnoted = () => Promise.resolve();
const address = 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX';
const otherAddress = '0x52908400098527886E0F7030069857D2E4169EE7';

const factsOf = async ({ memberId }: Owner, kind: string): Promise<{ id: string; fact: JsonObject }[]> => {
  const { rows } = await at.database.pool.query<{ id: string; body: string }>(
    'select id, body from member_fact where member_id = $1 and kind = $2 order by tx, id',
    [memberId, kind],
  );
  return rows.map(({ id, body }) => ({ id, fact: parseCanonicalObject(body) }));
};
const ready = async (): Promise<{ owner: Owner; wallet: string }> => {
  const owner = await at.member(100_000n);
  const { id: wallet } = await saveMethod(at.cashier, owner, { type: 'usdt-trc20', address });
  return { owner, wallet };
};
const ask = (owner: Owner, wallet: string, amount: string) =>
  at.cashier.withdrawals.create(owner, { key: newId(), wallet, amount, password: testPassword }, '127.0.0.1');
const seen = async (owner: Owner, id: string) => {
  const { version } = await at.cashier.desk.detail(owner, id);
  return { id, version };
};

test('a withdrawal is committed with its terms, each approval and its payment', async () => {
  const { owner, wallet } = await ready();
  const { id } = await ask(owner, wallet, '200');
  const [first, second] = [newId(), newId()];
  const { review } = at.cashier;
  await review.approve(owner, await seen(owner, id), first, unnoted);
  await review.approve(owner, await seen(owner, id), second, unnoted);
  await review.paid(owner, await seen(owner, id), `ref-${id}`, unnoted);
  await review.finish(owner, await seen(owner, id), unnoted);
  const facts = await factsOf(owner, 'withdrawal');
  const whole = {
    kind: 'withdrawal',
    v: 1,
    member: owner.memberId,
    withdrawal: id,
    time: noon.toISOString(),
  };
  expect(facts).toEqual([
    {
      id: `${id}:1`,
      fact: {
        ...whole,
        n: 1,
        step: 'requested',
        amount: '20000',
        fee: '200',
        receive: '19800',
        rate: '1000000',
        usdt: '198000000',
        currency: 'PLAY',
        key: expect.any(String),
        method: { id: wallet, type: 'usdt-trc20', fields: { address } },
        needed: 2,
        arrivesBy: '2026-06-12T12:00:00.000Z',
      },
    },
    { id: `${id}:2`, fact: { ...whole, n: 2, step: 'approved', by: first, given: 1, needed: 2 } },
    { id: `${id}:3`, fact: { ...whole, n: 3, step: 'approved', by: second, given: 2, needed: 2 } },
    { id: `${id}:4`, fact: { ...whole, n: 4, step: 'paid', reference: `ref-${id}` } },
    { id: `${id}:5`, fact: { ...whole, n: 5, step: 'arrived' } },
  ]);
});

test('what ends a withdrawal otherwise is committed with its reason', async () => {
  const { owner, wallet } = await ready();
  const { review, withdrawals } = at.cashier;
  const ends: Record<string, JsonObject | undefined> = {};
  const end = async (name: string, work: (id: string) => Promise<unknown>): Promise<void> => {
    const { id } = await ask(owner, wallet, '20');
    await work(id);
    const facts = (await factsOf(owner, 'withdrawal')).filter(({ fact }) => fact['withdrawal'] === id);
    expect(facts.map(({ fact }) => fact['n'])).toEqual(facts.map((_, i) => i + 1));
    ends[name] = facts.at(-1)?.fact;
  };
  await end('cancelled', async (id) => {
    await withdrawals.cancel(owner, id);
    await withdrawals.cancel(owner, id);
  });
  await end('refused', async (id) =>
    review.refuse(owner, await seen(owner, id), { reason: 'suspicious', note: 'Write to us' }, unnoted),
  );
  await end('returned', async (id) => {
    await review.approve(owner, await seen(owner, id), newId(), unnoted);
    await review.paid(owner, await seen(owner, id), `ref-${id}`, unnoted);
    await review.returned(owner, await seen(owner, id), { reason: 'returned_by_bank' }, unnoted);
  });
  expect(ends).toMatchObject({
    cancelled: { step: 'cancelled', n: 2 },
    refused: { step: 'refused', reason: 'suspicious', note: 'Write to us', n: 2 },
    returned: { step: 'returned', reason: 'returned_by_bank', note: null, n: 4 },
  });
});

test('a step that does not happen is not committed', async () => {
  const { owner, wallet } = await ready();
  const { id } = await ask(owner, wallet, '20');
  const { review } = at.cashier;
  const operator = newId();
  const old = await seen(owner, id);
  await review.approve(owner, old, operator, unnoted);
  await expect(review.approve(owner, old, newId(), unnoted)).rejects.toMatchObject({ reason: 'outdated' });
  const fails = () => Promise.reject(new Error('no line'));
  await expect(review.paid(owner, await seen(owner, id), 'ref', fails)).rejects.toThrow('no line');
  await expect(at.cashier.withdrawals.cancel(owner, id)).rejects.toMatchObject({ reason: 'withdraw_state' });
  await expect(ask(owner, wallet, '2000')).rejects.toMatchObject({ reason: 'insufficient' });
  const steps = (await factsOf(owner, 'withdrawal')).map(({ fact }) => fact['step']);
  expect(steps).toEqual(['requested', 'approved']);
});

test('requests of a day that need two operators from then on say so', async () => {
  const { owner, wallet } = await ready();
  const { id: first } = await ask(owner, wallet, '60');
  const { id: second } = await ask(owner, wallet, '60');
  const facts = await factsOf(owner, 'withdrawal');
  expect(facts.map(({ id, fact }) => [id, fact['step'], fact['needed']])).toEqual([
    [`${first}:1`, 'requested', 1],
    [`${first}:2`, 'raised', 2],
    [`${second}:1`, 'requested', 2],
  ]);
});

test('a payout method is committed as the member wrote it, when it is added, changed and removed', async () => {
  const owner = await at.member();
  const { id } = await saveMethod(at.cashier, owner, { type: 'usdt-erc20', address: ` ${otherAddress} ` });
  await saveMethod(at.cashier, owner, { id, type: 'usdt-erc20', address: otherAddress, alias: 'Mine' });
  await expect(
    saveMethod(at.cashier, owner, { type: 'usdt-erc20', address: otherAddress }),
  ).rejects.toMatchObject({ reason: 'payout_exists' });
  await at.cashier.payouts.remove(owner, id);
  const whole = {
    kind: 'payout_method',
    v: 1,
    member: owner.memberId,
    method: id,
    time: noon.toISOString(),
  };
  const to = { type: 'usdt-erc20', usableFrom: noon.toISOString() };
  expect(await factsOf(owner, 'payout_method')).toEqual([
    { id: `${id}:1`, fact: { ...whole, ...to, n: 1, change: 'added', fields: { address: otherAddress } } },
    {
      id: `${id}:2`,
      fact: { ...whole, ...to, n: 2, change: 'changed', fields: { address: otherAddress, alias: 'Mine' } },
    },
    { id: `${id}:3`, fact: { ...whole, n: 3, change: 'removed' } },
  ]);
});

test('a payment is committed as it was heard of, and again when a person has decided', async () => {
  const owner = await at.member();
  const begin = (amount: string) =>
    at.cashier.recharges.create(
      owner,
      { key: newId(), channel: 'cash-card', amount },
      { lan: 'en', origin: 'https://site.test' },
    );
  const hear = (rechargeId: string, ref: string, paidUnits: bigint) =>
    at.cashier.arrivals.final({
      ...owner,
      rechargeId,
      rail: 'sandbox-card',
      ref,
      paidUnits,
      seenAt: noon,
    });
  const exact = await begin('50');
  // Twice at once, and again: a reference counts once.
  await Promise.all([hear(exact.id, 'p1', 5_000n), hear(exact.id, 'p1', 5_000n)]);
  await hear(exact.id, 'p1', 5_000n);
  const much = await begin('20');
  await Promise.all([hear(much.id, 'p2', 90_000_000n), hear(much.id, 'p2', 90_000_000n)]);
  const other = await begin('20');
  await hear(other.id, 'p3', 90_000_000n);
  for (const [{ id }, verdict] of [
    [much, 'credit'],
    [other, 'refuse'],
  ] as const) {
    const { recharge, version } = await at.cashier.rechargeReview.detail(owner, id);
    const payment = recharge.payments[0]?.id ?? '';
    await at.cashier.rechargeReview.decidePayment(owner, { id, version }, { payment, verdict }, unnoted);
  }
  const facts = await factsOf(owner, 'payment');
  expect(
    facts.map(({ fact }) => [fact['reference'], fact['n'], fact['state'], fact['case'], fact['paid']]),
  ).toEqual([
    ['p1', 1, 'credited', null, '5000'],
    ['p2', 1, 'in_review', 'excess', '90000000'],
    ['p3', 1, 'in_review', 'excess', '90000000'],
    ['p2', 2, 'credited', 'excess', '90000000'],
    ['p3', 2, 'refused', 'excess', '90000000'],
  ]);
  expect(facts[0]?.fact).toMatchObject({
    kind: 'payment',
    member: owner.memberId,
    recharge: exact.id,
    rail: 'sandbox-card',
    block: null,
    gross: '5000',
    turnover: expect.any(String),
  });
  const { rows } = await at.database.pool.query<{ available: bigint }>(
    `select sum((body::jsonb ->> 'credited')::bigint)::bigint as available from member_fact where member_id = $1`,
    [owner.memberId],
  );
  expect(rows).toMatchObject([{ available: (await at.balance(owner)).available }]);
});

test('a payment agrees with the public log when the release before has decided without its currency', async () => {
  const owner = await at.member();
  const { id: rechargeId } = await at.cashier.recharges.create(
    owner,
    { key: newId(), channel: 'cash-card', amount: '20' },
    { lan: 'en', origin: 'https://site.test' },
  );
  await at.cashier.arrivals.final({
    ...owner,
    rechargeId,
    rail: 'stripe',
    ref: 'in-yen',
    paidUnits: 2_000n,
    currency: 'JPY',
    wrong: 'wrong_currency',
    seenAt: noon,
  });
  const { pool } = at.database;
  const [payment] = await selectPayments(pool, owner, [rechargeId]);
  if (payment === undefined) throw new Error('no payment');
  const refused = { ...payment, state: 'refused' } as const;
  await writePayment(pool, refused);
  await commitPayment(pool, { ...refused, currency: null }, { n: decided, at: noon });
  const part = committedParts.find(({ name }) => name === 'payments are those of the public log');
  if (part === undefined) throw new Error('no part');
  const differences = async () => {
    const report = await verifyPart(part, (work) => snapshot(at.database.owner, work), { examples: 9 });
    return report.examples;
  };
  expect(await differences()).toEqual([]);
  await at.database.owner.query(`update payment set currency = 'CHF' where ref = 'in-yen'`);
  expect(await differences()).toHaveLength(1);
});

test('a transfer of a chain is committed once it is final, with its transaction and block', async () => {
  const owner = await at.member();
  const { id: rechargeId } = await at.cashier.recharges.create(
    owner,
    { key: newId(), channel: 'usdt-trc20', amount: '30' },
    { lan: 'en', origin: 'https://site.test' },
  );
  const notice = {
    ...owner,
    rechargeId,
    rail: 'usdt-trc20',
    ref: `0x${'ab'.repeat(32)}:3`,
    paidUnits: 30_000_000n,
    seenAt: noon,
    block: 77n,
  };
  await at.cashier.arrivals.seen(notice);
  await at.cashier.arrivals.orphaned(notice);
  expect(await factsOf(owner, 'payment')).toEqual([]);
  await at.cashier.arrivals.final(notice);
  const facts = await factsOf(owner, 'payment');
  expect(facts.map(({ fact }) => fact)).toMatchObject([
    { reference: notice.ref, block: '77', paid: '30000000', n: 1 },
  ]);
});
