import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Board } from '../../pricing/board/board.ts';
import { selectProposals } from '../../catalogue/matches/decision-queries.ts';
import { Events } from '../../catalogue/matches/service.ts';
import { createLog } from '../../core/logging/log.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { STIR_MS } from './hear.ts';
import { LiveReports } from './service.ts';
import type { LiveReport, MatchPhase } from './word.ts';

const FEED = 'api-football';
let confirmed = 0;
let database: TestDatabase;
let board: Board;
let events: Events;
let live: LiveReports;

const openLive = () => new LiveReports({ events, database, log: createLog('silent') });

beforeAll(async () => {
  database = await testDatabase();
  board = new Board(database.pool);
  events = new Events({
    database,
    board,
    publish: () => undefined,
    onResult: async () => {
      confirmed += 1;
    },
  });
  await events.upsertCompetition({ id: 'cup', name: 'Cup' });
  await events.upsertTeams(
    ['a', 'b'].map((id) => ({ id, name: id, short: id.toUpperCase(), colours: ['#000000', '#ffffff'] })),
  );
});
afterAll(() => database.close());
beforeEach(() => {
  live = openLive();
  confirmed = 0;
});

const START = Date.parse('2026-05-01T18:00:00Z');
let matches = 0;
const announced = async (): Promise<string> => {
  matches += 1;
  const [event] = await events.addEvents(
    [
      {
        feed: FEED,
        feedRef: String(matches),
        competitionId: 'cup',
        homeId: 'a',
        awayId: 'b',
        neutral: true,
        kickOff: new Date(START),
        replay: false,
        means: { homeMean: 1.5, awayMean: 1.1 },
      },
    ],
    'test',
  );
  if (event === undefined) throw new Error('not added');
  return event.id;
};

type More = Partial<Pick<LiveReport, 'ht' | 'redCards' | 'goals' | 'isHalted'>>;
const word = (minutes: number, phase: MatchPhase, score: [number, number], more: More = {}): LiveReport => ({
  asOf: START + minutes * 60_000,
  kickOff: new Date(START),
  phase,
  clockMinute: phase === 'before' ? 0 : Math.min(minutes, phase === 'first_half' ? 45 : 90),
  score: { home: score[0], away: score[1] },
  goals: [],
  isHalted: false,
  ...more,
});
const hear = (id: string, ...words: LiveReport[]) =>
  words.reduce(
    (before, each) => before.then(() => live.hear(FEED, new Map([[id, each]]))),
    Promise.resolve<string[]>([]),
  );
const event = async (id: string) => {
  const found = await events.fresh(id);
  if (found === undefined) throw new Error('gone');
  return found;
};
const open = async (id: string) =>
  [...(await event(id)).markets.values()].filter(({ state }) => state === 'open').length;
const flags = async (id: string) =>
  (
    await database.pool.query(
      'select kind, verdict, closed_by from feed_flag where event_id = $1 order by opened_at',
      [id],
    )
  ).rows;
const results = async (id: string) =>
  (
    await database.pool.query(
      'select version, ht_home, ht_away, ft_home, ft_away, source, state from result where event_id = $1 order by version',
      [id],
    )
  ).rows;

