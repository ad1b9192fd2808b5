import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RailOrder } from '../providers/rail.ts';
import { signNotice } from '../providers/signature.ts';
import {
  ask,
  hidden,
  host,
  orderOf,
  testRails,
  send,
  start,
  type TestRails,
} from '../providers/testing/rails.ts';

let t: TestRails;
beforeAll(async () => {
  t = await testRails();
});
afterAll(() => t.close());
beforeEach(() => {
  t.heard.length = 0;
  t.clock.set(start);
});

const begin = async (over: Partial<RailOrder> = {}) => {
  const order = orderOf(over);
  const { qr = '', providerRef } = await t.rail('sandbox-scan').begin(order);
  expect(qr).toMatch(new RegExp(`^https://${host}/sandbox/scan\\?o=[\\w.-]+$`));
  return { order, url: qr.slice(`https://${host}`.length), providerRef };
};
/** Opens the page and presses one of its buttons. */
const press = async (url: string, act: string) => {
  const once = hidden((await ask(t.app, url)).payload, 'once');
  return send(t.app, url, { act, once });
};
const told = () => t.heard.map(({ news }) => (news.kind === 'paid' ? news.amountMinor : news.kind));

describe('the page of the QR code', () => {
  it('shows payee, amount and reference', async () => {
    const { payload } = await ask(t.app, (await begin({ lan: 'de' })).url);
    for (const text of ['25,50\u00A0PLAY', 'Bets &amp; &lt;Co&gt;', 'R-7K2M', 'Doppelt zahlen']) {
      expect(payload).toContain(text);
    }
  });

  it.each([
    ['pay', [2_550n]],
    ['less', [2_295n]],
    ['more', [2_805n]],
    ['twice', [2_550n, 2_550n]],
    ['refuse', ['failed']],
  ])('plays "%s"', async (act, expected) => {
    const { url, order } = await begin();
    expect((await press(url, act)).headers.location).toBe(url);
    expect(told()).toEqual(expected);
    const refs = t.heard.flatMap(({ news }) => (news.kind === 'paid' ? [news.paymentRef] : []));
    expect(new Set(refs).size).toBe(refs.length);
    for (const { rail, news } of t.heard) {
      expect([rail, news]).toMatchObject(['sandbox-scan', { rechargeId: order.rechargeId }]);
    }
    const { payload } = await ask(t.app, url);
    for (const ref of refs) expect(payload).toContain(ref);
  });

  it('sends once for one form, and again for another', async () => {
    const { url } = await begin();
    const once = hidden((await ask(t.app, url)).payload, 'once');
    await Promise.all([1, 2, 3].map(() => send(t.app, url, { act: 'pay', once })));
    expect(told()).toEqual([2_550n]);
    await press(url, 'pay');
    expect(told()).toEqual([2_550n, 2_550n]);
  });

  it('sends late after the expiry or a cancellation', async () => {
    const late = await begin();
    t.clock.advance(31 * 60_000);
    const page = (await ask(t.app, late.url)).payload;
    expect(page).toContain('Time to pay has run out.');
    expect(page).not.toContain('value="refuse"');
    await press(late.url, 'pay');
    t.clock.set(start);
    const cancelled = await begin();
    await t.rail('sandbox-scan').cancel(cancelled.providerRef);
    await press(cancelled.url, 'pay');
    expect(told()).toEqual([2_550n, 2_550n]);
  });

  it('refuses once, and not after a payment', async () => {
    const { url } = await begin();
    await press(url, 'refuse');
    await press(url, 'refuse');
    expect(told()).toEqual(['failed']);
    const paid = await begin();
    await press(paid.url, 'pay');
    await press(paid.url, 'refuse');
    expect(told()).toEqual(['failed', 2_550n]);
  });

  it('cannot send less than the smallest unit', async () => {
    const { url } = await begin({ amountMinor: 1n });
    expect((await ask(t.app, url)).payload).not.toContain('value="less"');
    await press(url, 'less');
    await press(url, 'more');
    expect(told()).toEqual([2n]);
  });

  it.each([
    [{ act: 'steal' }, 400],
    [{}, 400],
    [{ act: 'pay' }, 400],
    [{ act: 'pay', once: 'x' }, 400],
    [{ act: 'pay', once: '"><script>' }, 400],
  ])('does nothing for %j', async (fields, status) => {
    const { url } = await begin();
    const answer = await send(t.app, url, fields);
    expect(answer.statusCode).toBe(status);
    expect(answer.payload).not.toContain('<script');
    expect(t.heard).toEqual([]);
  });

  it('needs its token, and takes no form from elsewhere', async () => {
    const { url } = await begin();
    expect((await ask(t.app, `${url}x`)).statusCode).toBe(404);
    expect((await send(t.app, `${url}x`, { act: 'pay', once: '0'.repeat(32) })).statusCode).toBe(404);
    const card = (await t.rail('sandbox-card').begin(orderOf())).payUrl?.replace('card', 'scan') ?? '';
    expect((await ask(t.app, card)).statusCode).toBe(404);
    const once = '0'.repeat(32);
    const away = await send(t.app, url, { act: 'pay', once }, { origin: 'https://evil.example' });
    expect(away.statusCode).toBe(400);
    expect(t.heard).toEqual([]);
  });
});

describe('notices of the sandbox', () => {
  it('cannot be made by others', async () => {
    const body = JSON.stringify({
      id: 'sbx_1',
      created: start.getTime() / 1_000,
      type: 'payment.paid',
      payment: 'pay_1',
      recharge: orderOf().rechargeId,
      amount: '100',
      currency: 'PLAY',
    });
    for (const secret of ['', 'sandbox-notice', 'whsec_test_secret']) {
      const answer = await t.app.inject({
        method: 'POST',
        url: '/api/payment/notify/sandbox-scan',
        payload: body,
        headers: { 'sandbox-signature': signNotice(secret, Buffer.from(body), start) },
      });
      expect(answer.statusCode).toBe(400);
    }
    expect(t.heard).toEqual([]);
  });
});
