import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { ask, host, orderOf, testRails, send, start, type TestRails } from '../providers/testing/rails.ts';
import type { RailOrder } from '../providers/rail.ts';

let t: TestRails;
beforeAll(async () => {
  t = await testRails();
});
afterAll(() => t.close());
beforeEach(() => {
  t.heard.length = 0;
  t.failNext(0);
  t.clock.set(start);
});

const begin = async (over: Partial<RailOrder> = {}) => {
  const order = orderOf(over);
  const { payUrl = '', providerRef } = await t.rail('sandbox-card').begin(order);
  const back = `/#/pages/recharge/rechargeinfo?id=${order.rechargeId}`;
  return { order, url: payUrl, code: payUrl.replace('card?', 'card/code?'), providerRef, back };
};
const good = { number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' };
const card = (number: string) => ({ ...good, number });
const threeDs = card('4000 0000 0000 3220');
const kinds = () => t.heard.map(({ news }) => news.kind);
/** A form that must not pay sent no notice. */
const untold = async (answer: { statusCode: number }, status: number): Promise<void> => {
  expect(answer.statusCode).toBe(status);
  expect(t.heard).toEqual([]);
};

describe('the card page', () => {
  it('shows what is to be paid, to whom and for what, and that it is no real money', async () => {
    const { url } = await begin({ reference: 'R-<b>&"' });
    const page = await ask(t.app, url);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.payload).toContain('25.50\u00A0PLAY');
    expect(page.payload).toContain('Bets &amp; &lt;Co&gt;');
    expect(page.payload).toContain('R-&lt;b&gt;&amp;&quot;');
    expect(page.payload).toContain('Test payment – no real money');
  });

  it('has a policy that lets nothing in, and is not cached', async () => {
    const { headers } = await ask(t.app, (await begin()).url);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers['content-security-policy']).toMatch(/form-action 'self'.*frame-ancestors 'none'/);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    ['ar', 'dir="rtl"', 'الدفع بالبطاقة'],
    ['de', 'dir="ltr"', 'Mit Karte zahlen'],
    ['zh-CN', 'dir="ltr"', '银行卡付款'],
    ['th', 'lang="th" dir="ltr"', 'ชำระด้วยบัตร'],
  ] as const)('speaks the language of the order: %s', async (lan, dir, title) => {
    const page = await ask(t.app, (await begin({ lan })).url, 'en');
    expect(page.payload).toContain(dir);
    expect(page.payload).toContain(title);
  });

  it('fills in a card of the sandbox with a tap', async () => {
    const { url } = await begin();
    expect((await ask(t.app, `${url}&use=challenge`)).payload).toContain('value="4000 0000 0000 3220"');
    expect((await ask(t.app, `${url}&use=x`)).payload).not.toContain('value="4000');
  });

  it('needs its token', async () => {
    const { url, order } = await begin();
    const [path = '', token = ''] = url.split('?o=');
    const foreign = (await t.rail('sandbox-scan').begin(orderOf())).qr?.split('?o=')[1] ?? '';
    const wrong = [
      '',
      'x',
      `${token}x`,
      token.slice(0, -1),
      order.rechargeId,
      foreign,
      '%00',
      'a'.repeat(9_000),
    ];
    for (const one of wrong) {
      expect((await ask(t.app, `${path}?o=${one}`)).statusCode).toBe(404);
      await untold(await send(t.app, `${path}?o=${one}`, good), 404);
      await untold(await send(t.app, `${path}/cancel?o=${one}`), 404);
      await untold(await send(t.app, `${path}/code?o=${one}`, { code: '123456' }), 404);
    }
    expect((await ask(t.app, `${path}?o=${token}&o=${token}`)).statusCode).toBe(404);
    expect((await ask(t.app, path)).statusCode).toBe(404);
  });
});

