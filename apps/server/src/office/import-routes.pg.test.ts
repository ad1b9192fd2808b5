import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '@touchline/contract/routes';
import { newId } from '../core/ids.ts';
import { snapshot, withRetry } from '../core/database/transaction.ts';
import { decisionParts } from '../proofs/record-check/decisions.ts';
import { verifyPart } from '../proofs/record-check/part.ts';
import { testEvent } from '../testing/book.ts';
import { testTouchline, type TestOperator, type TestTouchline } from '../testing/touchline.ts';

// Matches, results and prices that operators bring by files and by hand, over HTTP on the whole server.

type Person = TestOperator;

let site: TestTouchline;
let anna: Person;
let ben: Person;
let auditor: Person;
const reason = 'The list of the league';
const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const head = 'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG';
const fixtures = (...rows: string[]) => ({
  kind: 'results',
  name: 'league.csv',
  zone: 'UTC',
  text: `${[head, ...rows].join('\n')}\n`,
});
const bayern = (on = day(3), time = '18:30', score = ',,,') =>
  `D1,${on},${time},Bayern Munich,RB Leipzig,${score}`;

beforeAll(async () => {
  site = await testTouchline({ env: { SITE_TIME_ZONE: 'UTC' } });
  [anna, ben] = [await site.operator('trader'), await site.operator('trader')];
  auditor = await site.operator('auditor');
}, 60_000);
afterAll(() => site.close());
beforeEach(async () => {
  // The server's own routines read these tables in the meantime, in another order.
  await withRetry(() =>
    site.database.owner.query('truncate event, feed_link, feed_question, team_alias cascade'),
  );
});

const preview = (file: object, by = anna): Promise<Output<'officeImportPreview'>> =>
  by.ask('officeImportPreview', { ...file });
const apply = (file: object, hash: string, by = anna, more: object = {}) =>
  by.call('officeImportApply', { ...file, hash, reason, ...more });
const bring = async (file: object, by = anna): Promise<void> => {
  const { hash } = await preview(file, by);
  expect(await apply(file, hash, by)).toMatchObject({ code: 1 });
};
const events = async () => (await anna.ask('officeEventList')).list;
const singleEvent = async (): Promise<Output<'officeEventDetail'>> => {
  const [first] = await events();
  return anna.ask('officeEventDetail', { id: first?.event.id });
};
const lines = async (action: string) => (await auditor.ask('officeAuditList', { action })).list;
/** As if the match had been played this long ago. */
const playedBefore = async (hours: number): Promise<void> => {
  const { rows } = await site.database.pool.query(
    `update event set kick_off = date_trunc('minute', now() - $1 * interval '1 hour'), version = version + 1,
       updated_at = clock_timestamp() returning id`,
    [hours],
  );
  await site.modules.book.service.board.refresh(rows.map(({ id }) => id));
};

