import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { RailAway, type Rail, type RailOrder } from '../providers/rail.ts';
import {
  startStripeServer,
  stripeKey,
  type StripeServer,
  type Trouble,
} from '../providers/testing/stripe-server.ts';
import { createStripeRail } from './rail.ts';

const now = new Date('2026-06-11T12:00:00Z');
const said: string[] = [];
const log = pino(new Writable({ write: (chunk, _, done) => (said.push(String(chunk)), done()) }));
let server: StripeServer;
let rail: Rail;
const railWith = (over: { secretKey?: string; baseUrl?: string } = {}): Rail =>
  createStripeRail({
    secretKey: stripeKey,
    webhookSecrets: ['whsec_x'],
    baseUrl: server.url,
    playCurrency: 'USD',
    site: () => 'Touchline',
    log,
    calls: { timeoutMs: 1_000, attempts: 3, pauseMs: 1 },
    ...over,
  });
beforeAll(async () => {
  server = await startStripeServer(() => now);
  rail = railWith();
});
afterAll(() => server.close());
beforeEach(() => {
  server.calls.length = 0;
  said.length = 0;
});

const orderOf = (over: Partial<RailOrder> = {}): RailOrder => ({
  rechargeId: newId(),
  shard: 3,
  memberId: newId(),
  reference: 'R-7K2M',
  amountMinor: 2_550n,
  currency: { code: 'PLAY', scale: 2 },
  lan: 'de',
  expiresAt: new Date(now.getTime() + 20 * 60_000),
  origin: 'https://bets.example',
  ...over,
});
const why = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof RailAway ? error.why : error),
  );

describe('an order', () => {
  it('becomes a session with all required fields', async () => {
    const order = orderOf();
    const begun = await rail.begin(order);
    expect(begun).toEqual({
      providerRef: expect.stringMatching(/^cs_test_\d+$/),
      payUrl: `https://checkout.stripe.com/c/pay/${begun.providerRef}`,
    });
    const [call] = server.calls;
    expect(call?.headers).toMatchObject({
      authorization: `Bearer ${stripeKey}`,
      'stripe-version': '2026-08-26.dahlia',
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': `recharge-${order.rechargeId}`,
    });
    const back = `https://bets.example/#/pages/recharge/rechargeinfo?id=${order.rechargeId}`;
    expect(Object.fromEntries(call?.fields ?? [])).toEqual({
      mode: 'payment',
      'payment_method_types[0]': 'card',
      client_reference_id: order.rechargeId,
      'metadata[recharge]': order.rechargeId,
      'metadata[currency]': 'PLAY',
      'payment_intent_data[metadata][recharge]': order.rechargeId,
      'payment_intent_data[metadata][currency]': 'PLAY',
      'payment_intent_data[description]': 'Touchline R-7K2M',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '2550',
      'line_items[0][price_data][product_data][name]': 'Touchline R-7K2M',
      'adaptive_pricing[enabled]': 'false',
      locale: 'de',
      success_url: back,
      cancel_url: back,
      expires_at: String(now.getTime() / 1_000 + 50 * 60),
    });
  });

  it('begun again is the same session', async () => {
    const order = orderOf();
    expect(await rail.begin(order)).toEqual(await rail.begin(order));
    expect(
      [...server.sessions.values()].filter((one) => one['client_reference_id'] === order.rechargeId),
    ).toHaveLength(1);
  });

  it('in a language Stripe does not have is shown in that of the browser', async () => {
    await rail.begin(orderOf({ lan: 'ar' }));
    expect(server.calls[0]?.fields.get('locale')).toBe('auto');
  });

  it.each([
    [1_250n, 'EUR', 2, 'eur', '1250'],
    [1_250n, 'JPY', 0, 'jpy', '1250'],
    [12_340n, 'KWD', 3, 'kwd', '12340'],
  ])('of %s %s is charged in its smallest unit', async (amountMinor, code, scale, currency, amount) => {
    await rail.begin(orderOf({ amountMinor, currency: { code, scale } }));
    const { fields } = server.calls[0] ?? {};
    expect(fields?.get('line_items[0][price_data][currency]')).toBe(currency);
    expect(fields?.get('line_items[0][price_data][unit_amount]')).toBe(amount);
  });

  it.each([
    [0n, 'EUR', 2],
    [100_000_000n, 'EUR', 2],
    [100n, 'USDT', 6],
    [100n, 'JPY', 2],
    [12_345n, 'KWD', 3],
  ])('of %s %s with %s decimals is not taken to Stripe', async (amountMinor, code, scale) => {
    expect(await why(rail.begin(orderOf({ amountMinor, currency: { code, scale } })))).toBe('amount');
    expect(server.calls).toEqual([]);
  });
});

