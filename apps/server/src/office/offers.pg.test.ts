import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '@touchline/contract/routes';
import { operatorActor } from '../catalogue/matches/actor.ts';
import { newId } from '../core/ids.ts';
import { addTestMatch, testEvent } from '../testing/book.ts';
import { outcomeOf, testTouchline, type TestOperator, type TestTouchline } from '../testing/touchline.ts';

// What is offered and with which margins, over HTTP on the whole server.

type Person = TestOperator;
type Priced = Output<'officeEventDetail'>['markets'][number];
type Sheet = Output<'officeOfferDetail'>;

let site: TestTouchline;
let anna: Person;
let ben: Person;
let owner: Person;
let auditor: Person;
let member: Person;
let event: string;
const reason = 'The season is over soon';

beforeAll(async () => {
  site = await testTouchline({
    background: true,
    env: { PLAY_GRANT: '100000', LIVE_DELAY_MS: '0', MARGINS: 'btts:600' },
  });
  [anna, ben] = [await site.operator('trader'), await site.operator('trader')];
  [owner, auditor] = [await site.operator('owner'), await site.operator('auditor')];
  member = await site.member();
  await testEvent(site.database.pool);
  await site.database.pool.query(`insert into competition (id, name) values ('cup', 'Cup of the test')`);
}, 60_000);
afterAll(() => site.close());

const match = (competitionId = 'test', kickOff = new Date(Date.now() + 3_600_000)): Promise<string> =>
  addTestMatch(site.modules.book.service.events, { competitionId, kickOff });
beforeEach(async () => {
  await site.database.owner.query('truncate offer_rule');
  await site.database.pool.query(`update event set state = 'finished' where state = 'scheduled'`);
  await site.modules.book.service.events.offers.poll();
  event = await match();
});

const sheet = (of: object): Promise<Sheet> => anna.ask('officeOfferDetail', { ...of });
const offer = (of: Sheet, market: string) => of.markets.find((one) => one.market === market);
const found = async (id: string, name: string): Promise<Priced | undefined> =>
  (await anna.ask('officeEventDetail', { id })).markets.find(({ market: { market } }) => market === name);
const market = async (id: string, name = '1x2'): Promise<Priced> => {
  const priced = await found(id, name);
  if (!priced) throw new Error(`no market ${name}`);
  return priced;
};
const margin = async (id: string, name = '1x2'): Promise<number> =>
  Number((await market(id, name)).market.margin);
const odds = (of: Priced) => of.market.selections.map((one) => one.odds);
const save = (by: Person, of: object, more: object = {}) =>
  by.call('officeOfferSave', { version: 0, markets: [], reason, ...of, ...more });
