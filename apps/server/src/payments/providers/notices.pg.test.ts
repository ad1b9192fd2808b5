import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testSecret } from '../../core/http/testing/test-http.ts';
import { readConfig } from '../../core/config/config.ts';
import { newId } from '../../core/ids.ts';
import { createLog } from '../../core/logging/log.ts';
import { createRails } from './service.ts';
import { signNotice } from './signature.ts';
import { testRails, start, type TestRails } from './testing/rails.ts';
import { recordedNotice, recordedRecharge } from './testing/vectors.ts';

const secret = recordedNotice('completed').secret;
let t: TestRails;
beforeAll(async () => {
  t = await testRails({
    env: { STRIPE_SECRET_KEY: 'sk_test_12345678', STRIPE_WEBHOOK_SECRETS: `${secret},whsec_next_secret` },
  });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.database.owner.query('delete from rail_event');
  t.heard.length = 0;
  t.failNext(0);
  t.meanwhile(async () => undefined);
  t.clock.set(start);
});

const path = '/api/payment/notify/stripe';
const post = (payload: Buffer | string, headers: Record<string, string> = {}, url = path) =>
  t.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, payload });
const deliver = (name: string) => {
  const { body, header } = recordedNotice(name);
  return post(body, { 'stripe-signature': header });
};
/** The recorded payment with a part of its text replaced, signed again. */
const rewritten = (changes: Record<string, string>, at = start) => {
  const text = Object.entries(changes).reduce(
    (done, [from, to]) => done.replaceAll(from, to),
    recordedNotice('completed').body.toString(),
  );
  return post(text, { 'stripe-signature': signNotice(secret, Buffer.from(text), at) });
};
const rows = async () =>
  (
    await t.database.pool.query(
      'select rail, event_id, kind, recharge_id, handled_at is not null as handled from rail_event order by event_id',
    )
  ).rows;
const handled = {
  rail: 'stripe',
  event_id: 'evt_1completed',
  kind: 'paid',
  recharge_id: recordedRecharge,
  handled: true,
};

describe('a valid notice', () => {
  it('is processed, recorded and answered', async () => {
    const answer = await deliver('completed');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ code: 1, msg: '', data: {} });
    expect(t.heard).toMatchObject([{ rail: 'stripe', news: { kind: 'paid', amountMinor: 2_500n } }]);
    expect(await rows()).toEqual([handled]);
  });

  it('is processed once, however often it comes', async () => {
    for (let i = 0; i < 3; i++) expect((await deliver('completed')).statusCode).toBe(200);
    expect(t.heard).toHaveLength(1);
  });

  it('is the same event when it differs in irrelevant fields, and is signed later', async () => {
    await deliver('completed');
    t.clock.advance(3_600_000);
    expect(
      (await rewritten({ '"pending_webhooks": 1': '"pending_webhooks": 0' }, t.clock.now())).statusCode,
    ).toBe(200);
    expect(t.heard).toHaveLength(1);
  });

  it('is processed again after the sink failed, until it succeeds', async () => {
    t.failNext(2);
    expect([(await deliver('completed')).statusCode, (await deliver('completed')).statusCode]).toEqual([
      500, 500,
    ]);
    expect(await rows()).toEqual([{ ...handled, handled: false }]);
    expect((await deliver('completed')).statusCode).toBe(200);
    expect(t.heard).toHaveLength(1);
    expect(await rows()).toEqual([handled]);
  });

  it('that comes twice at once is processed once; the other is asked to come again', async () => {
    const release = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    t.meanwhile(() => (entered.resolve(), release.promise));
    const first = deliver('completed');
    await entered.promise;
    const second = await deliver('completed');
    expect(second.statusCode).toBe(503);
    release.resolve();
    expect((await first).statusCode).toBe(200);
    expect((await deliver('completed')).statusCode).toBe(200);
    expect(t.heard).toHaveLength(1);
  });

  it('is taken up by another process when the first is gone', async () => {
    t.failNext(1);
    await deliver('completed');
    await t.database.pool.query(`update rail_event set taken_until = now() + interval '1 minute'`);
    expect((await deliver('completed')).statusCode).toBe(503);
    await t.database.pool.query(`update rail_event set taken_until = now()`);
    expect((await deliver('completed')).statusCode).toBe(200);
    expect(t.heard).toHaveLength(1);
  });

  it('is passed on in any order', async () => {
    for (const name of ['completed', 'async payment failed', 'expired', 'async payment succeeded']) {
      expect((await deliver(name)).statusCode).toBe(200);
    }
    expect(t.heard.map(({ news }) => news.kind)).toEqual(['paid', 'failed', 'expired', 'paid']);
  });

  it('that is about no order of ours is answered and recorded, and not passed on', async () => {
    for (const name of ['of another kind', 'of a session that is not ours']) {
      expect((await deliver(name)).statusCode).toBe(200);
    }
    expect(t.heard).toEqual([]);
    expect(await rows()).toMatchObject([
      { kind: 'ignored', recharge_id: null, handled: true },
      { kind: 'ignored', recharge_id: null, handled: true },
    ]);
  });

  it('may be signed by the next secret already', async () => {
    expect((await deliver('by the next secret')).statusCode).toBe(200);
    expect(t.heard).toHaveLength(1);
  });

  it('is read as bytes, independent of its content type', async () => {
    const { body, header } = recordedNotice('with letters of all scripts');
    const answer = await post(body, {
      'stripe-signature': header,
      'content-type': 'text/plain; charset=latin1',
    });
    expect(answer.statusCode).toBe(200);
  });
});