describe('a match by its live feed', () => {
  it('kicks off, rests after a goal, and ends with an unconfirmed proposal', async () => {
    const id = await announced();
    await hear(id, word(0, 'before', [0, 0]), word(5, 'first_half', [0, 0]));
    expect(await event(id)).toMatchObject({ state: 'live', score: { home: 0, away: 0 } });
    expect(await open(id)).toBeGreaterThan(3);
    await hear(id, word(12, 'first_half', [1, 0]));
    expect(await open(id)).toBe(0);
    await hear(id, word(12 + STIR_MS / 60_000, 'first_half', [1, 0]));
    expect(await open(id)).toBeGreaterThan(3);
    await hear(id, word(47, 'half_time', [1, 0], { ht: { home: 1, away: 0 } }));
    expect(await event(id)).toMatchObject({ state: 'half_time', ht: { home: 1, away: 0 } });
    await hear(id, word(110, 'over', [1, 2], { ht: { home: 1, away: 0 } }));
    expect(await event(id)).toMatchObject({ state: 'finished', score: { home: 1, away: 2 } });
    expect(await results(id)).toEqual([
      { version: 1, ht_home: 1, ht_away: 0, ft_home: null, ft_away: null, source: FEED, state: 'proposed' },
      { version: 2, ht_home: 1, ht_away: 0, ft_home: 1, ft_away: 2, source: FEED, state: 'proposed' },
    ]);
    expect(confirmed).toBe(0);
  });

  it('stores its incidents, with the minutes', async () => {
    const id = await announced();
    const goals = [
      { side: 'home' as const, half: 1 as const, shown: '12', minute: 12 },
      { side: 'away' as const, half: 2 as const, shown: '90+3', minute: 93 },
    ];
    await hear(id, word(13, 'first_half', [1, 0], { goals: goals.slice(0, 1) }));
    await hear(id, word(110, 'over', [1, 1], { goals, ht: { home: 1, away: 0 } }));
    const { rows } = await database.pool.query(
      'select kind, minute, home_goals, away_goals from incident where event_id = $1 order by n',
      [id],
    );
    expect(
      rows.map(({ kind, minute, home_goals, away_goals }) => [kind, minute, home_goals, away_goals]),
    ).toEqual([
      ['kick_off', null, 0, 0],
      ['goal', '12', 1, 0],
      ['half_time', null, 1, 0],
      ['second_half', null, 1, 0],
      ['goal', '90+3', 1, 1],
      ['full_time', null, 1, 1],
    ]);
  });

  it('writes nothing while nothing changes', async () => {
    const id = await announced();
    await hear(id, word(5, 'first_half', [0, 0]));
    const { version } = await event(id);
    await hear(id, { ...word(5, 'first_half', [0, 0]), asOf: START + 5.2 * 60_000 });
    expect((await event(id)).version).toBe(version);
  });

  it('is continued by the next process', async () => {
    const id = await announced();
    await hear(id, word(30, 'first_half', [2, 0]));
    live = openLive();
    await hear(id, word(20, 'first_half', [1, 0]));
    expect(await event(id)).toMatchObject({ score: { home: 2, away: 0 } });
    expect(await flags(id)).toEqual([]);
  });
});

describe('a score that goes back', () => {
  it('stops betting until a person accepts it; a void of the bets struck on the goal is proposed', async () => {
    const id = await announced();
    await hear(
      id,
      word(10, 'first_half', [0, 0]),
      word(20, 'first_half', [1, 0]),
      word(21, 'first_half', [1, 0]),
    );
    expect(await open(id)).toBeGreaterThan(3);
    await hear(id, word(22, 'first_half', [0, 0]), word(23, 'first_half', [0, 0]));
    expect(await open(id)).toBe(0);
    expect(await event(id)).toMatchObject({ score: { home: 1, away: 0 } });
    const [flag, ...more] = (await live.flags()).filter(({ eventId }) => eventId === id);
    expect(more).toEqual([]);
    expect(flag).toMatchObject({ kind: 'score_back', said: { score: { home: 0, away: 0 } } });
    expect(await live.decide({ id: flag?.id ?? '', verdict: 'accepted', who: 'anna' })).toBe(true);
    expect(await event(id)).toMatchObject({ score: { home: 0, away: 0 } });
    expect((await database.pool.query('select from void_rule where event_id = $1', [id])).rowCount).toBe(0);
    const proposed = await selectProposals(database.pool, id);
    expect(proposed).toMatchObject([
      {
        market: null,
        struck_from: new Date(START + 20 * 60_000),
        struck_until: flag?.openedAt,
        began: null,
        state: 'proposed',
        proposed_by: `feed:${FEED}`,
      },
    ]);
    await events.voids.proposeTakenBack(id, {
      feed: FEED,
      struckFrom: new Date(START + 20 * 60_000),
      struckUntil: flag?.openedAt ?? new Date(),
    });
    expect(await selectProposals(database.pool, id)).toEqual(proposed);
    await hear(id, word(24, 'first_half', [0, 0]));
    expect(await open(id)).toBeGreaterThan(3);
    expect(await live.decide({ id: flag?.id ?? '', verdict: 'accepted', who: 'anna' })).toBe(false);
  });

  it('is forgotten when the feed itself continues from the goal', async () => {
    const id = await announced();
    await hear(
      id,
      word(20, 'first_half', [1, 0]),
      word(21, 'first_half', [0, 0]),
      word(22, 'first_half', [1, 0]),
    );
    expect(await flags(id)).toEqual([
      { kind: 'score_back', verdict: 'withdrawn', closed_by: 'feed:api-football' },
    ]);
    expect(await open(id)).toBeGreaterThan(3);
  });

  it('at the end is no result', async () => {
    const id = await announced();
    await hear(id, word(80, 'second_half', [2, 1], { ht: { home: 1, away: 0 } }));
    await hear(id, word(100, 'over', [1, 1], { ht: { home: 1, away: 0 } }));
    expect(await event(id)).toMatchObject({ state: 'live', score: { home: 2, away: 1 } });
    expect((await results(id)).filter(({ ft_home }) => ft_home !== null)).toEqual([]);
    expect(await open(id)).toBe(0);
  });
});