describe('a file', () => {
  it('shows row by row what it would do, does exactly that, and nothing the second time', async () => {
    const file = fixtures(
      bayern(),
      `D1,${day(3)},15:30,Nowhere United,Dortmund,,,,`,
      `D1,32/13/2026,15:30,Mainz,Freiburg,,,,`,
      `D1,${day(4)},15:30,Mainz,Freiburg,,,,`,
    );
    const told = await preview(file);
    expect(told.counts).toEqual({ new: 2, changed: 0, unchanged: 0, refused: 1, waiting: 1 });
    expect(told.rows).toMatchObject([
      { row: 1, state: 'new', changes: [{ do: 'add', to: `${day(3)}T18:30:00.000Z` }] },
      { row: 2, state: 'waiting', reasons: [{ why: 'name', values: { name: 'Nowhere United' } }] },
      { row: 3, state: 'refused', reasons: [{ why: 'date_none', values: { text: '32/13/2026' } }] },
      { row: 4, state: 'new' },
    ]);
    expect(told.questions).toMatchObject([{ kind: 'team', name: 'Nowhere United' }]);
    expect(await events()).toEqual([]);
    const done = await apply(file, told.hash);
    expect(done).toMatchObject({
      code: 1,
      data: { applied: 2, left: [], now: { counts: { unchanged: 2 } } },
    });
    expect(await events()).toHaveLength(2);
    expect(await apply(file, told.hash)).toMatchObject({ code: 0, data: { reason: 'outdated' } });
    expect(await events()).toHaveLength(2);
    expect(await lines('match_added')).toMatchObject([
      { operator: { account: anna.account }, detail: { file: 'league.csv', plan: told.hash, reason } },
      { detail: { reason } },
    ]);
  });

  it('moves kick-offs within two days, old and new shown; further away takes two operators', async () => {
    await bring(fixtures(bayern(day(3), '18:30')));
    const moved = await preview(fixtures(bayern(day(3), '20:30')));
    expect(moved.rows).toMatchObject([
      {
        state: 'changed',
        changes: [{ do: 'kick_off', from: `${day(3)}T18:30:00.000Z`, to: `${day(3)}T20:30:00.000Z` }],
      },
    ]);
    await bring(fixtures(bayern(day(3), '20:30')));
    expect((await singleEvent()).event.kickOff).toBe(`${day(3)}T20:30:00.000Z`);
    expect((await lines('match_moved'))[0]?.detail).toMatchObject({
      before: { kickOff: `${day(3)}T18:30:00.000Z` },
      after: { kickOff: `${day(3)}T20:30:00.000Z` },
    });
    const far = fixtures(bayern(day(5), '23:30'));
    expect((await preview(far)).rows).toMatchObject([{ state: 'refused', reasons: [{ why: 'far' }] }]);
    await bring(far);
    expect(await events()).toHaveLength(1);
    expect(await singleEvent()).toMatchObject({
      event: { state: 'scheduled', kickOff: `${day(3)}T20:30:00.000Z` },
    });
  });

  it('that says that a match began before its kick-off stops betting on it, and the records agree', async () => {
    const row = (inHours: number): string => {
      const at = new Date(Date.now() + inHours * 3_600_000).toISOString();
      return bayern(at.slice(0, 10), at.slice(11, 16));
    };
    await bring(fixtures(row(3)));
    const early = fixtures(row(-1));
    // On another day it has another name in the file, and is linked as well.
    expect((await preview(early)).rows).toMatchObject([
      { state: 'changed', changes: expect.arrayContaining([expect.objectContaining({ do: 'begun' })]) },
    ]);
    await bring(early);
    const { markets } = await singleEvent();
    expect(markets.filter(({ market }) => market.state === 'open')).toEqual([]);
    expect((await lines('match_moved'))[0]).toMatchObject({ operator: { account: anna.account } });
    const stops = decisionParts.find(({ name }) => name === 'stops and prices of traders are in the log');
    if (stops === undefined) throw new Error('there is no such part');
    const { pool } = site.database;
    const report = await verifyPart(stops, (work) => snapshot(pool, work), { examples: 5 });
    expect(report.examples).toEqual([]);
  });

  it('of prices opens markets from what they imply', async () => {
    const text = `Div,Date,Time,HomeTeam,AwayTeam,B365H,B365D,B365A,B365>2.5,B365<2.5\nD1,${day(3)},18:30,Bayern Munich,RB Leipzig,1.50,4.50,6.50,1.60,2.35\n`;
    const file = { kind: 'prices', name: 'odds.csv', zone: 'UTC', text };
    const told = await preview(file);
    expect(told.rows).toMatchObject([{ state: 'new', changes: [{ do: 'add', pricesFrom: 'B365/B365' }] }]);
    await bring(file);
    const { markets } = await singleEvent();
    expect(markets.length).toBeGreaterThan(10);
  });

  it('whose names are explained continues', async () => {
    const file = fixtures(`D1,${day(3)},15:30,The Reds of Munich,Dortmund,,,,`);
    expect((await preview(file)).counts).toMatchObject({ waiting: 1 });
    const name = { kind: 'team', name: 'The Reds of Munich', place: 'Germany' };
    expect(await anna.call('officeNameExplain', { ...name, means: 'nobody' })).toMatchObject({
      data: { reason: 'not_found' },
    });
    const { data: teams } = await anna.call('officeClubList', { q: 'bayern' });
    await anna.call('officeNameExplain', { ...name, means: teams.list[0]?.id });
    expect((await preview(file)).counts).toMatchObject({ new: 1, waiting: 0 });
    expect((await lines('name_explained'))[0]).toMatchObject({ subject: { kind: 'name', id: name.name } });
  });

  it('with formulas in it is text and nothing else', async () => {
    const file = fixtures(`D1,${day(3)},15:30,"=HYPERLINK(""http://x"",""y"")",Dortmund,,,,`);
    const told = await preview(file);
    expect(told.rows[0]).toMatchObject({
      state: 'waiting',
      reasons: [{ values: { name: '=HYPERLINK("http://x","y")' } }],
    });
  });

  it('that is too long, of another zone, or no table is refused or reported', async () => {
    const rows = Array.from({ length: 2_002 }, (_, i) => bayern(day(i % 300)));
    expect(await anna.call('officeImportPreview', fixtures(...rows))).toMatchObject({
      data: { reason: 'validation' },
    });
    const big = await anna.call('officeImportPreview', { ...fixtures(), text: 'x'.repeat(600_000) });
    expect(big).toMatchObject({ status: 413 });
    const zone = await anna.call('officeImportPreview', { ...fixtures(bayern()), zone: 'Mars/Base' });
    expect(zone).toMatchObject({ data: { reason: 'validation' } });
    expect(await preview({ ...fixtures(), text: 'no table' })).toMatchObject({
      rows: [{ row: 0, state: 'refused', reasons: [{ why: 'column_missing' }] }],
    });
  });
});

