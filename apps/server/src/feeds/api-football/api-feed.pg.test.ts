import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Board } from '../../pricing/board/board.ts';
import { Events } from '../../catalogue/matches/service.ts';
import { manualClock } from '../../core/clock.ts';
import { createLog } from '../../core/logging/log.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { JsonClient } from '../asking/get-json.ts';
import { Imports } from '../import/service.ts';
import { LiveReports } from '../live/service.ts';
import { RatedNations } from '../../catalogue/football/national-record.ts';
import { shippedCatalogue } from '../../catalogue/football/known-names.ts';
import { recorded, startApiServer, type ApiServer, type Behaviour } from '../testing/api-server.ts';
import { ApiFootball } from './api.ts';
import { ApiFeed } from './service.ts';

const KICK_OFF = Date.parse('2026-05-09T14:00:00Z');
const LIVE_MS = 10_000;
const clock = manualClock(new Date('2026-05-06T12:00:00Z'));
let confirmed = 0;
let database: TestDatabase;
let board: Board;
let events: Events;
let imports: Imports;
let server: ApiServer;
let feed: ApiFeed;

const log = createLog('silent');
const openFeed = (addsByItself = true) =>
  new ApiFeed({
    api: new ApiFootball(
      new JsonClient({
        baseUrl: server.url,
        headers: { 'x-apisports-key': 'secret' },
        timeoutMs: 400,
        bytesMax: 1_000_000,
        now: () => clock.now(),
      }),
    ),
    events,
    imports,
    database,
    clock,
    log,
    random: () => 0,
    live: new LiveReports({ events, database, log }),
    config: {
      leagues: [{ league: 39, season: 2025 }],
      bookmaker: 4,
      liveMs: LIVE_MS,
      surveyMs: 3_600_000,
      addsByItself,
    },
  });

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
  imports = new Imports({
    events,
    database,
    clock,
    catalogue: await shippedCatalogue(),
    record: async () => [],
    nations: new RatedNations(),
  });
  server = await startApiServer();
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  await database.owner.query(
    'truncate event, feed_link, feed_question, feed_word, feed_flag, proposal cascade',
  );
  clock.set(new Date('2026-05-06T12:00:00Z'));
  server.calls.length = 0;
  feed = openFeed();
  return () => feed.stop();
});

const survey = ({ path, query }: { path: string; query: URLSearchParams }): Behaviour => {
  if (path === 'odds') return { body: recorded('odds') };
  return query.has('league')
    ? { body: recorded('fixtures-to-come') }
    : { body: { ...recorded('odds'), response: [] } };
};
/** Lets time pass, a tick each second. */
const pass = async (seconds: number) => {
  for (let second = 0; second < seconds; second++) {
    clock.advance(1_000);
    await feed.tick();
  }
};
const arsenal = async () => {
  const { rows } = await database.pool.query<{ event_id: string }>(
    `select event_id from feed_link where ref = '1379300'`,
  );
  const event = await events.fresh(rows[0]?.event_id ?? '');
  if (event === undefined) throw new Error('not linked');
  return event;
};
const open = async () =>
  [...(await arsenal()).markets.values()].filter(({ state }) => state === 'open').length;

const [first] = recorded('fixtures-to-come').response;
type Reported = {
  short: string;
  elapsed?: number;
  goals: [number | string, number];
  ht?: readonly [number, number];
  ft?: readonly [number, number];
};
const pair = (of: readonly [number | string, number] | undefined) => ({
  home: of?.[0] ?? null,
  away: of?.[1] ?? null,
});
const tells = ({ short, elapsed = 0, goals, ht, ft }: Reported) => ({
  ...recorded('fixtures-to-come'),
  response: [
    {
      ...first,
      fixture: {
        id: 1379300,
        timestamp: KICK_OFF / 1_000,
        status: { short, long: '', elapsed, extra: null },
      },
      goals: pair(goals),
      score: { halftime: pair(ht), fulltime: pair(ft) },
    },
  ],
});
const dated = (body: unknown, more: Behaviour = {}): Behaviour => ({
  body,
  ...more,
  headers: { date: clock.now().toUTCString(), ...more.headers },
});
/** Calls about the match. */
const asked = () => server.calls.filter(({ query }) => query.get('ids')?.split('-').includes('1379300'));
const inPlay = async () => {
  server.behave(survey);
  await pass(6);
  clock.set(new Date(KICK_OFF + 10 * 60_000));
  server.behave(() => dated(tells({ short: '1H', elapsed: 10, goals: [0, 0] })));
  await pass(2);
};