describe('a recorded result', () => {
  it('that is confirmed stays; another score is a proposal for a person', async () => {
    const id = await announced();
    await hear(id, word(100, 'over', [1, 1], { ht: { home: 1, away: 0 } }));
    const version = (await results(id)).at(-1)?.version;
    await events.rulings.confirmResult(id, version, 'anna');
    await hear(id, word(130, 'over', [2, 1], { ht: { home: 1, away: 0 } }));
    await hear(id, word(131, 'over', [2, 1], { ht: { home: 1, away: 0 } }));
    expect((await results(id)).map(({ ft_home, ft_away, state }) => [ft_home, ft_away, state])).toEqual([
      [null, null, 'superseded'],
      [1, 1, 'confirmed'],
      [2, 1, 'proposed'],
    ]);
    expect(await event(id)).toMatchObject({ score: { home: 1, away: 1 } });
  });
});

describe('a match that is called off', () => {
  const off = (minutes: number, how: 'postponed' | 'cancelled' | 'abandoned' | 'awarded'): LiveReport => ({
    ...word(minutes, 'before', [0, 0]),
    phase: undefined,
    off: how,
  });

  it('before kick-off is postponed, and on again when the feed says so', async () => {
    const id = await announced();
    expect(await open(id)).toBeGreaterThan(3);
    await hear(id, off(0, 'postponed'));
    expect(await event(id)).toMatchObject({ state: 'postponed' });
    expect(await open(id)).toBe(0);
    await hear(id, word(5, 'before', [0, 0]));
    expect(await event(id)).toMatchObject({ state: 'scheduled' });
    expect(await open(id)).toBeGreaterThan(3);
  });

  it('in play waits for a person, without betting', async () => {
    const id = await announced();
    await hear(id, word(30, 'first_half', [1, 0]), off(40, 'abandoned'));
    expect(await event(id)).toMatchObject({ state: 'live' });
    expect(await open(id)).toBe(0);
    const flag = (await live.flags()).find(({ eventId }) => eventId === id);
    expect(flag).toMatchObject({ kind: 'called_off', said: { off: 'abandoned' } });
    await live.decide({ id: flag?.id ?? '', verdict: 'accepted', who: 'anna' });
    expect(await event(id)).toMatchObject({ state: 'live', score: { home: 1, away: 0 } });
    expect(await open(id)).toBe(0);
    const { rows } = await database.pool.query(
      'select kind, ft_home, ft_away, source, state from result where event_id = $1',
      [id],
    );
    expect(rows).toEqual([{ kind: 'abandoned', ft_home: 1, ft_away: 0, source: FEED, state: 'proposed' }]);
  });

  it('by an award settles nothing', async () => {
    const id = await announced();
    await hear(id, off(0, 'awarded'));
    expect(await flags(id)).toMatchObject([{ kind: 'awarded', verdict: null }]);
    expect(await results(id)).toEqual([]);
  });
});