describe('a card', () => {
  it('that pays sends a signed notice, once, and leads back', async () => {
    const { url, order, back } = await begin();
    const answer = await send(t.app, url, good);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, back]);
    expect(t.heard).toEqual([
      {
        rail: 'sandbox-card',
        news: {
          kind: 'paid',
          rechargeId: order.rechargeId,
          amountMinor: 2_550n,
          currency: 'PLAY',
          at: start,
          eventId: expect.stringMatching(/^sbx_/),
          paymentRef: expect.stringMatching(/^pay_/),
        },
      },
    ]);
  });

  it('pays once, however often the form is sent', async () => {
    const { url, back } = await begin();
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(t.app, url, good)));
    expect(answers.map(({ headers }) => headers.location)).toEqual([back, back, back, back]);
    expect((await send(t.app, url, card('4000 0000 0000 9979'))).headers.location).toBe(back);
    expect(kinds()).toEqual(['paid']);
    expect((await ask(t.app, url)).payload).toContain('This payment is complete.');
  });

  it('that is declined pays nothing; another may be tried', async () => {
    const { url } = await begin();
    const answer = await send(t.app, url, card('4000 0000 0000 0002'));
    await untold(answer, 422);
    expect(answer.payload).toContain('The card was declined.');
    await send(t.app, url, good);
    expect(kinds()).toEqual(['paid']);
  });

  it('that is unknown is refused, and not shown again', async () => {
    const { url } = await begin();
    const answer = await send(t.app, url, card('5555 5555 5555 4444'));
    await untold(answer, 422);
    expect(answer.payload).toContain('Never enter a real one');
    expect(answer.payload).not.toContain('5555');
  });

  it('that is stolen lets the payment fail for good', async () => {
    const { url, order, back } = await begin();
    expect((await send(t.app, url, card('4000000000009979'))).headers.location).toBe(back);
    expect(t.heard).toMatchObject([{ news: { kind: 'failed', rechargeId: order.rechargeId } }]);
    expect((await send(t.app, url, good)).headers.location).toBe(url);
    expect((await ask(t.app, url)).payload).toContain('This payment failed.');
    expect(kinds()).toEqual(['failed']);
  });

  it.each([
    [{ number: '4242 4242 4242 4241' }, 'This is not a valid card number.'],
    [{ number: '' }, 'This is not a valid card number.'],
    [{ expiry: '05/26' }, 'a card that has not expired'],
    [{ cvc: '12' }, 'Enter three or four digits.'],
    [{ number: '"><script>alert(1)</script>' }, 'This is not a valid card number.'],
  ])('with %j is named wrong', async (wrong, text) => {
    const { url } = await begin();
    const answer = await send(t.app, url, { ...good, ...wrong });
    await untold(answer, 422);
    expect(answer.payload).toContain(text);
    expect(answer.payload).not.toContain('<script');
  });

  it('given up lets the payment fail', async () => {
    const { url, back } = await begin();
    expect((await send(t.app, url.replace('card?', 'card/cancel?'))).headers.location).toBe(back);
    expect(kinds()).toEqual(['failed']);
  });

  it('is not stored in the database', async () => {
    const { url } = await begin();
    await send(t.app, url, good);
    const { rows } = await t.database.pool.query<{ text: string }>(
      `select o::text as text from sandbox_order o union all select n::text from sandbox_notice n
       union all select e::text from rail_event e`,
    );
    expect(rows.length).toBeGreaterThan(2);
    // Eight digits of the number: four of them also come about by chance in ids.
    expect(rows.map(({ text }) => text).join()).not.toMatch(/4242[ -]?4242|12\/34/);
  });
});

