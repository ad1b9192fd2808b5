import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RouteName } from '@touchline/contract/paths';
import { newId } from '../platform/ids.ts';
import { testEvent } from '../testing/book.ts';
import { testTouchline, type TestTouchline } from '../testing/touchline.ts';

// Prices that traders fix, over HTTP on the whole server: they hold against the model until taken back or kick-off.

type Fields = Record<string, unknown>;
// oxlint-disable-next-line typescript/no-explicit-any -- assertions look into data of every shape
type Answer = { code: number; data: any };
type Ask = (name: RouteName, input?: Fields) => Promise<Answer>;

let site: TestTouchline;
let anna: Ask;
let ben: Ask;
let auditor: Ask;
let member: Ask;
let event: string;
const reason = 'The star is injured';

const caller =
  (headers: Record<string, string>): Ask =>
  (name, input = {}) =>
    site.call(name, input, headers);
const operator = async (account: string, role: 'trader' | 'auditor'): Promise<Ask> => {
  const office = site.rooms.office.service;
  const { password } = await office.operators.add({ account, roles: [role] }, { address: '' });
  const { data } = await site.call('officeLogin', { account, password });
  return caller({ 'ba-office-token': data.token });
};

beforeAll(async () => {
  site = await testTouchline({ env: { PLAY_GRANT: '100000', LIVE_DELAY_MS: '0' } });
  [anna, ben] = [await operator('anna', 'trader'), await operator('ben', 'trader')];
  auditor = await operator('watcher', 'auditor');
  const form = { account: 'fritz', password: 'Anstoss-1908', confirmPassword: 'Anstoss-1908' };
  const { data } = await site.call('register', { ...form, birthDate: '1990-05-05' });
  member = caller({ 'ba-user-token': data.token });
  await testEvent(site.database.pool);
});
afterAll(() => site.close());
beforeEach(async () => {
  const [added] = await site.rooms.book.service.events.addEvents(
    [
      {
        competitionId: 'test',
        homeId: 'one',
        awayId: 'two',
        neutral: false,
        replay: false,
        kickOff: new Date(Date.now() + 3_600_000),
        feed: 'test',
        feedRef: newId(),
        means: { homeMean: 1.5, awayMean: 1.1 },
      },
    ],
    'feed',
  );
  event = added?.id ?? '';
});

const market = async () => {
  const { data } = await anna('officeEventDetail', { id: event });
  return data.markets.find((one: Answer['data']) => one.market.market === '1x2');
};
const odds = (of: Answer['data']): string[] => of.market.selections.map((one: Fields) => one.odds);
const times = (text: string | undefined, factor: number): string => (Number(text) * factor).toFixed(2);
const move = async (homeMean: number, state: 'scheduled' | 'live' = 'scheduled') => {
  const { events } = site.rooms.book.service;
  const fresh = await events.fresh(event);
  if (!fresh) throw new Error('no event');
  await events.moveEvent(
    fresh,
    {
      kickOff: fresh.kickOff,
      state,
      clockMinute: state === 'live' ? 1 : 0,
      isSuspended: false,
      incidents: [],
      results: [],
      means: { homeMean, awayMean: 1.1 },
      score: { home: 0, away: 0 },
      ...(state === 'live' && { minute: '1' }),
    },
    'feed',
  );
};
const set = async (ask: Ask, home: string, more: Fields = {}) =>
  ask('officePriceSet', {
    event,
    market: '1x2',
    version: (await market()).market.version,
    reason,
    prices: [{ selection: '1', odds: home }],
    ...more,
  });

