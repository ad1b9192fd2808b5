import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '@touchline/contract/routes';
import { meant } from '../catalogue/matches/meant.ts';
import { newId } from '../core/ids.ts';
import { addTestMatch, testEvent } from '../testing/book.ts';
import { outcomeOf, testTouchline, type TestOperator, type TestTouchline } from '../testing/touchline.ts';

// Competitions and teams as operators keep them, over HTTP on the whole server.

type Person = TestOperator;

let site: TestTouchline;
let anna: Person;
let ben: Person;
let auditor: Person;
let member: Person;
const reason = 'The season begins';
const hour = 3_600_000;

beforeAll(async () => {
  site = await testTouchline({
    background: true,
    env: { PLAY_GRANT: '100000', LIVE_DELAY_MS: '0', SITE_TIME_ZONE: 'UTC' },
  });
  [anna, ben] = [await site.operator('trader'), await site.operator('trader')];
  auditor = await site.operator('auditor');
  member = await site.member();
  await testEvent(site.database.pool);
}, 60_000);
afterAll(() => site.close());
beforeEach(async () => {
  await site.database.pool.query(
    `update event set state = 'finished', version = version + 1, updated_at = clock_timestamp()
     where state in ('scheduled', 'live')`,
  );
  await site.modules.book.service.board.refresh(site.modules.book.service.board.events().map(({ id }) => id));
});

const save = (of: object, by = anna) =>
  by.call('officeCompetitionSave', { version: 0, off: false, zone: 'Europe/Berlin', reason, ...of });
const saveClub = (of: object, by = anna) =>
  by.call('officeClubSave', { version: 0, short: 'HAR', colours: ['#0a5c36', '#ffffff'], reason, ...of });
const made = async (name: string, more: object = {}): Promise<Output<'officeCompetitionSave'>> => {
  const done = await save({ name, ...more });
  expect(done).toMatchObject({ code: 1 });
  return done.data;
};
const listed = async (id: string) =>
  (await anna.ask('officeCompetitionList', { limit: 100 })).list.find((one) => one.id === id);
const lines = async (action: string) => (await auditor.ask('officeAuditList', { action })).list;

const match = (competitionId: string, kickOff = new Date(Date.now() + hour)): Promise<string> =>
  addTestMatch(site.modules.book.service.events, { competitionId, kickOff });
const shown = async (): Promise<string[]> =>
  (await member.ask('eventList', { state: 'open' })).list.map((one) => one.id);
const home = async (): Promise<string[]> => {
  const { live, next } = await member.ask('home');
  return [...live, ...next].map((one) => one.id);
};
const homeWin = async (id: string) => {
  const { markets } = await member.ask('eventDetail', { id });
  const found = markets.find((one) => one.market === '1x2');
  return { state: found?.state, odds: found?.selections[0]?.odds };
};
const bet = (event: string, odds?: string | null) =>
  member.call('orderAdd', {
    key: newId(),
    type: 'single',
    stake: '1.00',
    accept: 'any',
    again: true,
    legs: [{ event, market: '1x2', selection: '1', odds }],
  });