describe('an invalid notice', () => {
  const nothing = async (
    answer: { statusCode: number; json(): unknown },
    status = 400,
    reason = 'bad_request',
  ) => {
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code: 0, msg: expect.any(String), data: { reason } });
    expect(t.heard).toEqual([]);
    expect(await rows()).toEqual([]);
  };
  const { body, header } = recordedNotice('completed');

  it.each<[string, Record<string, string>]>([
    ['unsigned', {}],
    ['signed with nothing', { 'stripe-signature': '' }],
    ['signed wrongly', { 'stripe-signature': header.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }],
    ['signed for another rail', { 'sandbox-signature': header }],
  ])('%s leaves nothing', async (_, headers) => nothing(await post(body, headers)));

  it('of another secret leaves nothing', async () => {
    const signature = signNotice('whsec_guess', body, start);
    await nothing(await post(body, { 'stripe-signature': signature }));
  });

  it('that was altered leaves nothing', async () => {
    const altered = body.toString().replaceAll('2500', '250000');
    await nothing(await post(altered, { 'stripe-signature': header }));
  });

  it('from too long ago, or from the future, leaves nothing', async () => {
    t.clock.advance(301_000);
    await nothing(await deliver('completed'));
    t.clock.advance(-602_000);
    await nothing(await deliver('completed'));
  });

  it('that is unreadable leaves nothing', async () => {
    await nothing(await deliver('no document'));
    await nothing(await deliver('an empty body'));
  });

  it('of real money leaves nothing', async () => nothing(await deliver('of a live account')));

  it('to an unknown rail: 404', async () => {
    for (const rail of ['paypal', 'constructor', '__proto__', '..%2Fstripe', '%00']) {
      await nothing(
        await post(body, { 'stripe-signature': header }, `/api/payment/notify/${rail}`),
        404,
        'unknown_path',
      );
    }
  });

  it('that is too large: 413', async () => {
    await nothing(
      await post(Buffer.alloc(256 * 1024 + 1, ' '), { 'stripe-signature': header }),
      413,
      'too_large',
    );
  });

  it('by another method: 405', async () => {
    const answer = await t.app.inject({ method: 'GET', url: path });
    expect(answer.headers['allow']).toBe('POST');
    await nothing(answer, 405, 'method_not_allowed');
  });

  it('with other content under the id of a processed one is refused', async () => {
    await deliver('completed');
    expect((await rewritten({ '2500': '250000' })).statusCode).toBe(400);
    expect((await rewritten({ pi_3Abc: 'pi_4Abc' })).statusCode).toBe(400);
    expect((await rewritten({ [recordedRecharge]: newId() })).statusCode).toBe(400);
    expect(t.heard).toHaveLength(1);
    expect(await rows()).toEqual([handled]);
  });

  it('is limited by address, with the time to come again', async () => {
    const from = (remoteAddress: string) =>
      t.app.inject({ method: 'POST', url: path, remoteAddress, payload: 'x' });
    for (let i = 0; i < 1_200; i++) await from('203.0.113.7');
    const answer = await from('203.0.113.7');
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    await nothing(answer, 429, 'too_many');
    expect((await from('203.0.113.8')).statusCode).toBe(400);
  });
});

it('rails are those of the mode and the settings', async () => {
  expect(['sandbox-card', 'sandbox-scan', 'stripe'].map((id) => t.rail(id).sandbox)).toEqual([
    true,
    true,
    true,
  ]);
  const made = (config: ReturnType<typeof readConfig>) =>
    createRails({
      pool: t.database.pool,
      clock: t.clock,
      secret: testSecret,
      config,
      log: createLog('silent'),
      sink: { heard: async () => undefined },
    });
  expect([...made(readConfig({})).rails.keys()]).toEqual(['sandbox-card', 'sandbox-scan']);
  const real = made({ ...readConfig({}), MODE: 'real' });
  expect([...real.rails.keys()]).toEqual([]);
  expect(real.sandbox).toBeUndefined();
  await expect(real.notify('sandbox-card', Buffer.from('{}'), {})).rejects.toMatchObject({
    reason: 'unknown_path',
  });
});