describe('a failing call', () => {
  it.each<[string, Trouble]>([
    ['a conflict', { status: 409 }],
    ['a limit', { status: 429, headers: { 'retry-after': '0' } }],
    ['a fault', { status: 500 }],
    ['a gateway’s page', { status: 502, text: '<html>' }],
    ['silence', { isSilent: true }],
    ['an answer that was lost', { isLost: true }],
    ['what Stripe says may pass', { status: 400, headers: { 'stripe-should-retry': 'true' } }],
  ])('that may pass is tried again under the same key: %s', async (_, trouble) => {
    server.trouble(trouble, trouble);
    const order = orderOf();
    expect(await rail.begin(order)).toMatchObject({ payUrl: expect.any(String) });
    expect(server.calls).toHaveLength(3);
    expect(new Set(server.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(server.calls.map(({ fields }) => fields.toString())).size).toBe(1);
    expect(
      [...server.sessions.values()].filter((one) => one['client_reference_id'] === order.rechargeId),
    ).toHaveLength(1);
  });

  it('is given up after a while', async () => {
    server.trouble({ status: 500 }, { status: 503 }, { isSilent: true });
    expect(await why(rail.begin(orderOf()))).toBe('timeout');
    expect(server.calls).toHaveLength(3);
  });

  it.each<[string, Trouble]>([
    [
      'refused',
      { status: 400, body: { error: { type: 'invalid_request_error', code: 'amount_too_small' } } },
    ],
    ['a fault that will not pass', { status: 500, headers: { 'stripe-should-retry': 'false' } }],
    ['no JSON', { text: '<html>fine</html>' }],
    ['half a document', { text: '{"id": "cs_test_1"' }],
    ['another document', { body: { object: 'list', data: [] } }],
    [
      'no address to pay at',
      { body: { id: 'cs_test_1', object: 'checkout.session', livemode: false, url: null } },
    ],
    ['too long', { text: `{"a":"${'x'.repeat(600_000)}"}` }],
  ])('for good is not tried again: %s', async (_, trouble) => {
    server.trouble(trouble);
    expect(await why(rail.begin(orderOf()))).toEqual(expect.any(String));
    expect(server.calls).toHaveLength(1);
  });

  it('with a session of other money, of another recharge, or at an address that is not https, is refused', async () => {
    const order = orderOf();
    const good = {
      id: 'cs_test_1',
      object: 'checkout.session',
      livemode: false,
      client_reference_id: order.rechargeId,
      url: 'https://checkout.stripe.com/c/pay/cs_test_1',
    };
    const wrong = [
      { livemode: true },
      { client_reference_id: newId() },
      { url: 'http://checkout.stripe.com/' },
    ];
    for (const one of wrong) {
      server.trouble({ body: { ...good, ...one } });
      expect(await why(rail.begin(order))).toBe('status 200');
    }
    server.trouble({ body: good });
    expect(await rail.begin(order)).toMatchObject({ providerRef: 'cs_test_1' });
  });

  it('is refused as a service that is away; the log contains no secret', async () => {
    server.trouble({ isSilent: true }, { status: 500 }, { status: 500 });
    await expect(rail.begin(orderOf())).rejects.toMatchObject({ reason: 'rail_away' });
    expect(await why(railWith({ secretKey: 'sk_test_wrongwrong' }).begin(orderOf()))).toBe('status 401');
    expect(said.length).toBeGreaterThan(3);
    expect(said.join('')).not.toMatch(/sk_test|Bearer|whsec/);
  });

  it('to a redirecting host is not followed: the key stays here', async () => {
    server.trouble(
      ...Array.from({ length: 3 }, () => ({ status: 302, headers: { location: '/elsewhere' } })),
    );
    expect(await why(rail.begin(orderOf()))).toBe('unreachable');
    expect(server.calls.map(({ path }) => path)).not.toContain('/elsewhere');
  });

  it('without a listener: unreachable', async () => {
    expect(await why(railWith({ baseUrl: 'http://127.0.0.1:9/' }).begin(orderOf()))).toBe('unreachable');
  });
});

describe('a session that is cancelled', () => {
  const begin = async (): Promise<string> => (await rail.begin(orderOf())).providerRef;

  it('ends, and may be cancelled again', async () => {
    const ref = await begin();
    await rail.cancel(ref);
    expect(server.sessions.get(ref)?.status).toBe('expired');
    await rail.cancel(ref);
  });

  it('is left alone when it is complete or over', async () => {
    for (const status of ['complete', 'expired'] as const) {
      const ref = await begin();
      const session = server.sessions.get(ref);
      if (session) session.status = status;
      await rail.cancel(ref);
      expect(server.sessions.get(ref)?.status).toBe(status);
    }
  });

  it('is not ended while that is not certain', async () => {
    const ref = await begin();
    server.trouble({ status: 400 });
    expect(await why(rail.cancel(ref))).toBe('status 400');
    expect(await why(rail.cancel('cs_test_unknown'))).toBe('status 404');
  });

  it.each(['', 'cs_test_1/../../charges', 'cs_test_1?x', 'pi_1'])('"%s" is none', async (ref) => {
    expect(await why(rail.cancel(ref))).toBe('reference');
    expect(server.calls).toEqual([]);
  });
});