describe('a competition', () => {
  it('is created once, with a new id, and the log says by whom and why', async () => {
    const cup = await made('Hafen-Pokal Süd', { names: { 'zh-CN': '港口杯', ja: ' ' }, country: 'Germany' });
    expect(cup).toMatchObject({
      id: 'hafen-pokal-sud',
      version: 1,
      names: { 'zh-CN': '港口杯' },
      country: 'Germany',
      known: true,
      saved: { by: { name: anna.account }, reason },
    });
    expect(Object.keys(cup.names ?? {})).toEqual(['zh-CN']);
    expect(await save({ name: 'HAFEN-POKAL  Sud', country: 'Germany' }, ben)).toMatchObject({
      data: { reason: 'name_taken' },
    });
    expect(await save({ name: 'Premier League', country: 'England' })).toMatchObject({
      data: { reason: 'name_taken' },
    });
    expect((await made('联赛', { country: 'China' })).id).toBe('made');
    expect((await lines('competition_added')).at(-1)).toMatchObject({
      operator: { account: anna.account },
      subject: { kind: 'competition', id: 'hafen-pokal-sud' },
      detail: { after: { name: 'Hafen-Pokal Süd', names: ['zh-CN: 港口杯'], off: false }, reason },
    });
  });

  it('is refused without sense, and nothing changes', async () => {
    const before = (await anna.call('officeCompetitionList')).data.total;
    for (const wrong of [
      { name: '' },
      { name: '  ' },
      { name: 'x'.repeat(61) },
      { name: 'Cup', order: 0 },
      { name: 'Cup', zone: undefined },
      { name: 'Cup', zone: 'Europe/Atlantis' },
      { name: 'Cup', zone: 'CET' },
      { name: 'Cup', order: 1000 },
      { name: 'Cup', names: { en: 'Cup' } },
      { name: 'Cup', names: { xx: 'Cup' } },
      { name: 'Cup', reason: '' },
    ]) {
      expect(await save(wrong)).toMatchObject({ data: { reason: 'validation' } });
    }
    expect(await save({ id: 'nowhere', name: 'Nowhere' })).toMatchObject({ data: { reason: 'not_found' } });
    expect((await anna.call('officeCompetitionList')).data.total).toBe(before);
  });

  it('has a time zone, which its matches are read and made in, and which can be changed', async () => {
    const { id, version, zone } = await made('Zone Cup', { zone: 'America/Santiago' });
    expect(zone).toBe('America/Santiago');
    const table = 'Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\n01/09/2040,20:00,Arsenal,Chelsea,,\n';
    const file = { kind: 'results', name: 'cup.csv', text: table, competition: id };
    for (const [name, means] of [
      ['Arsenal', 'en-arsenal'],
      ['Chelsea', 'en-chelsea'],
    ]) {
      await anna.call('officeNameExplain', { kind: 'team', name, place: id, means });
    }
    const kickOff = async () => (await anna.call('officeImportPreview', file)).data.rows[0]?.changes[0]?.to;
    expect(await kickOff()).toBe('2040-09-02T00:00:00.000Z');
    await save({ id, version, name: 'Zone Cup', zone: 'Europe/Vienna' });
    expect(await listed(id)).toMatchObject({ zone: 'Europe/Vienna' });
    expect(await kickOff()).toBe('2040-09-01T18:00:00.000Z');
    expect((await lines('competition_changed'))[0]?.detail).toMatchObject({
      before: { zone: 'America/Santiago' },
      after: { zone: 'Europe/Vienna' },
    });
    expect(await listed('de.1')).toMatchObject({ zone: 'Europe/Berlin' });
  });

  it('gets no zone for tables without one by a change of something else', async () => {
    const { id, name, zone } = (await listed('it.1')) ?? {};
    const text = 'Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\n01/09/2040,20:00,Juventus,Napoli,,\n';
    const table = { kind: 'results', name: 'table.csv', text, competition: 'it.1' };
    const reasons = async () => (await anna.ask('officeImportPreview', table)).rows[0]?.reasons;
    expect(await reasons()).toMatchObject([{ why: 'zone_missing' }]);
    expect(await save({ id, name, zone, order: 7 })).toMatchObject({ code: 1 });
    expect(await reasons()).toMatchObject([{ why: 'zone_missing' }]);
  });

  it('is changed on the version that was seen: of two at once one is', async () => {
    const { id, version } = await made('Two at once');
    const both = await Promise.all([
      save({ id, version, name: 'By Anna' }),
      save({ id, version, name: 'By Ben' }, ben),
    ]);
    expect(new Set(both.map(outcomeOf))).toEqual(new Set(['done', 'outdated']));
    expect(await listed(id)).toMatchObject({ version: 2 });
    expect(await save({ id, version, name: 'Late' })).toMatchObject({ data: { reason: 'outdated' } });
    expect((await lines('competition_changed'))[0]?.detail).toMatchObject({
      before: { name: 'Two at once' },
    });
  });

  it('that is built in keeps the name an operator gave it, against all feeds', async () => {
    const done = await save({ id: 'en.1', name: 'English Premier League', country: 'England' });
    expect(done).toMatchObject({ code: 1, data: { id: 'en.1', version: 1 } });
    await site.modules.book.service.events.upsertCompetition({
      id: 'en.1',
      name: 'Premier League',
      country: 'England',
    });
    expect(await listed('en.1')).toMatchObject({ name: 'English Premier League' });
  });

  it('goes by its new name on matches that are known already, and is found by it in the reader’s language', async () => {
    const { id, version } = await made('Old name');
    const event = await match(id);
    await save({ id, version, name: 'New name', names: { 'zh-CN': '新杯赛' } });
    expect((await member.call('eventDetail', { id: event })).data.competition).toEqual({
      id,
      name: 'New name',
      names: { 'zh-CN': '新杯赛' },
    });
    const { pool } = site.database;
    expect((await meant(pool, '新杯', 'zh-CN')).competitions).toEqual([id]);
    expect((await meant(pool, '新杯', 'en')).competitions).toEqual([]);
    expect((await meant(pool, 'new NAME', 'zh-CN')).competitions).toEqual([id]);
  });

  it('is in members’ lists in its order, day by day', async () => {
    const tomorrow = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000);
    const at = (hours: number) => new Date(tomorrow.getTime() + hours * hour);
    const [plain, second, first] = [
      await made('Plain'),
      await made('Second', { order: 2 }),
      await made('First', { order: 1 }),
    ];
    const events = [
      await match(first.id, at(30)),
      await match(plain.id, at(1)),
      await match(second.id, at(2)),
      await match(first.id, at(3)),
    ];
    const expected = [events[3], events[2], events[1], events[0]];
    expect(await shown()).toEqual(expected);
    expect(await home()).toEqual(expected);
  });
});

