import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBoard, type Board } from '../../book/board/board.ts';
import { createEvents, type Events } from '../../book/events/service.ts';
import { manualClock } from '../../platform/clock.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { oddsCsvSnapshot, resultsCsvSnapshot } from '../files/csv.ts';
import { openFootballSnapshot } from '../files/openfootball.ts';
import { shippedCatalogue } from '../names/catalogue.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Plan } from './plan.ts';
import { createImport, type Import } from './service.ts';

const read = (name: string) => readFileSync(new URL(`../testing/${name}`, import.meta.url), 'utf8');
const clock = manualClock(new Date('2025-08-20T12:00:00Z'));
const confirmed: string[] = [];
let database: TestDatabase;
let board: Board;
let events: Events;
let imports: Import;

beforeAll(async () => {
  database = await testDatabase();
  board = createBoard(database.db);
  events = createEvents({
    ...{ database, board, publish: () => undefined },
    onResult: async (_, eventId) => {
      confirmed.push(eventId);
    },
  });
  imports = createImport({
    events,
    database,
    clock,
    catalogue: await shippedCatalogue(),
    record: async () => [],
    zone: 'UTC',
  });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('truncate event, feed_link, feed_price, feed_question, team_alias cascade');
  await database.pool.query('truncate competition, team cascade');
  confirmed.length = 0;
  await board.load();
});

const season = (matches: readonly object[], name = 'Deutsche Bundesliga 2025/26'): Snapshot =>
  openFootballSnapshot(JSON.stringify({ name, matches }));
const match = (fields: object = {}) => ({
  ...{ round: 'Matchday 1', date: '2025-08-22', time: '20:30' },
  ...{ team1: 'FC Bayern München', team2: 'RB Leipzig', score: {} },
  ...fields,
});
const bring = async (snapshot: Snapshot): Promise<Plan> => {
  const plan = await imports.preview(snapshot);
  const outcome = await imports.apply(snapshot, { hash: plan.hash, who: 'test' });
  expect(outcome.done && outcome.applied.every(({ outcome: each }) => each === 'done')).toBe(true);
  return plan;
};
const toDo = ({ changes }: Plan) => changes.map((change) => change.do);
const only = async () => {
  const { rows } = await database.pool.query<{ id: string }>('select id from event order by kick_off');
  const event = await events.fresh(rows.at(-1)?.id ?? '');
  if (event === undefined) throw new Error('there is no event');
  return event;
};
const results = async () =>
  (
    await database.pool.query(
      'select version, ht_home, ht_away, ft_home, ft_away, source, state from result order by event_id, version',
    )
  ).rows;

describe('a fixture list', () => {
  it('is shown, changes nothing until it is applied, and says nothing the second time', async () => {
    const snapshot = openFootballSnapshot(read('openfootball/de.1-2025-26.json'));
    const plan = await imports.preview(snapshot);
    expect(new Set(toDo(plan))).toEqual(new Set(['add']));
    expect(plan).toMatchObject({ questions: [], problems: [], waiting: 0, suspect: false });
    expect((await database.pool.query('select from event')).rowCount).toBe(0);
    await bring(snapshot);
    expect((await database.pool.query('select from event where not replay')).rowCount).toBe(
      plan.changes.length,
    );
    expect(await imports.preview(snapshot)).toMatchObject({ changes: [], same: snapshot.matches.length });
  });

  it('adds no match that is over, and none whose day has passed without a result', async () => {
    expect(toDo(await imports.preview(openFootballSnapshot(read('openfootball/es.1-2024-25.json'))))).toEqual(
      [],
    );
    expect(toDo(await imports.preview(openFootballSnapshot(read('openfootball/en.1-2021-22.json'))))).toEqual(
      [],
    );
  });

  it('opens betting in local time, for a day without a time at its first moment', async () => {
    await bring(season([match()]));
    expect((await only()).kickOff.toISOString()).toBe('2025-08-22T18:30:00.000Z');
    await bring(
      season([match({ round: 'Matchday 2', date: '2025-09-28', time: undefined, team2: '1. FC Köln' })]),
    );
    expect((await only()).kickOff.toISOString()).toBe('2025-09-27T22:00:00.000Z');
  });

  it('prices a match from the results beside it once its teams are known well enough', async () => {
    const others = ['1. FC Köln', 'VfB Stuttgart', 'FC Augsburg', 'Hamburger SV'];
    const played = others.flatMap((team2, index) => [
      match({ team2, round: `R${index}`, date: `2025-08-0${index + 1}`, score: { ht: [1, 0], ft: [3, 0] } }),
      match({
        ...{ team1: 'RB Leipzig', team2, round: `S${index}`, date: `2025-08-0${index + 1}` },
        score: { ht: [0, 0], ft: [1, 1] },
      }),
    ]);
    await bring(season([...played, match()]));
    const event = await only();
    expect(event.means?.homeMean).toBeGreaterThan(event.means?.awayMean ?? Number.NaN);
    expect(event.markets.size).toBeGreaterThan(8);
    await database.pool.query('truncate event, feed_link, feed_price cascade');
    await bring(season([...played.slice(4), match()]));
    expect((await only()).markets.size).toBe(0);
  });

  it('names the rows that cannot be read and applies the others', async () => {
    const snapshot = season([match({ date: '2025-02-30' }), match({ team2: '1. FC Köln' })]);
    expect(await bring(snapshot)).toMatchObject({
      problems: [{ row: 1, reason: 'date' }],
      changes: [{ do: 'add' }],
    });
  });

  it('cut short is one problem and nothing else', async () => {
    const cut = openFootballSnapshot(read('openfootball/de.1-2025-26.json').slice(0, 700));
    expect(await imports.preview(cut)).toMatchObject({ changes: [], problems: [{ row: 0, reason: 'form' }] });
  });
});