describe("a trader's price", () => {
  it('is what members get, holds against the model, and goes back to it when it is taken back', async () => {
    const before = await market();
    const [home] = odds(before);
    const price = times(home, 0.95);
    const done = await set(anna, price);
    expect(done).toMatchObject({ code: 1, data: { price: { by: { name: 'anna' }, reason } } });
    expect(done.data.model).toEqual(odds(before));
    expect(Number(done.data.market.margin)).toBeGreaterThan(Number(before.market.margin));
    await move(2.4);
    const held = await market();
    expect(odds(held)).toEqual(odds(done.data));
    expect(held.model).not.toEqual(odds(before));
    const order = { key: newId(), type: 'single', stake: '10.00', accept: 'none' };
    const legs = [{ event, market: '1x2', selection: '1', odds: price }];
    expect(await member('orderAdd', { ...order, legs })).toMatchObject({ code: 1, data: { odds: price } });
    const give = { event, market: '1x2', reason: 'He plays after all' };
    const { version } = held.market;
    expect(await ben('officePriceRelease', { ...give, version: version - 1 })).toMatchObject({
      data: { reason: 'outdated' },
    });
    const back = await ben('officePriceRelease', { ...give, version });
    expect(odds(back.data)).toEqual(held.model);
    expect(back.data.price).toBeUndefined();
    const { data } = await auditor('officeAuditList', { subject: event });
    expect(data.list).toMatchObject([
      { action: 'price_released' },
      { action: 'price_set', detail: { reason } },
    ]);
  });

  it('ends at kick-off', async () => {
    const price = times(odds(await market())[0], 0.9);
    await set(anna, price);
    await move(2.4, 'live');
    const live = await market();
    expect(odds(live)[0]).not.toBe(price);
    expect(odds(live)).toEqual(live.model);
    expect(live.price).toBeUndefined();
    expect((await set(anna, price)).data.reason).toBe('closed');
  });

  it('far from the model needs a second thought, and a slip of the finger helps nothing', async () => {
    const [home] = odds(await market());
    expect((await set(anna, times(home, 1.3))).data.reason).toBe('price_far');
    expect(await set(anna, times(home, 1.3), { sure: true })).toMatchObject({ code: 1 });
    expect((await set(anna, times(home, 10), { sure: true })).data.reason).toBe('validation');
    expect((await set(anna, '1', { sure: true })).data.reason).toBe('validation');
  });

  it('on a version that has moved is refused, and of two at once one counts', async () => {
    const [home] = odds(await market());
    const { version } = (await market()).market;
    const both = await Promise.all([
      set(anna, times(home, 0.95), { version }),
      set(ben, times(home, 0.97), { version }),
    ]);
    expect(both.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(both.find(({ code }) => code !== 1)?.data.reason).toBe('outdated');
    const { rows } = await site.database.pool.query(
      'select count(*)::int as n from trader_price where event_id = $1 and released_at is null',
      [event],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('keeps a history with who and why, the newest first', async () => {
    const [home] = odds(await market());
    await set(anna, times(home, 0.95));
    const { data } = await auditor('officePriceHistory', { event, market: '1x2' });
    expect(data).toMatchObject({ total: 2, selections: ['1', 'X', '2'] });
    expect(data.list).toMatchObject([
      {
        version: 2,
        by: { name: 'anna' },
        why: reason,
        odds: [times(home, 0.95), expect.any(String), expect.any(String)],
      },
      { version: 1, by: { name: 'feed' }, why: 'opened' },
    ]);
  });

  it('is refused where there is nothing to price or to take back', async () => {
    const of = { event, market: '1x2', version: (await market()).market.version, reason };
    expect((await anna('officePriceRelease', of)).data.reason).toBe('decided_already');
    expect((await anna('officePriceRelease', { ...of, event: newId() })).data.reason).toBe('not_found');
    expect((await anna('officePriceHistory', { event, market: 'none' })).data.reason).toBe('not_found');
    const wrong = { prices: [{ selection: '7', odds: '2.00' }] };
    expect((await set(anna, '2.00', wrong)).data.reason).toBe('not_found');
    const twice = { prices: [1, 2].map(() => ({ selection: '1', odds: '2.00' })) };
    expect((await set(anna, '2.00', twice)).data.reason).toBe('validation');
  });
});