describe('results of a file', () => {
  const ended = () => fixtures(bayern(day(0), '', '2,1,1,0'));
  beforeEach(async () => {
    await bring(fixtures(bayern(day(1), '00:00')));
    await playedBefore(4);
  });

  it('are proposals of the operator, and another one confirms', async () => {
    const told = await preview(ended());
    expect(told.rows).toMatchObject([
      {
        state: 'changed',
        changes: [{ do: 'link' }, { do: 'result', ft: { home: 2, away: 1 }, as: 'first' }],
      },
    ]);
    await bring(ended());
    const { results, seen, event } = await singleEvent();
    expect(results).toMatchObject([
      {
        state: 'proposed',
        counts: false,
        needs: 1,
        evidence: 'league.csv',
        source: { name: anna.account },
      },
    ]);
    const decide = { event: event.id, version: 1, decision: 'confirm', seen };
    expect(await anna.call('officeResultDecide', decide)).toMatchObject({
      data: { reason: 'same_operator' },
    });
    expect(await ben.call('officeResultDecide', decide)).toMatchObject({ code: 1 });
    expect((await singleEvent()).results).toMatchObject([{ state: 'confirmed', counts: true }]);
  });

  it('imported again by the same operator confirm nothing, under any file name', async () => {
    await bring(ended());
    const again = { ...ended(), name: 'another.csv' };
    expect((await preview(again)).counts).toMatchObject({ unchanged: 1, changed: 0 });
    await bring(again);
    expect((await singleEvent()).results).toMatchObject([{ state: 'proposed' }]);
  });

  it('imported by a second operator are confirmed by both', async () => {
    await bring(ended());
    await bring(ended(), ben);
    expect((await singleEvent()).results).toMatchObject([{ state: 'confirmed', counts: true }]);
  });
});

describe('bad operators', () => {
  it('find that what they saw has moved, and that of two at once one is done', async () => {
    const file = fixtures(bayern());
    const { hash } = await preview(file);
    const both = await Promise.all([apply(file, hash), apply(file, hash, ben)]);
    expect(both.some(({ code }) => code === 1)).toBe(true);
    expect(await events()).toHaveLength(1);
    const { id } = (await singleEvent()).event;
    expect((await lines('match_added')).filter(({ subject }) => subject.id === id)).toHaveLength(1);
    const later = fixtures(bayern(day(3), '20:30'));
    const seen = await preview(later);
    await bring(fixtures(bayern(day(3), '19:30')), ben);
    expect(await apply(later, seen.hash)).toMatchObject({ data: { reason: 'outdated' } });
  });

  it('without the right are refused', async () => {
    const file = fixtures(bayern());
    for (const person of [auditor, await site.operator('owner'), await site.operator('cashier')]) {
      expect(await apply(file, 'x', person)).toMatchObject({ status: 403 });
      expect(await person.call('officeImportPreview', file)).toMatchObject({ status: 403 });
    }
  });
});