describe('a competition that is off', () => {
  it('is neither listed nor offered, and on again it is as before', async () => {
    const { id, version } = await made('Off and on');
    const event = await match(id);
    const { odds } = await homeWin(event);
    expect(await bet(event, odds)).toMatchObject({ code: 1 });
    expect(await listed(id)).toMatchObject({ toCome: 1, stakes: { singles: '1.00' } });
    const off = await save({ id, version, name: 'Off and on', off: true });
    expect(off.data.off).toBeDefined();
    expect([await shown(), await home()]).toEqual([[], []]);
    expect(await bet(event, odds)).toMatchObject({ code: 0, data: { reason: 'suspended' } });
    expect((await homeWin(event)).state).toBe('suspended');
    expect((await anna.call('officeEventDetail', { id: event })).data).toMatchObject({
      withheld: true,
      open: 0,
    });
    // A match that comes later is withheld too.
    await match(id);
    expect(await shown()).toEqual([]);
    const on = await save({ id, version: 2, name: 'Off and on' });
    expect(on.data.off).toBeUndefined();
    expect(await shown()).toHaveLength(2);
    expect((await homeWin(event)).state).toBe('open');
    expect(await bet(event, odds)).toMatchObject({ code: 1 });
  });

  it('takes no bet in a process that has not heard of it', async () => {
    const { id } = await made('Unheard of');
    const event = await match(id);
    const { odds } = await homeWin(event);
    await site.database.pool.query('update competition set off_at = now() where id = $1', [id]);
    expect(await bet(event, odds)).toMatchObject({ code: 0, data: { reason: 'suspended' } });
  });

  it('settles the bets that ran before as ever, and pays them', async () => {
    const { id, version } = await made('Off before the result');
    const event = await match(id);
    const { odds } = await homeWin(event);
    const placed = (await bet(event, odds)).data;
    await save({ id, version, name: 'Off before the result', off: true });
    const before = (await member.call('userInfo')).data.balance;
    await site.modules.book.service.events.rulings.recordResult(event, {
      ht: { home: 1, away: 0 },
      ft: { home: 2, away: 0 },
      source: 'test',
      confirmedBy: 'test',
    });
    await expect
      .poll(() => member.ask('orderDetail', { id: placed.id }), { timeout: 10_000 })
      .toMatchObject({ state: 'win', payout: placed.potential });
    const after = (await member.call('userInfo')).data.balance;
    const minor = (amount: string): number => Math.round(Number(amount) * 100);
    expect(minor(after)).toBe(minor(before) + minor(placed.potential));
    expect(await listed(id)).toHaveProperty('off');
  });

  it('keeps matches in play open', async () => {
    const { id, version } = await made('In play');
    // One that should have begun, and has not, takes no bets.
    const event = await match(id, new Date(Date.now() + 600_000));
    const [found] = await site.modules.book.service.board.refresh([event]);
    if (!found) throw new Error('no match');
    await site.modules.book.service.events.moveEvent(
      found,
      {
        kickOff: new Date(Date.now() - 60_000),
        state: 'live',
        minute: '1',
        clockMinute: 1,
        score: { home: 0, away: 0 },
        incidents: [],
        isSuspended: false,
        results: [],
      },
      'feed',
    );
    await save({ id, version, name: 'In play', off: true });
    expect([await shown(), await home()]).toEqual([[event], [event]]);
    const { state, odds } = await homeWin(event);
    expect(state).toBe('open');
    expect(await bet(event, odds)).toMatchObject({ code: 1 });
  });
});

