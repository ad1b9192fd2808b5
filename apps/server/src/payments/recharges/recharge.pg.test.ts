import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { testCashier, type TestCashier } from '../../testing/cashier.ts';
import { auditShard } from '../../ledger/auditor.ts';
import { createBus } from '../../core/events.ts';
import { createLog } from '../../core/logging/log.ts';
import type { PaymentNotice } from './arrivals.ts';
import { railSink } from './heard.ts';
import type { Owner } from '../../core/owner.ts';

let at: TestCashier;
beforeAll(async () => {
  at = await testCashier();
});
afterAll(() => at.close());

const from = { lan: 'en', origin: 'http://localhost' } as const;
let keys = 0;
const begin = (owner: Owner, channel: string, amount: string, key = `recharge-${(keys += 1)}`) =>
  at.cashier.recharges.create(owner, { key, channel, amount }, from);
const read = async (owner: Owner, id: string) => (await at.cashier.recharges.byId(owner, [id]))[0];
const noticeOf = (owner: Owner, rechargeId: string, over: Partial<PaymentNotice> = {}): PaymentNotice => ({
  ...owner,
  rechargeId,
  rail: 'usdt-trc20',
  ref: `0x${newId()}:0`,
  paidUnits: 100_000_000n,
  seenAt: at.clock.now(),
  block: 100n,
  ...over,
});
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => error,
  );

describe('a recharge', () => {
  test('fixes rate, amount to send, address and expiry', async () => {
    const owner = await at.member();
    expect(await begin(owner, 'usdt-trc20', '100')).toMatchObject({
      state: 'created',
      amount: '100.00',
      fee: '0.00',
      receive: '100.00',
      usdtAmount: '100.00',
      network: 'usdt-trc20',
      rate: '1.00',
      sandbox: true,
      expiresAt: '2026-06-11T13:00:00.000Z',
    });
    const card = await begin(owner, 'cash-card', '100');
    expect(card).toMatchObject({ fee: '1.50', receive: '98.50', payUrl: `https://pay.test/${card.id}` });
  });

  test('the same key answers the same recharge, and another request is refused', async () => {
    const owner = await at.member();
    const [a, b] = await Promise.all([
      begin(owner, 'cash-card', '100', 'same-key-1'),
      begin(owner, 'cash-card', '100', 'same-key-1'),
    ]);
    expect(a.id).toBe(b.id);
    expect(await refusalOf(begin(owner, 'cash-card', '101', 'same-key-1'))).toMatchObject({
      reason: 'key_reused',
    });
    expect((await at.cashier.recharges.list(owner, { page: 1, limit: 20 })).total).toBe(1);
  });

  test.each([
    ['9.99', 'amount_min'],
    ['50000.01', 'amount_max'],
    ['10.005', 'validation'],
    ['1e3', 'validation'],
  ])('%s is refused: %s', async (amount, expected) => {
    expect(await refusalOf(begin(await at.member(), 'usdt-trc20', amount))).toMatchObject({
      reason: expected,
    });
  });

  test('a provider that is away is reported, and the same key begins it later', async () => {
    const owner = await at.member();
    at.rail.fails = true;
    expect(await refusalOf(begin(owner, 'cash-card', '20', 'away-key-1'))).toMatchObject({
      reason: 'rail_away',
    });
    expect((await at.cashier.recharges.list(owner, { page: 1, limit: 20 })).total).toBe(0);
    at.rail.fails = false;
    expect((await begin(owner, 'cash-card', '20', 'away-key-1')).state).toBe('created');
  });

  test('ten may wait for payment, no more', async () => {
    const owner = await at.member();
    for (let i = 0; i < 10; i++) await begin(owner, 'scan-code', '5');
    expect(await refusalOf(begin(owner, 'scan-code', '5'))).toMatchObject({ reason: 'too_many_open' });
  });

  test("another member's is not found", async () => {
    const { id } = await begin(await at.member(), 'usdt-trc20', '50');
    const other = await at.member();
    expect(await read(other, id)).toBeUndefined();
    expect(await refusalOf(at.cashier.recharges.update(other, { id, cancel: true }))).toMatchObject({
      reason: 'not_found',
    });
  });

  test('is cancelled while nothing was paid, and only then', async () => {
    const owner = await at.member();
    const { id } = await begin(owner, 'usdt-trc20', '50');
    expect(await at.cashier.recharges.update(owner, { id, cancel: true })).toMatchObject({
      state: 'rejected',
      reason: 'cancelled',
    });
    expect(await refusalOf(at.cashier.recharges.update(owner, { id, cancel: true }))).toMatchObject({
      reason: 'recharge_state',
    });
    const paid = await begin(owner, 'usdt-trc20', '50');
    await at.cashier.arrivals.seen(noticeOf(owner, paid.id));
    expect(await refusalOf(at.cashier.recharges.update(owner, { id: paid.id, cancel: true }))).toMatchObject({
      reason: 'recharge_state',
    });
  });
});

