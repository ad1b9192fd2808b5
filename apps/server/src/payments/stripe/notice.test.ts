import { createLog } from '../../core/logging/log.ts';
import { describe, expect, it } from 'vitest';
import { BadNotice, type RailNews } from '../providers/rail.ts';
import { signNotice } from '../providers/signature.ts';
import { recordedNotice, recordedRecharge } from '../providers/testing/vectors.ts';
import { createStripeRail } from './rail.ts';

const secret = recordedNotice('completed').secret;
const railOf = (secretKey: string, webhookSecrets = [secret]) =>
  createStripeRail({
    secretKey,
    webhookSecrets,
    baseUrl: 'http://127.0.0.1:9/',
    playCurrency: 'USD',
    site: () => 'Touchline',
    log: createLog('silent'),
  });
const rail = railOf('sk_test_12345678');

const read = (name: string, by = rail): Promise<RailNews> => {
  const { body, header, at } = recordedNotice(name);
  return by.readNotice(body, { 'stripe-signature': header }, at);
};
const why = (promise: Promise<RailNews>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof BadNotice ? error.why : error),
  );

/** The recorded payment with some of its session changed, signed again. */
const changed = (
  session: Record<string, unknown>,
  event: Record<string, unknown> = {},
): Promise<RailNews> => {
  const { body, at } = recordedNotice('completed');
  const whole = JSON.parse(body.toString());
  const raw = Buffer.from(
    JSON.stringify({ ...whole, data: { object: { ...whole.data.object, ...session } }, ...event }),
  );
  return rail.readNotice(raw, { 'stripe-signature': signNotice(secret, raw, at) }, at);
};

const payment = {
  kind: 'paid',
  rechargeId: recordedRecharge,
  paymentRef: 'pi_3Abc',
  amountMinor: 2_500n,
  currency: 'PLAY',
  at: new Date('2026-06-11T11:59:55Z'),
};

describe('an event of Stripe', () => {
  it('reports a payment', async () => {
    expect(await read('completed')).toEqual({ ...payment, eventId: 'evt_1completed' });
    expect(await read('async payment succeeded')).toEqual({ ...payment, eventId: 'evt_1async' });
    expect(await read('with letters of all scripts')).toEqual({ ...payment, eventId: 'evt_1letters' });
  });

  it('reports a payment that failed, or never came', async () => {
    const head = { at: payment.at, rechargeId: recordedRecharge };
    expect(await read('async payment failed')).toEqual({ ...head, eventId: 'evt_1failed', kind: 'failed' });
    expect(await read('expired')).toEqual({ ...head, eventId: 'evt_1expired', kind: 'expired' });
  });

  it.each(['completed, payment on its way', 'of another kind', 'of a session that is not ours'])(
    'is ignored: %s',
    async (name) => {
      expect(await read(name)).toMatchObject({ kind: 'ignored' });
    },
  );

  it('of a live account is invalid with a test key, and the other way round', async () => {
    expect(await why(read('of a live account'))).toBe('mode');
    expect(await why(read('completed', railOf('sk_live_12345678')))).toBe('mode');
    expect(await read('of a live account', railOf('rk_live_12345678'))).toMatchObject({ kind: 'paid' });
  });

  it.each(['no document', 'an empty body'])('is unreadable: %s', async (name) => {
    expect(await why(read(name))).toBe('malformed');
  });

  it('is valid by its signature alone', async () => {
    const { body, header, at } = recordedNotice('completed');
    expect(await why(rail.readNotice(body, {}, at))).toBe('signature');
    expect(await why(rail.readNotice(body, { 'sandbox-signature': header }, at))).toBe('signature');
    expect(await why(read('completed', railOf('sk_test_12345678', ['whsec_another'])))).toBe('signature');
    expect(
      await why(rail.readNotice(body, { 'stripe-signature': header }, new Date(at.getTime() + 301_000))),
    ).toBe('stale');
  });

  it('names the paid currency; play money has its configured one', async () => {
    expect(await changed({ metadata: { currency: 'USD' } })).toMatchObject({ currency: 'USD' });
    expect(await changed({ metadata: {} })).toMatchObject({ currency: 'USD' });
    expect(await changed({ metadata: null })).toMatchObject({ currency: 'USD' });
    expect(await changed({ currency: 'eur' })).toMatchObject({ currency: 'EUR' });
  });

  it('may carry the payment whole instead of its id', async () => {
    expect(await changed({ payment_intent: { id: 'pi_9', object: 'payment_intent' } })).toMatchObject({
      paymentRef: 'pi_9',
    });
  });

  it.each([
    [{ amount_total: null }],
    [{ amount_total: 25.5 }],
    [{ amount_total: -1 }],
    [{ amount_total: '2500' }],
    [{ currency: null }],
    [{ currency: 'US' }],
    [{ payment_intent: null }],
    [{ payment_status: undefined }],
    [{ object: 'payment_intent' }],
    [{ client_reference_id: 5 }],
  ])('with a session of %j is unreadable', async (session) => {
    expect(await why(changed(session))).toBe('malformed');
  });

  it.each([
    [{ id: 'x' }],
    [{ id: undefined }],
    [{ created: 'now' }],
    [{ livemode: 'false' }],
    [{ data: null }],
  ])('of %j is unreadable', async (event) => {
    expect(await why(changed({}, event))).toBe('malformed');
  });

  it('of a session that is no payment of ours is ignored', async () => {
    expect(await changed({ mode: 'subscription' })).toMatchObject({ kind: 'ignored' });
    expect(await changed({ client_reference_id: null })).toMatchObject({ kind: 'ignored' });
    expect(await changed({ payment_status: 'no_payment_required' })).toMatchObject({ kind: 'ignored' });
  });
});