describe('a match that nobody plays live', () => {
  it('is not sold after its kick-off, and again when it is moved', async () => {
    await bring(season([match({ date: '2125-08-22' })]));
    const { id } = await only();
    const [one, two] = [{ homeMean: 1.5, awayMean: 1.1 }, 'test'] as const;
    const event = await only();
    const move = {
      state: 'scheduled',
      clockMinute: 0,
      incidents: [],
      isSuspended: false,
      results: [],
    } as const;
    await events.moveEvent(event, { ...move, kickOff: event.kickOff, means: one }, two);
    const states = async () =>
      new Set([...((await events.fresh(id))?.markets.values() ?? [])].map(({ state }) => state));
    expect(await events.suspendStarted()).toEqual([]);
    expect(await states()).toEqual(new Set(['open']));
    await database.pool.query(`update event set kick_off = now() - interval '1 second' where id = $1`, [id]);
    expect(await events.suspendStarted()).toEqual([id]);
    expect(await events.suspendStarted()).toEqual([]);
    expect(await states()).toEqual(new Set(['suspended']));
  });
});

describe('names', () => {
  it('that are not known are asked for, and what bears them waits', async () => {
    const snapshot = season([match(), match({ team1: 'Bayern Monaco', team2: '1. FC Köln' })]);
    expect(await bring(snapshot)).toMatchObject({
      waiting: 1,
      questions: [{ kind: 'team', name: 'Bayern Monaco', seenIn: 'Deutsche Bundesliga 2025/26' }],
    });
    const { rows } = await database.pool.query('select feed, kind, name from feed_question');
    expect(rows).toEqual([{ feed: 'openfootball', kind: 'team', name: 'Bayern Monaco' }]);
    expect((await database.pool.query('select from event')).rowCount).toBe(1);
  });
});

describe('a plan', () => {
  it('made on another state is refused and shown again', async () => {
    const snapshot = season([match()]);
    const old = await imports.preview(snapshot);
    await bring(snapshot);
    const again = await imports.apply(snapshot, { hash: old.hash, who: 'test' });
    expect(again).toMatchObject({ done: false, why: 'plan_changed', plan: { changes: [] } });
    const later = season([match({ date: '2025-08-23' })]);
    const shown = await imports.preview(later);
    const event = await only();
    await database.pool.query('update event set version = version + 1, updated_at = now() where id = $1', [
      event.id,
    ]);
    expect(await imports.apply(later, { hash: shown.hash, who: 'test' })).toMatchObject({
      why: 'plan_changed',
    });
    expect((await only()).kickOff.toISOString()).toBe('2025-08-22T18:30:00.000Z');
  });

  it('of another file is refused', async () => {
    const plan = await imports.preview(season([match()]));
    const outcome = await imports.apply(season([match({ time: '18:30' })]), { hash: plan.hash, who: 'test' });
    expect(outcome).toMatchObject({ done: false, why: 'plan_changed' });
  });
});