describe('a payment on the chain', () => {
  test('is shown when it is seen, credited when it is final, and counts once', async () => {
    const owner = await at.member();
    const { id } = await begin(owner, 'usdt-trc20', '100');
    const transfer = noticeOf(owner, id);
    await at.cashier.arrivals.seen(transfer);
    expect(await read(owner, id)).toMatchObject({
      state: 'awaiting',
      payments: [{ state: 'seen', paid: '100.00', confirmations: 3, confirmationsNeeded: 19 }],
    });
    expect(await at.balance(owner)).toEqual({ available: 0n, held: 0n });
    await Promise.all([1, 2, 3].map(() => at.cashier.arrivals.final(transfer)));
    await at.cashier.arrivals.seen(transfer);
    await at.cashier.arrivals.orphaned(transfer);
    expect(await read(owner, id)).toMatchObject({
      state: 'credited',
      credited: '100.00',
      payments: [{ state: 'credited', credited: '100.00' }],
    });
    expect(await at.balance(owner)).toEqual({ available: 10_000n, held: 0n });
  });

  test('orphaned by a reorganisation disappears, and comes back when it is mined again', async () => {
    const owner = await at.member();
    const { id } = await begin(owner, 'usdt-trc20', '100');
    const transfer = noticeOf(owner, id);
    await at.cashier.arrivals.seen(transfer);
    await at.cashier.arrivals.orphaned(transfer);
    expect(await read(owner, id)).toMatchObject({ state: 'created', case: 'orphaned' });
    await at.cashier.arrivals.seen({ ...transfer, block: 101n });
    await at.cashier.arrivals.final({ ...transfer, block: 101n });
    expect(await at.balance(owner)).toEqual({ available: 10_000n, held: 0n });
  });

  test.each([
    ['short', 40_000_000n, '40.00'],
    ['excess', 140_000_000n, '140.00'],
  ])('%s: what arrived is credited', async (named, paidUnits, credited) => {
    const owner = await at.member();
    const { id } = await begin(owner, 'usdt-trc20', '100');
    await at.cashier.arrivals.final(noticeOf(owner, id, { paidUnits }));
    expect(await read(owner, id)).toMatchObject({ state: 'credited', case: named, credited });
  });

  test('a second one is credited in addition to the first', async () => {
    const owner = await at.member();
    const { id } = await begin(owner, 'usdt-trc20', '100');
    await Promise.all([
      at.cashier.arrivals.final(noticeOf(owner, id)),
      at.cashier.arrivals.final(noticeOf(owner, id)),
    ]);
    expect(await read(owner, id)).toMatchObject({ case: 'duplicate', credited: '200.00' });
    expect(await at.balance(owner)).toEqual({ available: 20_000n, held: 0n });
  });

  test('a reference never counts for a second recharge, of any member', async () => {
    const owner = await at.member();
    const other = await at.member();
    const [a, b, c] = [
      await begin(owner, 'scan-code', '100'),
      await begin(owner, 'scan-code', '100'),
      await begin(other, 'scan-code', '100'),
    ];
    const paid = { rail: 'scan-code', ref: 'once-1', paidUnits: 10_000n };
    await at.cashier.arrivals.final(noticeOf(owner, a.id, paid));
    await expect(at.cashier.arrivals.final(noticeOf(owner, b.id, paid))).rejects.toThrow(/another recharge/);
    await expect(at.cashier.arrivals.final(noticeOf(other, c.id, paid))).rejects.toThrow(/another recharge/);
    expect(await at.balance(owner)).toEqual({ available: 10_000n, held: 0n });
    expect(await at.balance(other)).toEqual({ available: 0n, held: 0n });
  });

  test('that is gone frees its reference for a recharge of another member', async () => {
    const [one, other] = [await at.member(), await at.member(0n, 8)];
    const ref = `0x${newId()}:0`;
    const gone = noticeOf(one, (await begin(one, 'usdt-trc20', '100')).id, { ref });
    await at.cashier.arrivals.seen(gone);
    await at.cashier.arrivals.orphaned(gone);
    const { id } = await begin(other, 'usdt-trc20', '100');
    await at.cashier.arrivals.final(noticeOf(other, id, { ref }));
    expect(await at.balance(one)).toEqual({ available: 0n, held: 0n });
    expect(await at.balance(other)).toEqual({ available: 10_000n, held: 0n });
  });

  test('whose place among the logs another has taken after a reorganisation: each is credited to its own', async () => {
    const [one, other] = [await at.member(), await at.member()];
    const [a, b, c] = [
      await begin(one, 'usdt-trc20', '100'),
      await begin(one, 'usdt-trc20', '50'),
      await begin(other, 'usdt-trc20', '30'),
    ];
    const hash = `0x${newId()}`;
    const place = (owner: Owner, of: { id: string }, n: number, paidUnits: bigint): PaymentNotice =>
      noticeOf(owner, of.id, { ref: `${hash}:${n}`, paidUnits });
    const before = [
      place(one, a, 0, 100_000_000n),
      place(one, b, 1, 50_000_000n),
      place(other, c, 2, 30_000_000n),
    ];
    const after = [
      place(one, a, 2, 100_000_000n),
      place(one, b, 0, 50_000_000n),
      place(other, c, 1, 30_000_000n),
    ];
    for (const transfer of before) await at.cashier.arrivals.seen(transfer);
    for (const transfer of before) await at.cashier.arrivals.orphaned(transfer);
    for (const transfer of after) await at.cashier.arrivals.seen(transfer);
    for (const transfer of after) await at.cashier.arrivals.final(transfer);
    for (const transfer of after) await at.cashier.arrivals.final(transfer);
    expect(await read(one, a.id)).toMatchObject({ state: 'credited', credited: '100.00' });
    expect(await read(one, b.id)).toMatchObject({ state: 'credited', credited: '50.00' });
    expect(await read(other, c.id)).toMatchObject({ state: 'credited', credited: '30.00' });
    expect(await at.balance(one)).toEqual({ available: 15_000n, held: 0n });
    expect(await at.balance(other)).toEqual({ available: 3_000n, held: 0n });
  });

  test('late: expired, still credited; seen in time is not late', async () => {
    const owner = await at.member();
    const late = await begin(owner, 'usdt-trc20', '100');
    const inTime = await begin(owner, 'usdt-trc20', '100');
    const seen = noticeOf(owner, inTime.id);
    await at.cashier.arrivals.seen(seen);
    at.clock.advance(61 * 60_000);
    await at.cashier.recharges.expire();
    expect((await read(owner, late.id))?.state).toBe('expired');
    expect((await read(owner, inTime.id))?.state).toBe('awaiting');
    await at.cashier.arrivals.final(noticeOf(owner, late.id));
    await at.cashier.arrivals.final({ ...seen, seenAt: at.clock.now() });
    expect(await read(owner, late.id)).toMatchObject({ state: 'credited', case: 'late' });
    expect((await read(owner, inTime.id))?.case).toBeUndefined();
  });

  test.each([
    ['EUR', 12_000n, '120.00'],
    ['JPY', 12_000n, '12000'],
    ['CHF', 12_000n, '120.00'],
    ['BHD', 12_000n, '12.000'],
    ['KRW', 12_000n, '12000'],
    // Without decimals in a browser, and with two at Stripe.
    ['HUF', 500_000n, '5000.00'],
    ['ISK', 500_000n, '5000.00'],
    ['UGX', 500_000n, '5000.00'],
    ['IDR', 500_000n, '5000.00'],
    ['COP', 500_000n, '5000.00'],
  ])('in %s, which was not asked for, can only be refused', async (currency, amountMinor, paid) => {
    const log = createLog('silent');
    const sink = railSink({
      pool: at.database.pool,
      arrivals: at.cashier.arrivals,
      log,
      bus: createBus(log),
    });
    const owner = await at.member();
    const { id } = await begin(owner, 'cash-card', '100');
    const news = { kind: 'paid', rechargeId: id, paymentRef: `pi_${id}`, at: at.clock.now() } as const;
    for (const eventId of ['evt_1', 'evt_2']) {
      await sink.heard('stripe', { ...news, eventId, amountMinor, currency });
    }
    expect(await read(owner, id)).toMatchObject({
      state: 'awaiting',
      case: 'wrong_currency',
      payments: [{ state: 'in_review', case: 'wrong_currency', paid, currency }],
    });
    expect((await at.balance(owner)).available).toBe(0n);
    const { rechargeReview } = at.cashier;
    const { version, recharge, credits } = await rechargeReview.detail(owner, id);
    expect(credits).toBeUndefined();
    const decide = (verdict: 'credit' | 'refuse') => {
      const given = { payment: recharge.payments[0]?.id ?? '', verdict };
      return rechargeReview.decidePayment(owner, { id, version }, given, () => Promise.resolve());
    };
    expect(await refusalOf(decide('credit'))).toMatchObject({ reason: 'validation' });
    await decide('refuse');
    expect(await read(owner, id)).toMatchObject({ state: 'rejected', payments: [{ state: 'refused' }] });
    expect((await at.balance(owner)).available).toBe(0n);
  });

  test('on the wrong network goes to review: credited or rejected, once', async () => {
    const owner = await at.member();
    const { id } = await begin(owner, 'usdt-trc20', '100');
    const wrong = noticeOf(owner, id, { rail: 'usdt-erc20', wrong: 'wrong_network' });
    await at.cashier.arrivals.seen(wrong);
    await at.cashier.arrivals.final(wrong);
    const waiting = await read(owner, id);
    expect(waiting).toMatchObject({ state: 'awaiting', case: 'wrong_network' });
    const payment = waiting?.payments[0]?.id ?? '';
    const decide = async (verdict: 'credit' | 'refuse', version: number): Promise<boolean> => {
      const client = await at.database.pool.connect();
      try {
        await client.query('begin');
        const done = await at.cashier.arrivals.decide(client, owner, { id, version, payment, verdict });
        await client.query('commit');
        return done;
      } finally {
        client.release();
      }
    };
    const { version } = await at.cashier.rechargeReview.detail(owner, id);
    expect(await refusalOf(decide('refuse', version - 1))).toMatchObject({ reason: 'outdated' });
    expect(await decide('credit', version)).toBe(true);
    expect(await refusalOf(decide('refuse', version))).toMatchObject({ reason: 'outdated' });
    expect(await decide('credit', version + 1)).toBe(false);
    expect(await decide('refuse', version + 1)).toBe(false);
    expect(await read(owner, id)).toMatchObject({ state: 'credited', case: 'wrong_network' });
    expect(await at.balance(owner)).toEqual({ available: 10_000n, held: 0n });
  });
});