const count = async (table: string): Promise<number> =>
  (await site.database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;
const lastLine = async () =>
  (await auditor.ask('officeAuditList', { action: 'offer_saved', limit: 1 })).list[0];

describe('margins', () => {
  it('of a match go before those of its competition, of the site, and of the settings', async () => {
    const of = { scope: 'event', id: event };
    expect(offer(await sheet(of), 'btts')).toMatchObject({ marginBp: 600, marginFrom: 'settings' });
    await save(owner, { scope: 'site' }, { markets: [{ market: '1x2', marginBp: 600 }] });
    await save(anna, { scope: 'competition', id: 'test' }, { markets: [{ market: '1x2', marginBp: 400 }] });
    expect(offer(await sheet(of), '1x2')).toMatchObject({ marginBp: 400, marginFrom: 'competition' });
    const done = await save(anna, of, { markets: [{ market: '1x2', marginBp: 300 }] });
    expect(done).toMatchObject({
      code: 1,
      data: { version: 1, saved: { by: { name: anna.account }, reason } },
    });
    expect(offer(done.data, '1x2')).toMatchObject({
      marginBp: 300,
      marginFrom: 'event',
      wider: { marginBp: 400 },
    });
    expect(offer(await sheet({ scope: 'competition', id: 'cup' }), '1x2')).toMatchObject({ marginBp: 600 });
  });

  it('of a match count at once for the next bet, and never for one that was placed', async () => {
    const before = await market(event);
    const order = { type: 'single', stake: '10.00', accept: 'any', again: true };
    const place = async (of: Priced): Promise<void> => {
      const [, chosen] = of.market.selections;
      const legs = [{ event, market: '1x2', selection: chosen?.selection, odds: chosen?.odds }];
      expect(await member.call('orderAdd', { ...order, key: newId(), legs })).toMatchObject({ code: 1 });
    };
    const micro = async (): Promise<number[]> => {
      const { rows } = await site.database.pool.query('select margin_micro from bet order by placed_at');
      return rows.map((row) => row.margin_micro);
    };
    await place(before);
    const [first = 0] = await micro();
    const saved = await save(
      anna,
      { scope: 'event', id: event },
      { markets: [{ market: '1x2', marginBp: 700 }] },
    );
    expect(saved).toMatchObject({ code: 1, data: { saved: { by: { name: anna.account } } } });
    const after = await market(event);
    expect(after.changed).toMatchObject({ why: 'offer', by: { name: anna.account } });
    expect(Number(after.market.margin)).toBeGreaterThan(Number(before.market.margin) + 1);
    await place(after);
    const [still, second] = await micro();
    expect(still).toBe(first);
    expect(second).toBeGreaterThan(first);
  });

  it('of the site and of a competition reach every match to come, and new ones', async () => {
    const [other, foreign] = [await match(), await match('cup')];
    const before = await margin(foreign);
    await save(anna, { scope: 'competition', id: 'test' }, { markets: [{ market: '1x2', marginBp: 700 }] });
    await expect.poll(() => margin(event), { timeout: 5_000 }).toBeGreaterThan(6);
    await expect.poll(() => margin(other), { timeout: 5_000 }).toBeGreaterThan(6);
    expect(await margin(foreign)).toBe(before);
    expect(await margin(await match())).toBeGreaterThan(6);
    await save(owner, { scope: 'site' }, { markets: [{ market: 'btts', marginBp: 800 }] });
    await expect.poll(() => margin(foreign, 'btts'), { timeout: 5_000 }).toBeGreaterThan(7);
  });

  it('name the operator who changed the rule as the author of a price, also where a job applies it to the match', async () => {
    const author = async (id: string, name: string) => (await market(id, name)).changed;
    const foreign = await match('cup');
    await save(anna, { scope: 'competition', id: 'test' }, { markets: [{ market: '1x2', marginBp: 700 }] });
    await expect.poll(() => margin(event)).toBeGreaterThan(6);
    expect(await author(event, '1x2')).toMatchObject({ why: 'offer', by: { name: anna.account } });
    // Both matches wait for the job of the site, which comes before the call of the match gets to its prices.
    await save(owner, { scope: 'site' }, { markets: [{ market: 'btts', marginBp: 800 }] });
    await site.database.pool.query(
      `insert into offer_rule (scope, scope_id, version, markets, saved_by, why)
       values ('event', $1, 1, '{"btts": {"marginBp": 900}}', $2, 'A local match')`,
      [foreign, operatorActor(ben.id)],
    );
    await site.modules.book.service.events.offers.settle({ scope: 'site', id: '' });
    expect(await author(event, 'btts')).toMatchObject({ why: 'offer', by: { name: owner.account } });
    expect(await author(foreign, 'btts')).toMatchObject({ why: 'offer', by: { name: ben.account } });
    expect(await margin(foreign, 'btts')).toBeGreaterThan(8);
  });

  it('outside the law are refused, and so is what no market can have', async () => {
    const of = { scope: 'event', id: event };
    for (const bad of [
      { markets: [{ market: '1x2', marginBp: -1 }] },
      { markets: [{ market: '1x2', marginBp: 3_001 }] },
      { markets: [{ market: '1x2', marginBp: 450.5 }] },
      { markets: [{ market: 'corners', marginBp: 450 }] },
      {
        markets: [
          { market: '1x2', marginBp: 450 },
          { market: '1x2', offered: false },
        ],
      },
      { shift: { homeBp: 5_001, awayBp: 0 } },
      { reason: 'no' },
    ]) {
      expect(await save(anna, of, bad)).toMatchObject({ code: 0, data: { reason: 'validation' } });
    }
    const shift = { homeBp: 500, awayBp: 0 };
    expect(await save(anna, { scope: 'site' }, { shift })).toMatchObject({ data: { reason: 'validation' } });
    expect(await count('offer_rule')).toBe(0);
  });

  it('that move far need a second thought', async () => {
    const of = { scope: 'event', id: event };
    const far = { markets: [{ market: '1x2', marginBp: 1_000 }] };
    expect(await save(anna, of, far)).toMatchObject({ code: 0, data: { reason: 'change_large' } });
    expect(await save(anna, of, { ...far, sure: true })).toMatchObject({ code: 1 });
  });
});

describe('a market that is taken off', () => {
  it('takes no bets, is not reopened, and returns', async () => {
    const of = { scope: 'event', id: event };
    await save(anna, of, { markets: [{ market: '1x2', offered: false }] });
    const off = await market(event);
    expect(off).toMatchObject({ market: { state: 'suspended' }, changed: { why: 'not_offered' } });
    const legs = [{ event, market: '1x2', selection: 'X', odds: odds(off)[1] }];
    expect(
      await member.call('orderAdd', { key: newId(), type: 'single', stake: '10.00', accept: 'any', legs }),
    ).toMatchObject({ code: 0, data: { reason: 'suspended' } });
    expect((await market(event, 'btts')).market.state).toBe('open');
    await save(anna, of, { version: 1 });
    expect((await market(event)).market.state).toBe('open');
    await save(owner, { scope: 'site' }, { markets: [{ market: 'btts', offered: false }] });
    expect(await found(await match(), 'btts')).toBeUndefined();
  });

  it('stays closed to bets when a trader’s stop is taken back', async () => {
    const of = { scope: 'event', id: event };
    const stop = await anna.call('officeSuspend', { event, reason });
    await save(anna, of, { markets: [{ market: '1x2', offered: false }] });
    await anna.call('officeOpen', { stop: stop.data.id, reason });
    expect((await market(event)).market.state).toBe('suspended');
  });
});

describe('a shift', () => {
  const of = () => ({ scope: 'event', id: event });
  it('moves all prices of a match one way, and goes back whole', async () => {
    const before = await market(event);
    await save(anna, of(), { shift: { homeBp: 1_000, awayBp: 0 } });
    const after = await market(event);
    expect(Number(odds(after)[0])).toBeLessThan(Number(odds(before)[0]));
    expect(Number(odds(after)[2])).toBeGreaterThan(Number(odds(before)[2]));
    expect((await sheet(of())).goals).toEqual({ home: '1.50', away: '1.10' });
    await save(anna, of(), { version: 1 });
    expect(odds(await market(event))).toEqual(odds(before));
  });

  it('stays over what its feed says next, and never grows by that', async () => {
    await save(anna, of(), { shift: { homeBp: 1_000, awayBp: 0 } });
    const after = odds(await market(event));
    const fresh = await site.modules.book.service.events.fresh(event);
    if (!fresh) throw new Error('no event');
    const move = { kickOff: fresh.kickOff, state: 'scheduled' as const, clockMinute: 0, isSuspended: false };
    for (const _ of [1, 2]) {
      await site.modules.book.service.events.moveEvent(
        fresh,
        { ...move, incidents: [], results: [] },
        'feed',
      );
    }
    expect(odds(await market(event))).toEqual(after);
  });

  it('leaves prices that a trader has fixed', async () => {
    const { version } = (await market(event)).market;
    const prices = [{ selection: '1', odds: '2.05' }];
    await anna.call('officePriceSet', { event, market: '1x2', version, prices, sure: true, reason });
    const fixed = odds(await market(event));
    const preview = await anna.call('officeOfferPreview', {
      ...of(),
      markets: [],
      shift: { homeBp: 1_000, awayBp: 0 },
    });
    const held = preview.data.markets.find((one) => one.market === '1x2');
    expect(held).toMatchObject({ held: true, after: held?.before });
    await save(anna, of(), { shift: { homeBp: 1_000, awayBp: 0 } });
    expect(odds(await market(event))).toEqual(fixed);
  });
});

describe('a preview', () => {
  it('shows the future prices and changes nothing', async () => {
    const draft = { scope: 'event', id: event, markets: [{ market: '1x2', marginBp: 650 }] };
    const before = await market(event);
    const told = await anna.call('officeOfferPreview', draft);
    expect(told).toMatchObject({ code: 1, data: { matches: 1, large: false, event: { id: event } } });
    const one = told.data.markets.find((each) => each.market === '1x2');
    expect(one?.before?.odds).toEqual(odds(before));
    expect(odds(await market(event))).toEqual(odds(before));
    expect(await count('offer_rule')).toBe(0);
    await save(anna, { scope: 'event', id: event }, { markets: draft.markets });
    expect(odds(await market(event))).toEqual(one?.after?.odds);
  });

  it('of a competition shows its next match', async () => {
    const sooner = await match('test', new Date(Date.now() + 600_000));
    const told = await anna.call('officeOfferPreview', {
      scope: 'competition',
      id: 'test',
      markets: [{ market: 'btts', offered: false }],
    });
    expect(told.data).toMatchObject({ matches: 2, event: { id: sooner } });
    const gone = told.data.markets.find((each) => each.market === 'btts');
    expect(gone?.before).toBeDefined();
    expect(gone?.after).toBeUndefined();
  });
});

describe('bad operators', () => {
  it('of two at once one is done, and of stale versions none', async () => {
    const of = { scope: 'competition', id: 'test' };
    const both = await Promise.all(
      [anna, ben].map((one, i) => save(one, of, { markets: [{ market: '1x2', marginBp: 450 + i }] })),
    );
    expect(both.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(both.map(outcomeOf).toSorted()).toEqual(['done', 'outdated']);
    expect(await save(ben, of)).toMatchObject({ data: { reason: 'outdated' } });
    expect(await save(ben, of, { version: 7 })).toMatchObject({ data: { reason: 'outdated' } });
    expect(await count('offer_rule')).toBe(1);
  });

  it('without the right, with forged ids, and about matches that are over are refused', async () => {
    expect(await save(auditor, { scope: 'site' })).toMatchObject({ status: 403 });
    expect(await save(await site.operator('cashier'), { scope: 'site' })).toMatchObject({ status: 403 });
    for (const of of [
      { scope: 'event', id: newId() },
      { scope: 'event', id: 'x' },
      { scope: 'competition', id: 'nowhere' },
      { scope: 'competition' },
      { scope: 'site', id: 'test' },
    ]) {
      expect(await save(anna, of)).toMatchObject({ data: { reason: 'not_found' } });
      expect(await anna.call('officeOfferDetail', of)).toMatchObject({ data: { reason: 'not_found' } });
      expect(await anna.call('officeOfferHistory', of)).toMatchObject({ data: { reason: 'not_found' } });
    }
    await site.database.pool.query(`update event set state = 'finished' where id = $1`, [event]);
    expect(await save(anna, { scope: 'event', id: event })).toMatchObject({ data: { reason: 'closed' } });
    expect(await count('offer_rule')).toBe(0);
  });
});

describe('the record', () => {
  it('has every version, with who and why, and the log what was before and after', async () => {
    const of = { scope: 'event', id: event };
    await save(anna, of, { markets: [{ market: '1x2', marginBp: 450 }] });
    await save(ben, of, { version: 1, shift: { homeBp: -500, awayBp: 0 }, reason: 'Back to the rule' });
    const { data } = await auditor.call('officeOfferHistory', of);
    expect(data).toMatchObject({
      total: 2,
      list: [
        { version: 2, rules: [], shift: { homeBp: -500 }, by: { name: ben.account } },
        { version: 1, rules: [{ market: '1x2', marginBp: 450 }], reason },
      ],
    });
    expect(await lastLine()).toMatchObject({
      subject: { kind: 'event', id: event },
      operator: { account: ben.account },
      detail: {
        reason: 'Back to the rule',
        version: 2,
        scope: 'event',
        before: { markets: ['1x2 4.50 %'] },
        after: { markets: [], homeShiftBp: -500 },
      },
    });
    const lines = (await auditor.call('officeOfferList')).data.list;
    expect(lines).toMatchObject([{ scope: 'event', id: event, version: 2, margins: 0, off: 0 }]);
    const cups = (await auditor.call('officeCompetitionList')).data.list;
    expect(cups.find(({ id }) => id === 'test')).toMatchObject({ name: 'Test Cup', matches: 1 });
  });
});