describe('a kick-off that moves', () => {
  it('moves the event within 48 hours', async () => {
    await bring(season([match()]));
    const { id } = await only();
    expect(await bring(season([match({ date: '2025-08-24', time: '17:30' })]))).toMatchObject({
      changes: [{ do: 'kick_off', eventId: id }],
    });
    expect((await only()).kickOff.toISOString()).toBe('2025-08-24T15:30:00.000Z');
  });

  it('further is another event: the old one is off, its bets are not carried over', async () => {
    await bring(season([match()]));
    const { id } = await only();
    await bring(season([match({ date: '2025-09-30' })]));
    expect((await events.fresh(id))?.state).toBe('postponed');
    const fresh = await only();
    expect(fresh).toMatchObject({ state: 'scheduled' });
    expect(fresh.id).not.toBe(id);
    expect((await imports.preview(season([match({ date: '2025-09-30' })]))).changes).toEqual([]);
  });

  it('moves and prices an event in one import', async () => {
    const others = ['1. FC Köln', 'VfB Stuttgart', 'FC Augsburg', 'Hamburger SV'];
    const played = (goals: number) =>
      others.flatMap((team2, index) =>
        ['FC Bayern München', 'RB Leipzig'].map((team1) =>
          match({
            team1,
            team2,
            round: `R${index}`,
            date: `2025-08-0${index + 1}`,
            score: { ft: [goals, 1] },
          }),
        ),
      );
    await bring(season([...played(2), match()]));
    const plan = await bring(season([...played(4), match({ time: '18:30' })]));
    expect(toDo(plan)).toEqual(['kick_off', 'prices']);
    expect(await imports.preview(season([...played(4), match({ time: '18:30' })]))).toMatchObject({
      changes: [],
    });
  });

  it('further leaves one event for other feeds to know', async () => {
    await bring(season([match()]));
    await bring(season([match({ date: '2025-08-25' })]));
    const fresh = await only();
    const text =
      'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\nD1,25/08/2025,19:30,Bayern Munich,RB Leipzig,,\n';
    expect(await bring(resultsCsvSnapshot(text))).toMatchObject({
      changes: [{ do: 'link', eventId: fresh.id }],
      doubts: [],
    });
  });

  it('by another feed is told, not followed', async () => {
    await bring(season([match()]));
    const text =
      'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\nD1,23/08/2025,14:30,Bayern Munich,RB Leipzig,,\n';
    expect(await bring(resultsCsvSnapshot(text))).toMatchObject({
      changes: [{ do: 'link' }],
      doubts: [{ why: 'kick_off' }],
    });
    expect((await only()).kickOff.toISOString()).toBe('2025-08-22T18:30:00.000Z');
  });

  it('stops betting when it is postponed and opens it again within 48 hours', async () => {
    await bring(season([match()]));
    const odds =
      'Div,Date,Time,HomeTeam,AwayTeam,PSH,PSD,PSA,P>2.5,P<2.5\nD1,22/08/2025,19:30,Bayern Munich,RB Leipzig,1.5,4.8,6,1.5,2.6\n';
    await bring(oddsCsvSnapshot(odds));
    const states = async () => new Set([...(await only()).markets.values()].map(({ state }) => state));
    expect(await states()).toEqual(new Set(['open']));
    await bring(season([match({ status: 'postponed' })]));
    expect(await only()).toMatchObject({ state: 'postponed' });
    expect(await states()).toEqual(new Set(['suspended']));
    await bring(season([match({ date: '2025-08-23', time: '18:30' })]));
    expect(await only()).toMatchObject({ state: 'scheduled' });
    expect(await states()).toEqual(new Set(['open']));
  });
});

