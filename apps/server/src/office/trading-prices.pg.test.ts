import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '@touchline/contract/routes';
import { newId } from '../core/ids.ts';
import { addTestMatch, testEvent } from '../testing/book.ts';
import {
  outcomeOf,
  testTouchline,
  type TestMember,
  type TestOperator,
  type TestTouchline,
} from '../testing/touchline.ts';

// Prices that traders fix, over HTTP on the whole server: they hold against the model until taken back or kick-off.

type Priced = Output<'officeEventDetail'>['markets'][number];

let site: TestTouchline;
let anna: TestOperator;
let ben: TestOperator;
let auditor: TestOperator;
let member: TestMember;
let event: string;
const reason = 'The star is injured';

beforeAll(async () => {
  site = await testTouchline({ env: { PLAY_GRANT: '100000', LIVE_DELAY_MS: '0' } });
  [anna, ben] = [await site.operator('trader'), await site.operator('trader')];
  auditor = await site.operator('auditor');
  member = await site.member();
  await testEvent(site.database.pool);
});
afterAll(() => site.close());
beforeEach(async () => {
  event = await addTestMatch(site.modules.book.service.events);
});

const market = async (): Promise<Priced> => {
  const { markets } = await anna.ask('officeEventDetail', { id: event });
  const found = markets.find((one) => one.market.market === '1x2');
  if (!found) throw new Error('no market');
  return found;
};
const odds = (of: Priced) => of.market.selections.map((one) => one.odds);
const times = (text: string | null | undefined, factor: number): string => (Number(text) * factor).toFixed(2);
const move = async (homeMean: number, state: 'scheduled' | 'live' = 'scheduled') => {
  const { events } = site.modules.book.service;
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
      minute: state === 'live' ? '1' : undefined,
    },
    'feed',
  );
};
const set = async (by: TestOperator, home: string, more: object = {}) =>
  by.call('officePriceSet', {
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
    expect(done).toMatchObject({ code: 1, data: { price: { by: { name: anna.account }, reason } } });
    expect(done.data.model).toEqual(odds(before));
    expect(Number(done.data.market.margin)).toBeGreaterThan(Number(before.market.margin));
    await move(2.4);
    const held = await market();
    expect(odds(held)).toEqual(odds(done.data));
    expect(held.model).not.toEqual(odds(before));
    const order = { key: newId(), type: 'single', stake: '10.00', accept: 'none' };
    const legs = [{ event, market: '1x2', selection: '1', odds: price }];
    expect(await member.call('orderAdd', { ...order, legs })).toMatchObject({
      code: 1,
      data: { odds: price },
    });
    const give = { event, market: '1x2', reason: 'He plays after all' };
    const { version } = held.market;
    expect(await ben.call('officePriceRelease', { ...give, version: version - 1 })).toMatchObject({
      data: { reason: 'outdated' },
    });
    const back = await ben.call('officePriceRelease', { ...give, version });
    expect(odds(back.data)).toEqual(held.model);
    expect(back.data.price).toBeUndefined();
    const { data } = await auditor.call('officeAuditList', { subject: event });
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
    expect(outcomeOf(await set(anna, price))).toBe('closed');
  });

  it('far from the model needs a second thought, and a slip of the finger helps nothing', async () => {
    const [home] = odds(await market());
    expect(outcomeOf(await set(anna, times(home, 1.3)))).toBe('price_far');
    expect(await set(anna, times(home, 1.3), { sure: true })).toMatchObject({ code: 1 });
    expect(outcomeOf(await set(anna, times(home, 10), { sure: true }))).toBe('validation');
    expect(outcomeOf(await set(anna, '1', { sure: true }))).toBe('validation');
  });

  it('on a version that has moved is refused, and of two at once one counts', async () => {
    const [home] = odds(await market());
    const { version } = (await market()).market;
    const both = await Promise.all([
      set(anna, times(home, 0.95), { version }),
      set(ben, times(home, 0.97), { version }),
    ]);
    expect(both.map(outcomeOf).toSorted()).toEqual(['done', 'outdated']);
    const { rows } = await site.database.pool.query(
      'select count(*)::int as n from trader_price where event_id = $1 and released_at is null',
      [event],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('keeps a history with who and why, the newest first', async () => {
    const [home] = odds(await market());
    await set(anna, times(home, 0.95));
    const { data } = await auditor.call('officePriceHistory', { event, market: '1x2' });
    expect(data).toMatchObject({ total: 2, selections: ['1', 'X', '2'] });
    expect(data.list).toMatchObject([
      {
        version: 2,
        by: { name: anna.account },
        why: reason,
        odds: [times(home, 0.95), expect.any(String), expect.any(String)],
      },
      { version: 1, by: { name: 'feed' }, why: 'opened' },
    ]);
  });

  it('is refused where there is nothing to price or to take back', async () => {
    const of = { event, market: '1x2', version: (await market()).market.version, reason };
    expect(outcomeOf(await anna.call('officePriceRelease', of))).toBe('decided_already');
    expect(outcomeOf(await anna.call('officePriceRelease', { ...of, event: newId() }))).toBe('not_found');
    expect(outcomeOf(await anna.call('officePriceHistory', { event, market: 'none' }))).toBe('not_found');
    const wrong = { prices: [{ selection: '7', odds: '2.00' }] };
    expect(outcomeOf(await set(anna, '2.00', wrong))).toBe('not_found');
    const twice = { prices: [1, 2].map(() => ({ selection: '1', odds: '2.00' })) };
    expect(outcomeOf(await set(anna, '2.00', twice))).toBe('validation');
  });
});