describe('a match by hand', () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const form = (more: object = {}) => ({
    competition: 'de.1',
    home: 'de-bayern',
    away: 'de-leipzig',
    kickOff: at(50),
    reason,
    ...more,
  });
  const ids = async (): Promise<[string, string]> => {
    const { data } = await anna.call('officeClubList', { q: 'bayern m' });
    const other = await anna.call('officeClubList', { q: 'leipzig' });
    return [data.list[0]?.id ?? '', other.data.list[0]?.id ?? ''];
  };
  const add = async (more: object = {}, by = anna) => {
    const [home, away] = await ids();
    return by.call('officeEventAdd', { ...form({ home, away }), ...more });
  };

  it('has markets from the goals in the file, takes bets, and is logged', async () => {
    const made = await add({ goals: { home: '1.80', away: '0.90' }, stage: 'Friendly' });
    expect(made).toMatchObject({
      code: 1,
      data: { event: { state: 'scheduled' }, feed: { name: 'office' } },
    });
    expect(made.data.markets.length).toBeGreaterThan(10);
    expect((await lines('match_added'))[0]).toMatchObject({
      subject: { kind: 'event', id: made.data.event.id },
      operator: { account: anna.account },
      detail: { reason, after: { goals: '1.80 – 0.90' } },
    });
  });

  it('is not made twice unless it is meant', async () => {
    await add();
    expect(await add({}, ben)).toMatchObject({ data: { reason: 'match_exists' } });
    expect(await add({ kickOff: at(60), sure: true }, ben)).toMatchObject({ code: 1 });
    expect(await events()).toHaveLength(2);
  });

  it('moves by up to two days before its kick-off, on what was seen', async () => {
    const { data } = await add();
    const { id, kickOff } = data.event;
    const move = (more: object) =>
      anna.call('officeEventMove', { event: id, from: kickOff, to: at(51), reason, ...more });
    expect(await move({ to: at(99) })).toMatchObject({ data: { reason: 'validation' } });
    expect(await move({ to: at(-1) })).toMatchObject({ data: { reason: 'validation' } });
    expect(await move({ from: at(1) })).toMatchObject({ data: { reason: 'outdated' } });
    const to = at(52);
    expect(await move({ to })).toMatchObject({ code: 1, data: { event: { kickOff: to } } });
    expect(await move({})).toMatchObject({ data: { reason: 'outdated' } });
    await playedBefore(1);
    const { kickOff: now } = (await singleEvent()).event;
    expect(await move({ from: now })).toMatchObject({ data: { reason: 'closed' } });
  });

  it('of another feed is moved by that feed alone', async () => {
    const { id } = await testEvent(site.database.pool);
    await site.modules.book.service.board.refresh([id]);
    const move = { event: id, from: at(1), to: at(51), reason };
    expect(await anna.call('officeEventMove', move)).toMatchObject({ data: { reason: 'forbidden' } });
  });

  it('that cannot be is refused', async () => {
    const [home] = await ids();
    for (const [more, why] of [
      [{ away: home }, 'validation'],
      [{ kickOff: at(-1) }, 'validation'],
      [{ kickOff: at(24 * 500) }, 'validation'],
      [{ goals: { home: '0.00', away: '1' } }, 'validation'],
      [{ goals: { home: '12', away: '1' } }, 'validation'],
      [{ competition: 'nowhere' }, 'not_found'],
      [{ home: newId() }, 'not_found'],
    ] as const) {
      expect(await add(more)).toMatchObject({ code: 0, data: { reason: why } });
    }
    expect(await add({}, auditor)).toMatchObject({ status: 403 });
    expect(await events()).toEqual([]);
  });
});