describe('prices that are brought', () => {
  const odds = (row: string) =>
    `Div,Date,Time,HomeTeam,AwayTeam,B365H,B365D,B365A,PSH,PSD,PSA,P>2.5,P<2.5\nD1,22/08/2025,19:30,Bayern Munich,RB Leipzig,${row}\n`;

  it('become goal means, and markets of every kind', async () => {
    await bring(season([match()]));
    expect(toDo(await bring(oddsCsvSnapshot(odds('1.5,4.5,6,1.5,4.8,6.2,1.5,2.6'))))).toEqual([
      'link',
      'prices',
    ]);
    const event = await only();
    expect(event.means?.homeMean).toBeGreaterThan(2);
    expect(event.markets.size).toBeGreaterThan(8);
    expect((await imports.preview(oddsCsvSnapshot(odds('1.5,4.5,6,1.5,4.8,6.2,1.5,2.6')))).changes).toEqual(
      [],
    );
  });

  it('add a match nobody told before', async () => {
    expect(toDo(await bring(oddsCsvSnapshot(odds('1.5,4.5,6,1.5,4.8,6.2,1.5,2.6'))))).toEqual(['add']);
    expect((await only()).markets.size).toBeGreaterThan(8);
  });

  it('that cannot be of one match are a problem of the row, and price nothing', async () => {
    const plan = await bring(oddsCsvSnapshot(odds('1.5,4.5,6,1.1,1.1,1.1,1.5,2.6')));
    expect(plan).toMatchObject({ problems: [{ row: 1, reason: 'odds' }], changes: [{ do: 'add' }] });
    expect((await only()).markets.size).toBe(0);
  });

  it('left empty are none', async () => {
    expect(await bring(oddsCsvSnapshot(odds(',,,,,,,')))).toMatchObject({
      problems: [],
      changes: [{ do: 'add' }],
    });
  });
});

describe('results', () => {
  const ended = (score: object, fields: object = {}) => season([match({ score, ...fields })]);
  const csv = (ft: [number, number], ht: [number, number]) =>
    resultsCsvSnapshot(
      `Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG\nD1,22/08/2025,Bayern Munich,RB Leipzig,${ft.join()},${ht.join()}\n`,
    );
  beforeEach(async () => {
    clock.set(new Date('2025-08-20T12:00:00Z'));
    await bring(season([match()]));
    clock.set(new Date('2025-08-23T12:00:00Z'));
  });

  it('are proposed with their source, and confirmed by nobody', async () => {
    expect(await bring(ended({ ht: [3, 0], ft: [6, 0] }))).toMatchObject({
      changes: [{ do: 'result', as: 'first' }],
    });
    expect(await results()).toEqual([
      {
        version: 1,
        ht_home: 3,
        ht_away: 0,
        ft_home: 6,
        ft_away: 0,
        source: 'openfootball',
        state: 'proposed',
      },
    ]);
    expect(await only()).toMatchObject({ state: 'finished', score: { home: 6, away: 0 } });
    expect(confirmed).toEqual([]);
  });

  it('told again by the same source say nothing new', async () => {
    await bring(ended({ ht: [3, 0], ft: [6, 0] }));
    expect(toDo(await bring(ended({ ht: [3, 0], ft: [6, 0] })))).toEqual([]);
    expect(await results()).toHaveLength(1);
    expect(confirmed).toEqual([]);
  });

  it('never go over one that is confirmed: a contradiction waits for a person', async () => {
    await bring(ended({ ht: [3, 0], ft: [6, 0] }));
    const { id } = await only();
    await events.confirmResult(id, 1, 'operator');
    expect(await bring(csv([6, 0], [2, 0]))).toMatchObject({
      changes: [{ do: 'link' }, { do: 'result', as: 'contradicts_confirmed', against: { version: 1 } }],
    });
    expect(await results()).toMatchObject([
      { version: 1, ht_home: 3, state: 'confirmed', source: 'openfootball' },
      { version: 2, ht_home: 2, state: 'proposed', source: 'results-csv' },
    ]);
    expect(confirmed).toEqual([id]);
  });

  it('without half time are completed, never filled in', async () => {
    await bring(ended({ ft: [2, 1] }));
    expect(await results()).toMatchObject([{ ht_home: null, ft_home: 2 }]);
    const { id } = await only();
    await events.confirmResult(id, 1, 'operator');
    expect(await bring(csv([2, 1], [1, 1]))).toMatchObject({
      changes: [{ do: 'link' }, { as: 'completes' }],
    });
  });

  it('of 0-0 need no half time', async () => {
    await bring(ended({ ft: [0, 0] }));
    expect(await results()).toMatchObject([{ ht_home: 0, ht_away: 0, ft_home: 0 }]);
  });

  it('that were awarded settle nothing and are asked about', async () => {
    expect(await bring(ended({ ft: [0, 2] }, { status: 'awarded' }))).toMatchObject({
      changes: [],
      doubts: [{ why: 'awarded' }],
    });
    expect(await results()).toEqual([]);
  });

  it('with an impossible score are problems', async () => {
    const plan = await bring(ended({ ht: [3, 0], ft: [2, 0] }));
    expect(plan).toMatchObject({ changes: [], problems: [{ row: 1, reason: 'half_time' }] });
  });

  it('before the match can be over are not believed', async () => {
    clock.set(new Date('2025-08-22T19:30:00Z'));
    expect(await bring(ended({ ht: [1, 0], ft: [1, 0] }))).toMatchObject({
      changes: [],
      doubts: [{ why: 'too_early' }],
    });
  });

  it('of another day are not taken for the match', async () => {
    clock.set(new Date('2025-09-23T12:00:00Z'));
    expect(await bring(ended({ ht: [1, 0], ft: [1, 0] }, { date: '2025-09-20' }))).toMatchObject({
      changes: [],
      doubts: [{ why: 'other_day' }],
    });
  });

  it('of two sources that agree are confirmed', async () => {
    await bring(ended({ ht: [3, 0], ft: [6, 0] }));
    const { id } = await only();
    expect(await bring(csv([6, 0], [3, 0]))).toMatchObject({
      changes: [{ do: 'link' }, { as: 'second_source' }],
    });
    expect(confirmed).toEqual([id]);
    expect((await results()).map(({ state }) => state)).toContain('confirmed');
    expect(await bring(csv([6, 0], [3, 0]))).toMatchObject({ changes: [] });
  });

  it('with fewer goals than the half time that counts are told as impossible, the rest is done', async () => {
    await bring(ended({ ht: [3, 0], ft: [6, 0] }));
    const { id } = await only();
    await events.confirmResult(id, 1, 'operator');
    const low = ended({ ft: [2, 0] });
    const plan = await imports.preview(low);
    expect(await imports.apply(low, { hash: plan.hash, who: 'test' })).toMatchObject({
      done: true,
      applied: [{ outcome: 'impossible' }],
    });
    expect((await results()).filter(({ state }) => state === 'confirmed')).toMatchObject([{ ft_home: 6 }]);
  });

  it('with home and away the other way round are not taken for the match', async () => {
    const text =
      'Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG\nD1,22/08/2025,RB Leipzig,Bayern Munich,0,6,0,3\n';
    expect(await bring(resultsCsvSnapshot(text))).toMatchObject({
      changes: [],
      doubts: [{ why: 'swapped' }],
    });
  });
});

