import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import {
  testTouchline,
  type TestMember,
  type TestModules,
  type TestTouchline,
} from '../../testing/touchline.ts';

type Pool = TestModules<'book'>['database']['pool'];
type BookEvents = TestModules<'book'>['modules']['book']['service']['events'];
type Place = { competition: string; home: string; away: string; stage?: string; feedRef?: string };

const insertNames = async (pool: Pool, competition: string, teams: readonly string[]): Promise<void> => {
  await pool.query('insert into competition (id, name) values ($1, $1) on conflict do nothing', [
    competition,
  ]);
  await pool.query(
    `insert into team (id, name, short, colour_a, colour_b)
     select id, initcap(id), upper(left(id, 3)), '#111111', '#eeeeee' from unnest($1::text[]) id on conflict do nothing`,
    [teams],
  );
};

/** A match as a feed has announced it; a reference makes it part of a replay. */
const announce = async (
  pool: Pool,
  { competition, home, away, stage, feedRef }: Place,
  { kickOff, state = 'scheduled' }: { kickOff: Date; state?: string },
): Promise<string> => {
  const id = newId();
  await insertNames(pool, competition, [home, away]);
  await pool.query(
    `insert into event (id, competition_id, stage, home_id, away_id, kick_off, state, replay, feed, feed_ref)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      competition,
      stage ?? null,
      home,
      away,
      kickOff,
      state,
      feedRef !== undefined,
      feedRef === undefined ? 'test' : 'replay',
      feedRef ?? id,
    ],
  );
  return id;
};

const finish = async (
  { pool, events, refresh }: { pool: Pool; events: BookEvents; refresh: (id: string) => Promise<unknown> },
  id: string,
  [home, away]: readonly [number, number],
  confirmedBy = 'feed:test',
): Promise<void> => {
  await pool.query(
    `update event set state = 'finished', version = version + 1, updated_at = now() where id = $1`,
    [id],
  );
  await events.rulings.recordResult(id, {
    ht: { home: 0, away: 0 },
    ft: { home, away },
    source: 'test',
    confirmedBy,
  });
  await refresh(id);
};

const ago = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);

describe('pages of football on a site with its own matches', () => {
  let site: TestTouchline;
  let member: TestMember;
  let pool: Pool;
  const own = () => {
    const { events, board } = site.modules.book.service;
    return { pool, events, refresh: (id: string) => board.refresh([id]) };
  };
  beforeAll(async () => {
    site = await testTouchline({ background: true });
    ({ pool } = site.database);
    member = await site.member();
  }, 60_000);
  afterAll(() => site.close());

  it('have the shipped seasons and the words about their order, also for visitors', async () => {
    const league = await site.ask('competitionDetail', { id: 'it.1', season: '2022-23' });
    expect(league).toMatchObject({ season: '2022-23', separatedBy: 'meetings', unplayed: 0, played: 380 });
    expect(league.seasons.slice(0, 2)).toEqual(['2025-26', '2024-25']);
    expect(league.tables[0]?.rows[6]).toMatchObject({
      team: { id: 'it-juventus' },
      points: 62,
      deducted: 10,
    });
    expect(league.sources).toEqual([{ kind: 'openfootball', until: expect.stringMatching(/^2023-06/) }]);
    expect(await site.ask('competitionDetail', { id: 'es.1', season: '2024-25' })).toMatchObject({
      unplayed: 10,
    });
  });

  it.each([
    ['competitionDetail', { id: 'nowhere' }],
    ['competitionDetail', { id: 'en.1', season: '1999-00' }],
    ['teamDetail', { id: 'nobody' }],
    ['playedList', { team: 'nobody' }],
    ['playedList', { competition: 'nowhere' }],
    ['playedList', {}],
    ['matchInsight', { id: newId() }],
    ['matchInsight', { id: 'x' }],
  ] as const)('%s of %o is not found', async (name, input) => {
    expect(await site.call(name, input)).toMatchObject({ code: 0, data: { reason: 'not_found' } });
  });

  it('count a match once it is over and confirmed, and again when its result is corrected', async () => {
    const place = { competition: 'cup-a', home: 'north', away: 'south' };
    const id = await announce(pool, place, { kickOff: ago(3), state: 'live' });
    await own().refresh(id);
    const table = async () => {
      const { tables } = await site.ask('competitionDetail', { id: 'cup-a' });
      return tables[0]?.rows.map(({ team, points, form }) => `${team.id} ${points} ${form.join('')}`);
    };
    expect(await table()).toEqual(['north 0 ', 'south 0 ']);
    expect((await site.ask('playedList', { team: 'north' })).total).toBe(0);
    await finish(own(), id, [2, 1]);
    expect(await table()).toEqual(['north 3 W', 'south 0 L']);
    const page = await site.ask('teamDetail', { id: 'south' });
    expect(page).toMatchObject({
      team: { name: 'South' },
      form: ['L'],
      all: {
        played: 1,
        goalsFor: 1,
        goalsAgainst: 2,
      },
      atHome: { played: 0 },
      away: { played: 1 },
      sources: [{ kind: 'site' }],
      places: [
        {
          competition: { id: 'cup-a' },
          of: 2,
          row: { rank: 2 },
        },
      ],
    });
    await finish(own(), id, [1, 1], 'ann');
    expect(await table()).toEqual(['north 1 D', 'south 1 D']);
  });

  it('lead on to the next matches with their prices, and leave out what an operator has taken off', async () => {
    const place = { competition: 'cup-b', home: 'east', away: 'west' };
    const id = await announce(pool, place, { kickOff: ago(-2) });
    await own().refresh(id);
    expect((await site.ask('competitionDetail', { id: 'cup-b' })).next.map((event) => event.id)).toEqual([
      id,
    ]);
    expect((await site.ask('teamDetail', { id: 'west' })).next.map((event) => event.id)).toEqual([id]);
    await pool.query(`update competition set off_at = now() where id = 'cup-b'`);
    await own().refresh(id);
    expect((await site.ask('competitionDetail', { id: 'cup-b' })).next).toEqual([]);
    expect(await site.ask('playedList', { competition: 'cup-b' })).toMatchObject({ total: 0, list: [] });
  });

  it('say of a match what was before it, and nothing that came after', async () => {
    const place = { competition: 'cup-c', home: 'left', away: 'right' };
    const first = await announce(pool, place, { kickOff: ago(50), state: 'live' });
    const second = await announce(
      pool,
      { ...place, home: 'right', away: 'left' },
      { kickOff: ago(26), state: 'live' },
    );
    await pool.query('update event set home_mean = 1.5, away_mean = 1.1 where id = $1', [second]);
    const before = await site.ask('matchInsight', { id: second });
    expect(before.meetings).toMatchObject({ played: 0, list: [] });
    await finish(own(), first, [3, 1]);
    await finish(own(), second, [0, 2]);
    const insight = await site.ask('matchInsight', { id: second });
    expect(insight.meetings).toMatchObject({
      played: 1,
      homeWon: 0,
      drawn: 0,
      awayWon: 1,
      homeGoals: 1,
      awayGoals: 3,
      list: [{ event: first }],
    });
    expect(insight.home).toMatchObject({ form: ['L'], figures: { played: 1, goalsFor: 1 } });
    expect(insight.expected).toMatchObject({
      goals: { home: '1.50', away: '1.10' },
      cameWith: expect.anything(),
    });
    const { home = '0', draw = '0', away = '0' } = insight.expected?.before ?? {};
    expect(Number(home) + Number(draw) + Number(away)).toBeCloseTo(100, 0);
    expect(insight.expected?.cameWith?.result).toBe(away);
    expect((await site.ask('matchInsight', { id: first })).meetings.played).toBe(0);
  });

  it('find teams and competitions in the reader’s language and in English, and the member’s own bets on them', async () => {
    const find = (q: string, lan = 'en', token?: string) =>
      site.ask(
        'search',
        { q },
        { 'accept-language': lan, ...(token === undefined ? {} : { 'ba-user-token': token }) },
      );
    const ids = async (q: string, lan?: string) => {
      const { teams, competitions } = await find(q, lan);
      return [...teams, ...competitions].map(({ id }) => id);
    };
    expect(await ids('deutsch', 'de')).toContain('ger');
    expect(await ids('german', 'de')).toContain('ger');
    expect(await ids('ドイツ', 'ja')).toEqual(['ger']);
    expect(await ids('ألمانيا', 'ar')).toEqual(['ger']);
    expect(await ids('CURACAO')).toEqual(['cuw']);
    expect(await ids('Man United')).toEqual(['en-manchester-united']);
    expect(await ids('serie')).toEqual(['it.1']);
    expect(await ids('zzzz')).toEqual([]);

    const id = await announce(
      pool,
      { competition: 'cup-d', home: 'upper', away: 'lower' },
      { kickOff: ago(-3) },
    );
    await pool.query(
      `insert into market (event_id, market, line, in_play, margin_bp, selections, odds_milli, moves)
       values ($1, '1x2', '', true, 500, '{1,X,2}', '{2100,3400,3600}', '{0,0,0}')`,
      [id],
    );
    await own().refresh(id);
    const leg = { event: id, market: '1x2', selection: '1', odds: '2.10' };
    const bet = await member.ask('orderAdd', {
      key: newId(),
      type: 'single',
      stake: '5',
      accept: 'any',
      legs: [leg],
    });
    const other = await site.member();
    await expect.poll(() => ids('upper'), { timeout: 10_000 }).toEqual(['upper']);
    expect((await find('upper', 'en', member.token)).bets.map((each) => each.id)).toEqual([bet.id]);
    expect((await find('upper', 'en', other.token)).bets).toEqual([]);
    expect((await find('upper')).bets).toEqual([]);
  });
});

describe('pages of football on a site with a replay', () => {
  let site: TestModules<'book' | 'football'>;
  beforeAll(async () => {
    const clock = manualClock(new Date());
    site = await testTouchline({ modules: ['book', 'football'], env: { REPLAY: 'true' }, clock });
  }, 60_000);
  afterAll(() => site.close());
  let ref = 0;
  beforeEach(() => {
    ref += 1;
  });

  it('show of the tournament what its run has played, and none of other runs or of the record', async () => {
    const { pool } = site.database;
    const football = site.modules.football.service;
    const { events, board } = site.modules.book.service;
    const own = { pool, events, refresh: (id: string) => board.refresh([id]) };
    const opener = (run: number) => ({
      competition: 'wc2026',
      home: 'mex',
      away: 'rsa',
      stage: 'Group A',
      feedRef: `wc2026/${run}/1`,
    });
    const rows = async () => {
      const { tables } = await football.competition('wc2026', undefined);
      const group = tables.find(({ stage }) => stage === 'Group A');
      return group?.rows.map(({ team, played }) => `${team.id} ${played}`).toSorted();
    };
    // No match has been played, and the teams of the group are known.
    expect(await rows()).toEqual(['cze 0', 'kor 0', 'mex 0', 'rsa 0']);
    expect(
      (await football.competition('wc2026', undefined)).bracket.map(({ places }) => places.length),
    ).toEqual([16, 8, 4, 2, 1, 1]);
    const last = (await football.played({ team: 'mex' }, { page: 1, limit: 1 })).list[0];
    expect(Date.parse(last?.at.moment ?? '')).toBeLessThan(Date.parse('2026-06-11T00:00Z'));

    const first = await announce(pool, opener(1), { kickOff: ago(30), state: 'live' });
    await finish(own, first, [2, 0]);
    expect(await rows()).toEqual(['cze 0', 'kor 0', 'mex 1', 'rsa 1']);
    expect((await football.played({ team: 'mex' }, { page: 1, limit: 1 })).list[0]).toMatchObject({
      event: first,
    });

    // The next run begins: its matches will end as those of the one before did.
    const second = await announce(pool, opener(2), { kickOff: ago(1), state: 'live' });
    await own.refresh(second);
    await pool.query('update event set updated_at = now() where id = $1', [first]);
    await own.refresh(first);
    expect(await rows()).toEqual(['cze 0', 'kor 0', 'mex 0', 'rsa 0']);
    expect((await football.played({ team: 'mex' }, { page: 1, limit: 1 })).list[0]?.event).toBeUndefined();
    expect((await football.insight(second)).home.last.map(({ event }) => event)).not.toContain(first);
  });
});