describe('a feed that is silent', () => {
  it('stops betting, also when it only sends stale reports; and is accepted when it is back', async () => {
    const id = await announced();
    await hear(id, word(50, 'second_half', [0, 0], { ht: { home: 0, away: 0 } }));
    const quiet = () =>
      database.pool.query(`update event set feed_seen_at = now() - interval '1 minute' where id = $1`, [id]);
    await quiet();
    await hear(id, { ...word(40, 'first_half', [0, 0]), asOf: START + 51 * 60_000 });
    expect(await events.suspendSilent(15_000)).toContain(id);
    expect(await open(id)).toBe(0);
    expect(await flags(id)).toMatchObject([{ kind: 'clock_back' }]);
    const next = {
      ...word(50, 'second_half', [0, 0], { ht: { home: 0, away: 0 } }),
      asOf: START + 52 * 60_000,
    };
    await hear(id, next);
    await hear(id, { ...next, asOf: START + 52.2 * 60_000 });
    expect(await open(id)).toBeGreaterThan(0);
  });
});

describe('any order of reports', () => {
  const story = [
    word(0, 'before', [0, 0]),
    word(10, 'first_half', [0, 0]),
    word(20, 'first_half', [1, 0]),
    word(40, 'first_half', [1, 1]),
    word(47, 'half_time', [1, 1], { ht: { home: 1, away: 1 } }),
    word(70, 'second_half', [2, 1], { ht: { home: 1, away: 1 } }),
    word(88, 'second_half', [2, 2], { ht: { home: 1, away: 1 } }),
    word(111, 'over', [2, 2], { ht: { home: 1, away: 1 } }),
  ];
  const lie = fc.record({
    after: fc.nat(7),
    home: fc.nat(3),
    away: fc.nat(3),
    phase: fc.constantFrom<MatchPhase>('first_half', 'second_half'),
  });

  const ending = async (id: string) => {
    const { state, score, ht, markets } = await event(id);
    return {
      state,
      score,
      ht,
      open: [...markets.values()].filter((market) => market.state === 'open' || market.state === 'suspended')
        .length,
      last: (await results(id)).map((row) => ({ ...row, version: undefined })).at(-1),
    };
  };

  it('late, repeated and shuffled, ends in the same event, markets and proposal', async () => {
    const inOrder = await announced();
    await hear(inOrder, ...story);
    const expected = await ending(inOrder);
    const orders = fc
      .array(fc.nat(story.length - 1), { maxLength: 6 })
      .chain((again) =>
        fc.shuffledSubarray([...story.keys(), ...again], { minLength: story.length + again.length }),
      );
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const id = await announced();
        await hear(id, ...order.flatMap((index) => story[index] ?? []));
        expect(await ending(id)).toEqual(expected);
      }),
      { numRuns: 8 },
    );
    expect(confirmed).toBe(0);
  });

  it('with false ones between them never confirms a result, nor sells while in doubt', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(lie, { maxLength: 5 }), async (lies) => {
        const id = await announced();
        for (const [index, each] of story.entries()) {
          await hear(id, each);
          for (const { home, away, phase } of lies.filter(({ after }) => after === index)) {
            await hear(id, { ...word(each.clockMinute, phase, [home, away]), asOf: each.asOf + 1 });
          }
          const doubts = (await flags(id)).filter(
            ({ kind, verdict }) => verdict === null && kind !== 'clock_back',
          );
          expect(doubts.length > 0 && (await open(id)) > 0).toBe(false);
        }
        expect((await results(id)).every(({ state }) => state === 'proposed')).toBe(true);
      }),
      { numRuns: 8 },
    );
    expect(confirmed).toBe(0);
  });
});
