import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../core/ids.ts';
import { testEvent } from '../testing/book.ts';
import { testTouchline, type TestTouchline } from '../testing/touchline.ts';

// The whole server, as a client meets it: every bad order gets a clear answer in the caller's language, and
// changes nothing.

let site: TestTouchline;
let token: string;
let event: string;

beforeAll(async () => {
  site = await testTouchline({ env: { STAKE_MAX: '500.00', PAYOUT_MAX: '1500.00' } });
  const password = 'Anstoss-1908';
  const birthDate = '1990-05-05';
  const session = await site.call('register', {
    account: 'fritz',
    password,
    confirmPassword: password,
    birthDate,
  });
  token = session.data.token;
});
afterAll(() => site.close());
beforeEach(async () => {
  event = (await testEvent(site.database.pool)).id;
  await site.modules.book.service.board.refresh([event]);
});

const headers = (lan: string) => ({ 'ba-user-token': token, 'accept-language': lan });
type Leg = Record<string, unknown>;
const order = (change: Record<string, unknown> = {}, leg: Leg = {}) => ({
  key: newId(),
  type: 'single',
  stake: '10.00',
  accept: 'none',
  legs: [{ event, market: '1x2', selection: 'X', odds: '3.40', ...leg }],
  ...change,
});
const leg = (change: Leg = {}) => ({ event, market: '1x2', selection: 'X', odds: '3.40', ...change });
const two = () => [leg(), leg({ selection: '1', odds: '2.10' })];
const place = (body: string | Record<string, unknown>, lan = 'en') =>
  site.call('orderAdd', body, headers(lan));
const wallet = async () => (await site.call('userInfo', {}, headers('en'))).data.balance;
const betCount = async () => (await site.call('orderList', {}, headers('en'))).data.total;

describe('a good order', () => {
  it('is a bet, appears in the list, and moves the balance', async () => {
    const before = Number(await wallet());
    const answer = await place(order());
    expect(answer).toMatchObject({
      status: 200,
      code: 1,
      msg: 'Betting successful',
      data: { state: 'waiting' },
    });
    expect(Number(await wallet())).toBe(before - 10);
    const list = await site.call('orderList', { tab: 'in_progress', limit: '1' }, headers('en'));
    expect(list.data).toMatchObject({ page: 1, limit: 1, list: [{ id: answer.data.id }] });
    for (const tab of ['win', 'lose', 'refund']) {
      expect((await site.call('orderList', { tab }, headers('en'))).data.total).toBe(0);
    }
  });

  it('sent again with its key answers the same bet; with another body it is refused', async () => {
    const body = order();
    const first = await place(body);
    const before = await wallet();
    const { receipt, ...bet } = first.data;
    if (!receipt) throw new Error('no receipt');
    const again = await place(body);
    expect(again).toMatchObject({ code: 1, data: bet });
    expect(again.data.receipt).toMatchObject({ body: receipt.body, nonce: receipt.nonce });
    expect(await place({ ...body, stake: '11.00' })).toMatchObject({
      code: 0,
      data: { reason: 'key_reused' },
    });
    expect(await wallet()).toBe(before);
  });
});