describe('a team', () => {
  it('is made and changed, and its matches show it at once', async () => {
    const done = await saveClub({ name: 'Harbour Rovers' });
    expect(done).toMatchObject({ code: 1, data: { id: 'harbour-rovers', version: 1, short: 'HAR' } });
    expect(await saveClub({ name: 'harbour rovers' }, ben)).toMatchObject({ data: { reason: 'name_taken' } });
    const renamed = await saveClub({
      id: 'one',
      name: 'One of the Harbour',
      short: 'ONE',
      colours: ['#123456', '#ffffff'],
    });
    expect(renamed).toMatchObject({ code: 1, data: { id: 'one', version: 1 } });
    const event = await match('test');
    expect((await member.call('eventDetail', { id: event })).data.home).toMatchObject({
      name: 'One of the Harbour',
      colours: ['#123456', '#ffffff'],
    });
    expect(await saveClub({ id: 'one', name: 'Late', short: 'ONE' })).toMatchObject({
      data: { reason: 'outdated' },
    });
    expect((await lines('club_changed'))[0]?.detail).toMatchObject({
      after: { name: 'One of the Harbour', colours: ['#123456', '#ffffff'] },
    });
  });

  it('that is shipped keeps its flag and what an operator changed', async () => {
    const { list } = (await anna.call('officeClubList', { q: 'Mexico' })).data;
    expect(list).toMatchObject([{ id: 'mex', version: 0 }]);
    const done = await saveClub({
      ...list[0],
      name: 'Mexico',
      short: 'MEX',
      colours: ['#006847', '#ce1126'],
    });
    expect(done).toMatchObject({ code: 0, data: { reason: 'validation' } });
    const changed = await saveClub({
      id: 'mex',
      name: 'Mexico',
      short: 'MEX',
      colours: ['#006847', '#ce1126'],
    });
    expect(changed).toMatchObject({ code: 1, data: { flag: 'mx', colours: ['#006847', '#ce1126'] } });
  });

  it.each([
    { short: 'abcd' },
    { short: 'har' },
    { colours: ['red', '#ffffff'] },
    { colours: ['#ffffff'] },
    { name: ' ' },
  ])('is refused with %o', async (wrong) => {
    expect(await saveClub({ name: 'Wrong ones', ...wrong })).toMatchObject({
      data: { reason: 'validation' },
    });
  });
});

describe('a file for what operators have made', () => {
  it('brings matches of made teams by their names', async () => {
    await made('Island Cup');
    await saveClub({ name: 'Island City', short: 'ISL' });
    await saveClub({ name: 'Coast Athletic', short: 'COA' });
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const text = `Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\n${day},18:30,Island City,Coast Athletic,,\n`;
    const file = { kind: 'results', name: 'cup.csv', zone: 'UTC', competition: 'Island Cup', text };
    const told = await anna.call('officeImportPreview', file);
    expect(told.data.counts).toMatchObject({ new: 1, waiting: 0 });
    const done = await anna.call('officeImportApply', { ...file, hash: told.data.hash, reason });
    expect(done).toMatchObject({ code: 1, data: { applied: 1 } });
    expect(await listed('island-cup')).toMatchObject({ toCome: 1, live: 0, over: 0 });
  });
});