describe('a payment smaller than its fee', () => {
  test('goes to review, and is credited without the fee', async () => {
    const dear = await testCashier({ CHANNELS: '[{"id":"cash-card","feeFixed":"2.00"}]' });
    const owner = await dear.member();
    const { id } = await dear.cashier.recharges.create(
      owner,
      { key: 'dear-key-1', channel: 'cash-card', amount: '10' },
      from,
    );
    await dear.cashier.arrivals.final(
      noticeOf(owner, id, { rail: 'cash-card', ref: 'pi_dear', paidUnits: 150n, seenAt: dear.clock.now() }),
    );
    const [waiting] = await dear.cashier.recharges.byId(owner, [id]);
    expect(waiting?.payments).toMatchObject([{ state: 'in_review', case: 'short' }]);
    const payment = waiting?.payments[0]?.id ?? '';
    const decided = { payment, verdict: 'credit' } as const;
    const noted = () => Promise.resolve();
    const { rechargeReview } = dear.cashier;
    const before = await rechargeReview.detail(owner, id);
    expect(before.credits).toBe('1.50');
    const seen = { id, version: before.version };
    const after = await rechargeReview.decidePayment(owner, seen, decided, noted);
    expect(after.credits).toBeUndefined();
    expect(await refusalOf(rechargeReview.decidePayment(owner, seen, decided, noted))).toMatchObject({
      reason: 'outdated',
    });
    const again = { id, version: after.version };
    expect(await refusalOf(rechargeReview.decidePayment(owner, again, decided, noted))).toMatchObject({
      reason: 'decided_already',
    });
    expect(await dear.balance(owner)).toEqual({ available: 150n, held: 0n });
    expect(await auditShard(dear.database.pool, 7)).toEqual([]);
    await dear.close();
  });
});