describe('a file that is wrong in bulk', () => {
  it('is not applied before a person has looked', async () => {
    clock.set(new Date('2025-08-20T12:00:00Z'));
    const text = read('openfootball/de.1-2025-26.json');
    const fixtures = JSON.parse(text);
    const first = fixtures.matches.filter(({ round }: { round: string }) => round === 'Matchday 1');
    await bring(season(first.map((each: object) => ({ ...each, score: {} }))));
    clock.set(new Date('2025-08-26T12:00:00Z'));
    await bring(season(first));
    const { rows } = await database.pool.query<{ event_id: string }>('select event_id from result');
    for (const { event_id: id } of rows) await events.confirmResult(id, 1, 'operator');
    const turned = first.map((each: { score: { ht?: number[]; ft: number[] } }) => ({
      ...each,
      score: { ht: each.score.ht?.toReversed(), ft: each.score.ft.toReversed() },
    }));
    const wrong = season(turned);
    const plan = await imports.preview(wrong);
    expect(plan.suspect).toBe(true);
    expect(await imports.apply(wrong, { hash: plan.hash, who: 'test' })).toMatchObject({
      done: false,
      why: 'suspect',
    });
    expect((await database.pool.query(`select from result where state = 'proposed'`)).rowCount).toBe(0);
    expect(await imports.apply(wrong, { hash: plan.hash, who: 'test', evenIfSuspect: true })).toMatchObject({
      done: true,
    });
    expect((await database.pool.query(`select from result where state = 'confirmed'`)).rowCount).toBe(9);
  });
});