describe('the question for a code', () => {
  const asked = async () => {
    const begun = await begin();
    const answer = await send(t.app, begun.url, threeDs);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, begun.code]);
    return begun;
  };

  it('comes before anything is paid', async () => {
    const { url, code } = await asked();
    expect((await ask(t.app, code)).payload).toContain('123456');
    expect((await ask(t.app, url)).headers.location).toBe(code);
    expect(t.heard).toEqual([]);
  });

  it('with the right answer pays once', async () => {
    const { code, back } = await asked();
    const answers = await Promise.all([1, 2].map(() => send(t.app, code, { code: ' 123456 ' })));
    expect(answers.map(({ headers }) => headers.location)).toContain(back);
    expect(kinds()).toEqual(['paid']);
  });

  it('with three wrong answers lets the payment fail', async () => {
    const { code, back, url } = await asked();
    for (const wrong of ['000000', '']) await untold(await send(t.app, code, { code: wrong }), 422);
    expect((await send(t.app, code, { code: '654321' })).headers.location).toBe(back);
    expect((await send(t.app, code, { code: '123456' })).headers.location).toBe(url);
    expect(kinds()).toEqual(['failed']);
  });

  it('that is left leads back to the card form', async () => {
    const { code, url } = await asked();
    expect((await send(t.app, code.replace('code?', 'code/cancel?'))).headers.location).toBe(url);
    expect((await ask(t.app, url)).statusCode).toBe(200);
    expect((await send(t.app, code, { code: '123456' })).headers.location).toBe(url);
    expect(t.heard).toEqual([]);
    await send(t.app, url, good);
    expect(kinds()).toEqual(['paid']);
  });

  it('needs a card', async () => {
    const { code, url } = await begin();
    expect((await ask(t.app, code)).headers.location).toBe(url);
    expect((await send(t.app, code, { code: '123456' })).headers.location).toBe(url);
    expect(t.heard).toEqual([]);
  });

  it('comes too late after the expiry', async () => {
    const { code, url } = await asked();
    t.clock.advance(31 * 60_000);
    expect((await send(t.app, code, { code: '123456' })).headers.location).toBe(url);
    expect((await ask(t.app, url)).payload).toContain('Time to pay has run out.');
    expect(t.heard).toEqual([]);
  });
});

describe('an order', () => {
  it('begun again is the same', async () => {
    const order = orderOf();
    const rail = t.rail('sandbox-card');
    expect(await rail.begin(order)).toEqual(await rail.begin({ ...order, amountMinor: 1n }));
    const { payUrl = '' } = await rail.begin(order);
    expect((await ask(t.app, payUrl)).payload).toContain('25.50');
  });

  it('that has expired takes no card, and says so', async () => {
    const { url } = await begin();
    t.clock.advance(30 * 60_000);
    await untold(await send(t.app, url, good), 303);
    const page = await ask(t.app, url);
    expect(page.payload).toContain('Time to pay has run out.');
    expect(page.payload).not.toContain('<form');
  });

  it('that was cancelled takes no card, and says so; cancelling does not undo a payment', async () => {
    const { url, providerRef } = await begin();
    await t.rail('sandbox-card').cancel(providerRef);
    await untold(await send(t.app, url, good), 303);
    expect((await ask(t.app, url)).payload).toContain('This payment was cancelled.');
    const paid = await begin();
    await send(t.app, paid.url, good);
    await t.rail('sandbox-card').cancel(paid.providerRef);
    expect((await ask(t.app, paid.url)).payload).toContain('This payment is complete.');
    await expect(t.rail('sandbox-card').cancel(newId())).rejects.toMatchObject({ reason: 'rail_away' });
  });

  it('that was paid while no handler answered is sent again until one does', async () => {
    const { url, back } = await begin();
    t.failNext(2);
    expect((await send(t.app, url, good)).headers.location).toBe(back);
    expect(t.heard).toEqual([]);
    // Not at once: a notice that was just sent may still be on its way.
    expect(await t.resend()).toBe(0);
    t.clock.advance(6_000);
    expect(await t.resend()).toBe(0);
    expect(await t.resend()).toBe(1);
    expect(await t.resend()).toBe(0);
    expect(kinds()).toEqual(['paid']);
  });
});

describe('a form from elsewhere', () => {
  it.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site', origin: `https://${host}` }],
    ['an address typed in', { 'sec-fetch-site': 'none' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that hides', { origin: 'null' }],
    ['a host that begins alike', { origin: `https://${host}.evil.example` }],
    ['nobody knows where', {}],
  ])('is refused: %s', async (_, headers) => {
    const { url } = await begin();
    await untold(await send(t.app, url, good, headers), 400);
  });

  it('is taken from a browser that only names its origin', async () => {
    const { url } = await begin();
    await send(t.app, url, good, { origin: `https://${host}` });
    expect(kinds()).toEqual(['paid']);
  });

  it('is not read when it is malformed, or too large', async () => {
    const { url } = await begin();
    const json = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    await untold(await send(t.app, url, good, json), 415);
    await untold(await send(t.app, url, { ...good, number: '4'.repeat(10_000) }), 413);
  });
});