describe('a transfer named by a member', () => {
  const txHash = `0x${'Ab'.repeat(32)}`;
  const name = (owner: Owner, id: string) => at.cashier.recharges.update(owner, { id, txHash });
  const ok = { found: true, status: 'ok', unknownToken: false } as const;

  test('is stored as a hint, and credits nothing', async () => {
    const owner = await at.member();
    const { id } = await begin(owner, 'usdt-trc20', '100');
    at.onChain.set('usdt-trc20', { ...ok, transfers: [{ rechargeId: id }] });
    expect(await name(owner, id)).toMatchObject({ state: 'created' });
    expect(await at.balance(owner)).toEqual({ available: 0n, held: 0n });
    at.onChain.clear();
  });

  test('is read from a copy, and refused when it is no hash', async () => {
    const owner = await at.member();
    const { id } = await begin(owner, 'usdt-trc20', '100');
    at.onChain.set('usdt-trc20', { ...ok, transfers: [{ rechargeId: id }] });
    const copied = `\u2066\u200b${txHash.slice(0, 30)}\n${txHash.slice(30)}\u2069`;
    expect(await at.cashier.recharges.update(owner, { id, txHash: copied })).toMatchObject({
      state: 'created',
    });
    for (const wrong of ['0x12', `${txHash}0`, `\u202e${txHash}`]) {
      expect(await refusalOf(at.cashier.recharges.update(owner, { id, txHash: wrong }))).toMatchObject({
        detail: { rules: { txHash: 'format' } },
      });
    }
    at.onChain.clear();
  });

  test('of another token is reported as such, also when it came on the other network', async () => {
    for (const network of ['usdt-trc20', 'usdt-erc20'] as const) {
      const owner = await at.member();
      const { id } = await begin(owner, 'usdt-trc20', '100');
      at.onChain.set(network, { ...ok, unknownToken: true, transfers: [] });
      expect(await name(owner, id)).toMatchObject({ state: 'created', case: 'unknown_token' });
      at.onChain.clear();
    }
  });

  test('of another member, failed, or unknown is refused', async () => {
    const owner = await at.member();
    const { id } = await begin(owner, 'usdt-trc20', '100');
    at.onChain.set('usdt-trc20', { ...ok, transfers: [{ rechargeId: newId() }] });
    expect(await refusalOf(name(owner, id))).toMatchObject({ reason: 'tx_used' });
    at.onChain.set('usdt-trc20', { ...ok, transfers: [] });
    expect(await refusalOf(name(owner, id))).toMatchObject({ reason: 'tx_not_found' });
    at.onChain.set('usdt-trc20', { found: true, status: 'failed', unknownToken: false, transfers: [] });
    expect(await refusalOf(name(owner, id))).toMatchObject({ reason: 'tx_not_found' });
    at.onChain.clear();
    expect(await refusalOf(name(owner, id))).toMatchObject({ reason: 'tx_not_found' });
    const card = await begin(owner, 'cash-card', '100');
    expect(await refusalOf(name(owner, card.id))).toMatchObject({ reason: 'validation' });
  });
});

describe('a card payment', () => {
  test('is credited less its fee, in two entries', async () => {
    const owner = await at.member();
    const { id } = await begin(owner, 'cash-card', '100');
    await at.cashier.arrivals.final(
      noticeOf(owner, id, { rail: 'cash-card', ref: 'pi_1', paidUnits: 10_000n }),
    );
    const { entries } = await at.wallet.log(owner, { timeZone: 'UTC', limit: 10, offset: 0 });
    expect(entries.map(({ kind, amountMinor, ref }) => [kind, amountMinor, ref])).toEqual([
      ['recharge_fee', -150n, id],
      ['recharge', 10_000n, id],
    ]);
  });
});

test('after all of these the ledger is sound', async () => {
  expect(await auditShard(at.database.pool, 7)).toEqual([]);
});