describe('looking through a league', () => {
  it('adds fixtures with prices, asks for unknown names, and leaves out impossible odds', async () => {
    server.behave(survey);
    await pass(6);
    expect((await arsenal()).markets.size).toBeGreaterThan(8);
    const { rows } = await database.pool.query('select ref, event_id from feed_link order by ref');
    expect(rows.map(({ ref }) => ref)).toEqual(['1379300', '1379301', '1379302']);
    expect(server.calls.every(({ headers }) => headers['x-apisports-key'] === 'secret')).toBe(true);
    const asked = server.calls.filter(({ path, query }) => path === 'fixtures' && query.has('league'));
    expect(asked.map(({ query }) => [query.get('from'), query.get('to')])).toEqual([
      ['2026-05-03', '2026-05-27'],
    ]);
  });

  it.each([
    ['1H', {}],
    ['NS', {}],
    ['Pen', { ht: [0, 1], ft: [1, 1] }],
    ['FT', {}],
  ] as const)('stops betting on a match that has begun early, in state %s', async (short, score) => {
    server.behave(survey);
    await pass(6);
    expect(await open()).toBeGreaterThan(3);
    clock.advance(3_600_000);
    const began = clock.now().getTime() - 20 * 60_000;
    const body = tells({ short, elapsed: 20, goals: [0, 1], ...score });
    const response = body.response.map((item) => ({
      ...item,
      fixture: { ...item.fixture, timestamp: began / 1_000 },
    }));
    server.behave(({ path, query }) =>
      path === 'fixtures' && query.has('league')
        ? { body: { ...body, response } }
        : { body: { ...recorded('odds'), response: [] } },
    );
    await pass(6);
    expect(await open()).toBe(0);
    const { rows } = await database.pool.query(
      `select body ->> 'feed' as feed from proposal where kind = 'void' and state = 'proposed'`,
    );
    expect(rows).toEqual([{ feed: 'api-football' }]);
  });

  it('adds nothing automatically where a person wants to check first', async () => {
    await feed.stop();
    feed = openFeed(false);
    server.behave(survey);
    await pass(6);
    expect((await database.pool.query('select from event')).rowCount).toBe(0);
  });

  it('stops calling when the calls of the day are used up', async () => {
    server.behave((call) => ({ ...survey(call), headers: { 'x-ratelimit-requests-remaining': '0' } }));
    await pass(5);
    const { length } = server.calls;
    await pass(30);
    expect(server.calls.length).toBe(length);
    expect(length).toBe(1);
  });
});