describe('refused in the language of the caller, with nothing changed', () => {
  const field = (name: string, rule: string) => ({ reason: 'validation', rules: { [name]: rule } });
  const cases: [string, () => Record<string, unknown>, Record<string, unknown>][] = [
    ['an unknown field', () => order({ bonus: 1 }), field('bonus', 'unknown')],
    ['a missing field', () => order({ accept: undefined }), field('accept', 'required')],
    ['a stake that is a number', () => order({ stake: 10 }), field('stake', 'type')],
    ['a negative stake', () => order({ stake: '-10.00' }), field('stake', 'amount')],
    ['a stake with an exponent', () => order({ stake: '1e3' }), field('stake', 'amount')],
    ['a stake with three decimals', () => order({ stake: '10.001' }), field('stake', 'amount')],
    ['an overlong stake', () => order({ stake: '9'.repeat(400) }), field('stake', 'amount')],
    ['a stake that is just too long', () => order({ stake: '9'.repeat(15) }), field('stake', 'amount')],
    ['odds that are none', () => order({}, { odds: '0.90' }), field('legs.0.odds', 'odds')],
    ['a key that is none', () => order({ key: 'a b' }), field('key', 'key')],
    ['another word for accept', () => order({ accept: 'maybe' }), field('accept', 'choice')],
    ['no stake', () => order({ stake: '0.00' }), { reason: 'stake_min', min: '1.00' }],
    ['a tiny stake', () => order({ stake: '0.01' }), { reason: 'stake_min', min: '1.00' }],
    ['a huge stake', () => order({ stake: '600.00' }), { reason: 'stake_max', max: '441.17' }],
    ['odds that moved', () => order({}, { odds: '3.30' }), { reason: 'price_changed' }],
    ['an unknown event', () => order({}, { event: newId() }), { reason: 'not_found' }],
    ['an unknown selection', () => order({}, { selection: '7' }), { reason: 'not_found' }],
    ['a system without k', () => order({ type: 'system', legs: two() }), field('k', 'required')],
    ['a system of three from two', () => order({ type: 'system', k: 3, legs: two() }), field('k', 'range')],
    ['a single with k', () => order({ k: 1 }), field('k', 'unknown')],
    ['k that is no number', () => order({ type: 'system', k: 'two', legs: two() }), field('k', 'type')],
    ['two legs of one match', () => order({ type: 'accumulator', legs: two() }), { reason: 'same_event' }],
    [
      'odds of a second leg',
      () => order({ legs: [leg(), leg({ odds: '0' })] }),
      field('legs.1.odds', 'odds'),
    ],
    ['a word for again', () => order({ again: 'yes' }), field('again', 'type')],
    [
      'more than a thousand lines',
      () => order({ type: 'system', k: 7, legs: Array.from({ length: 14 }, () => leg({ event: newId() })) }),
      { reason: 'too_many_lines' },
    ],
    ['an accumulator of one leg', () => order({ type: 'accumulator' }), { reason: 'bet_type' }],
  ];

  it.each(cases)('%s', async (_, body, data) => {
    const before = [await wallet(), await betCount()];
    const english = await place(body());
    expect(english).toMatchObject({ status: 200, code: 0, data });
    const german = await place(body(), 'de');
    const chinese = await place(body(), 'zh-CN');
    const arabic = await place(body(), 'ar');
    const texts = [english.msg, german.msg, chinese.msg, arabic.msg];
    expect(new Set(texts).size).toBe(4);
    for (const text of texts) expect(text).toMatch(/\S/);
    expect(arabic.msg).toMatch(/\p{Script=Arabic}/u);
    expect(chinese.msg).toMatch(/\p{Script=Han}/u);
    expect([await wallet(), await betCount()]).toEqual(before);
  });

  it('the same bet again within seconds, until the member confirms it', async () => {
    expect(await place(order())).toMatchObject({ code: 1 });
    const before = await wallet();
    expect(await place(order())).toMatchObject({ code: 0, data: { reason: 'duplicate' } });
    expect(await wallet()).toBe(before);
    expect(await place(order({ again: true }))).toMatchObject({ code: 1 });
  });

  it('a market suspended, and one closed', async () => {
    for (const [state, reason] of [
      ['suspended', 'suspended'],
      ['closed', 'closed'],
    ] as const) {
      await site.database.pool.query('update market set state = $2 where event_id = $1', [event, state]);
      await site.modules.book.service.board.refresh([event]);
      expect(await place(order())).toMatchObject({ code: 0, data: { reason } });
    }
  });

  it('more than the wallet holds: code 1003', async () => {
    for (let left = Number(await wallet()); left > 400; left = Number(await wallet())) {
      await place(order({ stake: '400.00', again: true }));
    }
    const before = await wallet();
    const answer = await place(order({ stake: '401.00' }));
    expect(answer).toMatchObject({ status: 200, code: 1003, data: { reason: 'insufficient' } });
    expect(answer.msg).toBe('Your Balance is Insufficient, Please Recharge');
    expect(await wallet()).toBe(before);
  });

  it('garbage, and a body that is too large', async () => {
    expect(await place('{"key":')).toMatchObject({ status: 400, code: 0, data: { reason: 'bad_request' } });
    expect(await place(order({ pad: 'x'.repeat(70_000) }))).toMatchObject({
      status: 413,
      data: { reason: 'too_large' },
    });
    expect(await place(order({ legs: Array.from({ length: 21 }, () => ({})) }))).toMatchObject({ code: 0 });
  });

  it('no token, a forged one', async () => {
    expect(await site.call('orderAdd', order())).toMatchObject({ status: 200, code: 303 });
    expect(await site.call('orderAdd', order(), { 'ba-user-token': `${token}x` })).toMatchObject({
      code: 303,
    });
  });
});
