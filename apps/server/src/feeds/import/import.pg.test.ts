import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oddsCsvSnapshot, resultsCsvSnapshot } from '../files/csv.ts';
import { openFootballSnapshot } from '../files/openfootball.ts';
import { match, openImportBench, read, season, toDo, type ImportBench } from '../testing/import-bench.ts';

let bench: ImportBench;
beforeAll(async () => {
  bench = await openImportBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.reset());

describe('a fixture list', () => {
  it('is shown, changes nothing until it is applied, and adds nothing the second time', async () => {
    const snapshot = openFootballSnapshot(read('./openfootball/de.1-2025-26.json'));
    const plan = await bench.imports.preview(snapshot);
    expect(new Set(toDo(plan))).toEqual(new Set(['add']));
    expect(plan).toMatchObject({ questions: [], problems: [], waiting: 0, suspect: false });
    expect((await bench.database.pool.query('select from event')).rowCount).toBe(0);
    await bench.bring(snapshot);
    expect((await bench.database.pool.query('select from event where not replay')).rowCount).toBe(
      plan.changes.length,
    );
    expect(await bench.imports.preview(snapshot)).toMatchObject({
      changes: [],
      same: snapshot.matches.length,
    });
  });

  it('adds no match that is over, and none whose day has passed without a result', async () => {
    expect(
      toDo(await bench.imports.preview(openFootballSnapshot(read('./openfootball/es.1-2024-25.json')))),
    ).toEqual([]);
    expect(
      toDo(await bench.imports.preview(openFootballSnapshot(read('./openfootball/en.1-2021-22.json')))),
    ).toEqual([]);
  });

  it('opens betting in local time, for a day without a time at its start', async () => {
    await bench.bring(season([match()]));
    expect((await bench.singleEvent()).kickOff.toISOString()).toBe('2025-08-22T18:30:00.000Z');
    await bench.bring(
      season([match({ round: 'Matchday 2', date: '2025-09-28', time: undefined, team2: '1. FC Köln' })]),
    );
    expect((await bench.singleEvent()).kickOff.toISOString()).toBe('2025-09-27T22:00:00.000Z');
  });

  it('prices a match from the results in the same list once its teams have enough results', async () => {
    const others = ['1. FC Köln', 'VfB Stuttgart', 'FC Augsburg', 'Hamburger SV'];
    const played = others.flatMap((team2, index) => [
      match({ team2, round: `R${index}`, date: `2025-08-0${index + 1}`, score: { ht: [1, 0], ft: [3, 0] } }),
      match({
        team1: 'RB Leipzig',
        team2,
        round: `S${index}`,
        date: `2025-08-0${index + 1}`,
        score: { ht: [0, 0], ft: [1, 1] },
      }),
    ]);
    await bench.bring(season([...played, match()]));
    const event = await bench.singleEvent();
    expect(event.means?.homeMean).toBeGreaterThan(event.means?.awayMean ?? Number.NaN);
    expect(event.markets.size).toBeGreaterThan(8);
    await bench.database.owner.query('truncate event, feed_link cascade');
    await bench.bring(season([...played.slice(4), match()]));
    expect((await bench.singleEvent()).markets.size).toBe(0);
  });

  it('names the unreadable rows and applies the others', async () => {
    const snapshot = season([match({ date: '2025-02-30' }), match({ team2: '1. FC Köln' })]);
    expect(await bench.bring(snapshot)).toMatchObject({
      problems: [{ row: 1, reason: 'date' }],
      changes: [{ do: 'add' }],
    });
  });

  it('truncated is one problem and nothing else', async () => {
    const cut = openFootballSnapshot(read('./openfootball/de.1-2025-26.json').slice(0, 700));
    expect(await bench.imports.preview(cut)).toMatchObject({
      changes: [],
      problems: [{ row: 0, reason: 'form' }],
    });
  });
});

describe('a match that no feed moves after its kick-off', () => {
  it('is suspended once', async () => {
    await bench.bring(season([match({ date: '2125-08-22' })]));
    const { id } = await bench.singleEvent();
    const [one, two] = [{ homeMean: 1.5, awayMean: 1.1 }, 'test'] as const;
    const event = await bench.singleEvent();
    const move = {
      state: 'scheduled',
      clockMinute: 0,
      incidents: [],
      isSuspended: false,
      results: [],
    } as const;
    await bench.events.moveEvent(event, { ...move, kickOff: event.kickOff, means: one }, two);
    const states = async () =>
      new Set([...((await bench.events.fresh(id))?.markets.values() ?? [])].map(({ state }) => state));
    expect(await bench.events.suspendStarted()).toEqual([]);
    expect(await states()).toEqual(new Set(['open']));
    await bench.database.pool.query(`update event set kick_off = now() - interval '1 second' where id = $1`, [
      id,
    ]);
    expect(await bench.events.suspendStarted()).toEqual([id]);
    expect(await bench.events.suspendStarted()).toEqual([]);
    expect(await states()).toEqual(new Set(['suspended']));
  });
});

describe('a country and a league', () => {
  const text = (country: string, league: string, home: string, away: string) =>
    `Country,League,Season,Date,Time,Home,Away,HG,AG,Res\n${country},${league},2026/2027,29/11/2026,16:00,${home},${away},,,\n`;

  it.each([
    ['Austria', 'Bundesliga', 'Sturm Graz', 'Rapid Wien'],
    ['Brazil', 'Serie A', 'Flamengo RJ', 'Palmeiras'],
  ])('name a competition together: %s, %s', async (country, league, home, away) => {
    const plan = await bench.bring(resultsCsvSnapshot(text(country, league, home, away)));
    expect(plan).toMatchObject({ changes: [], waiting: 1 });
    expect(plan.questions).toMatchObject([{ kind: 'competition', name: `${country}: ${league}` }]);
  });

  it('are those of a competition that an operator has made', async () => {
    const [id, name, country] = ['at.1', 'Bundesliga', 'Austria'];
    await bench.events.upsertCompetition({ id, name, country, zone: 'Europe/Vienna' });
    await bench.events.upsertTeams(
      ['Sturm Graz', 'Rapid Wien'].map((team) => ({
        id: team,
        name: team,
        short: 'AAA',
        colours: ['#000000', '#ffffff'],
      })),
    );
    const plan = await bench.bring(
      resultsCsvSnapshot(text('Austria', 'Bundesliga', 'Sturm Graz', 'Rapid Wien')),
    );
    expect(plan.changes).toMatchObject([{ do: 'add', competitionId: 'at.1' }]);
  });

  it('leave no room for another one', () => {
    const file = text('Brazil', 'Serie A', 'Flamengo RJ', 'Palmeiras');
    expect(resultsCsvSnapshot(file, { competition: 'br.1' })).toMatchObject({
      matches: [],
      problems: [{ row: 0, fault: 'competition_twice' }],
    });
  });
});

describe('a time without a zone', () => {
  it('is left to a person where the competition has none, a day begins where it begins first', async () => {
    await bench.events.upsertCompetition({ id: 'at.1', name: 'Austrian Bundesliga' });
    await bench.events.upsertTeams(
      ['Sturm Graz', 'Rapid Wien', 'LASK'].map((team) => ({
        id: team,
        name: team,
        short: 'AAA',
        colours: ['#000000', '#ffffff'],
      })),
    );
    const at = { team1: 'Sturm Graz', team2: 'Rapid Wien', date: '2026-11-29' };
    const plan = await bench.bring(
      season(
        [match({ ...at, time: '17:00' }), match({ ...at, team2: 'LASK', time: undefined })],
        'Austrian Bundesliga 2026/27',
      ),
    );
    expect(plan.problems).toMatchObject([{ row: 1, fault: 'zone_missing' }]);
    expect(plan.changes).toMatchObject([{ do: 'add', kickOff: new Date('2026-11-28T10:00:00Z') }]);
  });

  it('is read with the key that names its zone', async () => {
    await bench.bring(season([match({ time: '21:30', timezone: 'Asia/Kolkata' })]));
    expect((await bench.singleEvent()).kickOff.toISOString()).toBe('2025-08-22T16:00:00.000Z');
  });
});

describe('names', () => {
  it('that are unknown are listed, and their matches wait', async () => {
    const snapshot = season([match(), match({ team1: 'Bayern Monaco', team2: '1. FC Köln' })]);
    expect(await bench.bring(snapshot)).toMatchObject({
      waiting: 1,
      questions: [{ kind: 'team', name: 'Bayern Monaco', seenIn: 'Deutsche Bundesliga 2025/26' }],
    });
    const { rows } = await bench.database.pool.query('select feed, kind, name from feed_question');
    expect(rows).toEqual([{ feed: 'openfootball', kind: 'team', name: 'Bayern Monaco' }]);
    expect((await bench.database.pool.query('select from event')).rowCount).toBe(1);
  });
});

describe('a plan', () => {
  it('made on another state is refused and shown again', async () => {
    const snapshot = season([match()]);
    const old = await bench.imports.preview(snapshot);
    await bench.bring(snapshot);
    const again = await bench.imports.apply(snapshot, { hash: old.hash, who: 'test' });
    expect(again).toMatchObject({ done: false, why: 'plan_changed', plan: { changes: [] } });
    const later = season([match({ date: '2025-08-23' })]);
    const shown = await bench.imports.preview(later);
    const event = await bench.singleEvent();
    await bench.database.pool.query(
      'update event set version = version + 1, updated_at = now() where id = $1',
      [event.id],
    );
    expect(await bench.imports.apply(later, { hash: shown.hash, who: 'test' })).toMatchObject({
      why: 'plan_changed',
    });
    expect((await bench.singleEvent()).kickOff.toISOString()).toBe('2025-08-22T18:30:00.000Z');
  });

  it('of another file is refused', async () => {
    const plan = await bench.imports.preview(season([match()]));
    const outcome = await bench.imports.apply(season([match({ time: '18:30' })]), {
      hash: plan.hash,
      who: 'test',
    });
    expect(outcome).toMatchObject({ done: false, why: 'plan_changed' });
  });
});

describe('a kick-off that moves', () => {
  it('moves the event within 48 hours', async () => {
    await bench.bring(season([match()]));
    const { id } = await bench.singleEvent();
    expect(await bench.bring(season([match({ date: '2025-08-24', time: '17:30' })]))).toMatchObject({
      changes: [{ do: 'kick_off', eventId: id }],
    });
    expect((await bench.singleEvent()).kickOff.toISOString()).toBe('2025-08-24T15:30:00.000Z');
  });

  it('further is another event: the old one is off, its bets are not carried over', async () => {
    await bench.bring(season([match()]));
    const { id } = await bench.singleEvent();
    await bench.bring(season([match({ date: '2025-09-30' })]));
    expect((await bench.events.fresh(id))?.state).toBe('postponed');
    const fresh = await bench.singleEvent();
    expect(fresh).toMatchObject({ state: 'scheduled' });
    expect(fresh.id).not.toBe(id);
    expect((await bench.imports.preview(season([match({ date: '2025-09-30' })]))).changes).toEqual([]);
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
    await bench.bring(season([...played(2), match()]));
    const plan = await bench.bring(season([...played(4), match({ time: '18:30' })]));
    expect(toDo(plan)).toEqual(['kick_off', 'prices']);
    expect(await bench.imports.preview(season([...played(4), match({ time: '18:30' })]))).toMatchObject({
      changes: [],
    });
  });

  it('further leaves one event for other feeds', async () => {
    await bench.bring(season([match()]));
    await bench.bring(season([match({ date: '2025-08-25' })]));
    const fresh = await bench.singleEvent();
    const text =
      'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\nD1,25/08/2025,19:30,Bayern Munich,RB Leipzig,,\n';
    expect(await bench.bring(resultsCsvSnapshot(text))).toMatchObject({
      changes: [{ do: 'link', eventId: fresh.id }],
      doubts: [],
    });
  });

  it('by another feed is reported, not followed', async () => {
    await bench.bring(season([match()]));
    const text =
      'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\nD1,23/08/2025,14:30,Bayern Munich,RB Leipzig,,\n';
    expect(await bench.bring(resultsCsvSnapshot(text))).toMatchObject({
      changes: [{ do: 'link' }],
      doubts: [{ why: 'kick_off', values: { feed: 'openfootball', at: '2025-08-22T18:30:00.000Z' } }],
    });
    expect((await bench.singleEvent()).kickOff.toISOString()).toBe('2025-08-22T18:30:00.000Z');
  });

  it('stops betting when it is postponed and opens it again within 48 hours', async () => {
    await bench.bring(season([match()]));
    const odds =
      'Div,Date,Time,HomeTeam,AwayTeam,PSH,PSD,PSA,P>2.5,P<2.5\nD1,22/08/2025,19:30,Bayern Munich,RB Leipzig,1.5,4.8,6,1.5,2.6\n';
    await bench.bring(oddsCsvSnapshot(odds));
    const states = async () =>
      new Set([...(await bench.singleEvent()).markets.values()].map(({ state }) => state));
    expect(await states()).toEqual(new Set(['open']));
    await bench.bring(season([match({ status: 'postponed' })]));
    expect(await bench.singleEvent()).toMatchObject({ state: 'postponed' });
    expect(await states()).toEqual(new Set(['suspended']));
    await bench.bring(season([match({ date: '2025-08-23', time: '18:30' })]));
    expect(await bench.singleEvent()).toMatchObject({ state: 'scheduled' });
    expect(await states()).toEqual(new Set(['open']));
  });
});

describe('a match that is in its file twice', () => {
  const at = (date: string, fields: object = {}) => match({ date, ...fields });

  it.each(['2025-08-24', '2025-08-25', '2025-12-02'])(
    'is replayed on %s, as a match of its own',
    async (again) => {
      await bench.bring(season([match()]));
      const { id } = await bench.singleEvent();
      bench.clock.set(new Date('2025-08-23T09:00:00Z'));
      const rows = season([at('2025-08-22', { status: 'ABANDONED' }), at(again)]);
      expect(toDo(await bench.bring(rows))).toEqual(['call_off', 'add']);
      expect((await bench.events.fresh(id))?.state).toBe('abandoned');
      const replay = await bench.singleEvent();
      expect(replay.id).not.toBe(id);
      expect(await bench.imports.preview(rows)).toMatchObject({ changes: [], doubts: [], problems: [] });
      bench.clock.set(new Date('2025-12-10T09:00:00Z'));
      const played = season([
        at('2025-08-22', { status: 'ABANDONED' }),
        at(again, { score: { ft: [2, 0] } }),
      ]);
      expect((await bench.bring(played)).changes).toMatchObject([{ do: 'result', eventId: replay.id }]);
    },
  );

  it('moves to its new day once it is postponed', async () => {
    await bench.bring(season([match()]));
    const { id } = await bench.singleEvent();
    const rows = season([at('2025-08-22', { status: 'postponed' }), at('2025-08-23')]);
    expect((await bench.bring(rows)).changes).toMatchObject([{ do: 'kick_off', eventId: id }]);
    expect(await bench.imports.preview(rows)).toMatchObject({ changes: [], doubts: [] });
  });
});

describe('imported prices', () => {
  const odds = (row: string) =>
    `Div,Date,Time,HomeTeam,AwayTeam,B365H,B365D,B365A,PSH,PSD,PSA,P>2.5,P<2.5\nD1,22/08/2025,19:30,Bayern Munich,RB Leipzig,${row}\n`;

  it('become goal means, and markets of every kind', async () => {
    await bench.bring(season([match()]));
    expect(toDo(await bench.bring(oddsCsvSnapshot(odds('1.5,4.5,6,1.5,4.8,6.2,1.5,2.6'))))).toEqual([
      'link',
      'prices',
    ]);
    const event = await bench.singleEvent();
    expect(event.means?.homeMean).toBeGreaterThan(2);
    expect(event.markets.size).toBeGreaterThan(8);
    expect(
      (await bench.imports.preview(oddsCsvSnapshot(odds('1.5,4.5,6,1.5,4.8,6.2,1.5,2.6')))).changes,
    ).toEqual([]);
  });

  it('add an unknown match', async () => {
    expect(toDo(await bench.bring(oddsCsvSnapshot(odds('1.5,4.5,6,1.5,4.8,6.2,1.5,2.6'))))).toEqual(['add']);
    expect((await bench.singleEvent()).markets.size).toBeGreaterThan(8);
  });

  it('that are impossible for one match are a problem of the row, and price nothing', async () => {
    const plan = await bench.bring(oddsCsvSnapshot(odds('1.5,4.5,6,1.1,1.1,1.1,1.5,2.6')));
    expect(plan).toMatchObject({ problems: [{ row: 1, reason: 'odds' }], changes: [{ do: 'add' }] });
    expect((await bench.singleEvent()).markets.size).toBe(0);
  });

  it('left empty are ignored', async () => {
    expect(await bench.bring(oddsCsvSnapshot(odds(',,,,,,,')))).toMatchObject({
      problems: [],
      changes: [{ do: 'add' }],
    });
  });
});