describe('a match in play', () => {
  it('is followed to its end, which is a proposal', async () => {
    await inPlay();
    expect(await arsenal()).toMatchObject({ state: 'live', replay: false, score: { home: 0, away: 0 } });
    expect(await open()).toBeGreaterThan(3);
    clock.set(new Date(KICK_OFF + 115 * 60_000));
    server.behave(() => dated(tells({ short: 'FT', elapsed: 90, goals: [2, 1], ht: [1, 1], ft: [2, 1] })));
    await pass(2);
    expect(await arsenal()).toMatchObject({ state: 'finished', score: { home: 2, away: 1 } });
    const { rows } = await database.pool.query('select state, ft_home from result order by version');
    expect(rows).toEqual([
      { state: 'proposed', ft_home: null },
      { state: 'proposed', ft_home: 2 },
    ]);
    expect(confirmed).toBe(0);
    // The match is over: no more calls about it.
    server.calls.length = 0;
    await pass(15);
    expect(asked()).toEqual([]);
  });

  it('is polled every ten seconds', async () => {
    await inPlay();
    server.calls.length = 0;
    await pass(30);
    expect(asked()).toHaveLength(3);
  });

  it.each([
    ['silent', (): Behaviour => ({ isSilent: true })],
    ['cut short', (): Behaviour => dated(tells({ short: '1H', elapsed: 30, goals: [1, 0] }), { cutAt: 120 })],
    ['of no form', (): Behaviour => ({ text: '{"response": 7}' })],
    ['of another type', (): Behaviour => dated(tells({ short: '1H', elapsed: 30, goals: ['1', 0] }))],
    ['of an unknown state', (): Behaviour => dated(tells({ short: '3H', elapsed: 30, goals: [1, 0] }))],
    ['a fault', (): Behaviour => ({ status: 500 })],
    ['a limit', (): Behaviour => ({ status: 429, headers: { 'retry-after': '20' } })],
    ['a refusal', (): Behaviour => ({ body: recorded('refused') })],
    ['without the match', (): Behaviour => dated({ ...recorded('fixtures-to-come'), response: [] })],
    [
      'of an hour ago',
      (): Behaviour => ({
        body: tells({ short: 'NS', goals: [0, 0] }),
        headers: { date: new Date(KICK_OFF - 3_600_000).toUTCString() },
      }),
    ],
    [
      'an old picture, newly dated',
      (): Behaviour => dated(tells({ short: '1H', elapsed: 2, goals: [0, 0] })),
    ],
  ])('whose feed is %s changes nothing and counts as silent', async (_, misbehaving) => {
    await inPlay();
    const before = await arsenal();
    const seen = async () =>
      (await database.pool.query('select feed_seen_at from event where id = $1', [before.id])).rows;
    await database.pool.query(`update event set feed_seen_at = now() - interval '1 minute' where id = $1`, [
      before.id,
    ]);
    const contact = await seen();
    server.behave(misbehaving);
    await pass(12);
    expect(await arsenal()).toMatchObject({ state: 'live', score: before.score, minute: before.minute });
    expect(await seen()).toEqual(contact);
    expect(await events.suspendSilent(15_000)).toContain(before.id);
    expect(await open()).toBe(0);
    // And continues when it is back.
    clock.advance(70_000);
    const minute = 12;
    server.behave(() => dated(tells({ short: '1H', elapsed: minute, goals: [0, 0] })));
    await pass(25);
    expect(await open()).toBeGreaterThan(3);
  });

  it('is polled less and less while the service fails', async () => {
    await inPlay();
    server.behave(() => ({ status: 500 }));
    server.calls.length = 0;
    await pass(300);
    expect(server.calls.length).toBeLessThan(20);
    expect(server.calls.length).toBeGreaterThan(5);
  });

  it('keeps the pause that the service asks for', async () => {
    await inPlay();
    server.behave(() => ({ status: 429, headers: { 'retry-after': '90' } }));
    server.calls.length = 0;
    await pass(85);
    expect(server.calls).toHaveLength(1);
  });

  it('whose score goes back is not sold, and ends with a person', async () => {
    await inPlay();
    const at = async (minute: number, told: Reported) => {
      clock.set(new Date(KICK_OFF + minute * 60_000));
      server.behave(() => dated(tells(told)));
      await pass(2);
    };
    await at(20, { short: '1H', elapsed: 20, goals: [1, 0] });
    await at(22, { short: '1H', elapsed: 22, goals: [0, 0] });
    expect(await open()).toBe(0);
    expect(await arsenal()).toMatchObject({ score: { home: 1, away: 0 } });
    await at(115, { short: 'FT', elapsed: 90, goals: [0, 0], ht: [0, 0], ft: [0, 0] });
    expect(await arsenal()).toMatchObject({ state: 'live' });
    expect((await database.pool.query('select from result where ft_home is not null')).rowCount).toBe(0);
    const { rows } = await database.pool.query('select kind from feed_flag where closed_at is null');
    expect(rows).toEqual([{ kind: 'score_back' }]);
  });
});

it('is polled by one of two processes', async () => {
  const other = openFeed();
  server.behave(survey);
  expect(await feed.tick()).toBe(true);
  expect(await other.tick()).toBe(false);
  await feed.stop();
  expect(await other.tick()).toBe(true);
  await other.stop();
});
