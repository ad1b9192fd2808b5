import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Board, isInPlay } from '../../pricing/board/board.ts';
import { Events } from '../../catalogue/matches/service.ts';
import { manualClock } from '../../core/clock.ts';
import { createLog } from '../../core/logging/log.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { Replay, worldCup2026 } from './service.ts';

const MINUTE_MS = 60_000;
const SPEED = 6;

let database: TestDatabase;
let board: Board;
let events: Events;
const clock = manualClock(new Date());
const messages: { kind: string; data: unknown }[] = [];
const confirmed: { eventId: string; version: number; state: unknown }[] = [];

const replayAt = (speed = SPEED) =>
  new Replay({ events, database, clock, config: { speed, seed: 'test' }, log: createLog('silent') });
let replay: ReturnType<typeof replayAt>;

const byRef = (feedRef: string) => board.events().find((event) => event.feedRef === feedRef);
const results = async (eventId: string) =>
  (await database.pool.query('select * from result where event_id = $1 order by version', [eventId])).rows;
/** Lets real time pass in steps, with a tick after each. */
const pass = async (ms: number, stepMs = 5_000) => {
  for (let done = 0; done < ms; done += stepMs) {
    clock.advance(stepMs);
    await replay.tick();
  }
};

beforeAll(async () => {
  database = await testDatabase();
  board = new Board(database.pool);
  events = new Events({
    database,
    board,
    publish: (kind, data) => {
      messages.push({ kind, data });
    },
    onResult: async (client, eventId, version) => {
      const { rows } = await client.query('select state from result where event_id = $1 and version = $2', [
        eventId,
        version,
      ]);
      confirmed.push({ eventId, version, state: rows[0]?.state });
    },
  });
  await board.load();
  replay = replayAt();
});
afterAll(async () => {
  await replay.stop();
  await database.close();
});

describe('the first start', () => {
  it('begins in the middle of a round: some over, two on, many open, one about to begin', async () => {
    expect(await replay.tick()).toBe(true);
    const all = board.events();
    expect(all.filter(({ state }) => state === 'finished')).toHaveLength(8);
    expect(all.filter(({ state }) => isInPlay(state))).toHaveLength(2);
    const open = all.filter(({ state }) => state === 'scheduled');
    expect(open.length).toBeGreaterThanOrEqual(6);
    const next = Math.min(...open.map(({ kickOff }) => kickOff.getTime())) - clock.now().getTime();
    expect(next).toBeLessThanOrEqual(2 * MINUTE_MS);
    expect(open.every(({ markets }) => markets.size >= 8)).toBe(true);
    expect(open.every(({ basis }) => basis?.kind === 'results' && basis.results !== undefined)).toBe(true);
  });

  it('records results for past matches, without markets', async () => {
    const first = byRef('wc2026/0/1');
    expect(first).toMatchObject({ state: 'finished', score: { home: 2, away: 0 }, ht: { home: 1, away: 0 } });
    expect(first?.markets.size).toBe(0);
    expect(await results(first?.id ?? '')).toMatchObject([
      { version: 1, ht_home: 1, ft_home: null },
      { version: 2, ht_home: 1, ft_home: 2 },
    ]);
  });
});

describe('a match from before kick-off to the end', () => {
  it('opens, kicks off, is suspended at goals, and records both halves', async () => {
    // Belgium – Egypt ended 1-1 after 0-1.
    const before = board.events().find(({ home, state }) => home.id === 'bel' && state === 'scheduled');
    const id = before?.id ?? '';
    clock.set(new Date((before?.kickOff.getTime() ?? 0) - 20_000));
    await replay.tick();
    const seen: { state: string; main: string | undefined; score: string }[] = [];
    for (let step = 0; step < 400 && board.event(id)?.state !== 'finished'; step++) {
      await pass(5_000);
      const event = board.event(id);
      const now = {
        state: event?.state ?? '',
        main: board.market(id, '1x2')?.state,
        score: `${event?.score?.home}-${event?.score?.away}`,
      };
      if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now);
    }
    expect(seen.map(({ state, main, score }) => `${state} ${main} ${score}`)).toEqual([
      'scheduled open undefined-undefined',
      'live open 0-0',
      'live suspended 0-1',
      'live open 0-1',
      'half_time open 0-1',
      'live open 0-1',
      'live suspended 1-1',
      'live open 1-1',
      'finished closed 1-1',
    ]);
    expect(await results(id)).toMatchObject([
      { version: 1, ht_home: 0, ht_away: 1, ft_home: null, state: 'confirmed', confirmed_by: 'feed:replay' },
      { version: 2, ht_home: 0, ht_away: 1, ft_home: 1, ft_away: 1, source: 'openfootball' },
    ]);
    expect(confirmed.filter(({ eventId }) => eventId === id)).toEqual([
      { eventId: id, version: 1, state: 'confirmed' },
      { eventId: id, version: 2, state: 'confirmed' },
    ]);
  });

  it('has every version of every market recorded', async () => {
    const { rows } = await database.pool.query(
      `select m.event_id from market m where m.version <> (
         select count(*) from market_history h where (h.event_id, h.market, h.line) = (m.event_id, m.market, m.line))
       or (m.state, m.odds_milli) is distinct from (
         select (h.state, h.odds_milli) from market_history h
         where (h.event_id, h.market, h.line, h.version) = (m.event_id, m.market, m.line, m.version))`,
    );
    expect(rows).toEqual([]);
    const { rows: why } = await database.pool.query('select distinct why from market_history order by why');
    expect(why.map((row: { why: string }) => row.why)).toEqual([
      'clock',
      'decided',
      'full_time',
      'goal',
      'half_time',
      'kick_off',
      'one_sided',
      'opened',
      'reopened',
      'results',
    ]);
  });

  it('sends members each change of clock, score and prices', () => {
    const kinds = Map.groupBy(messages, ({ kind }) => kind);
    expect([...kinds.keys()].toSorted()).toEqual(['event', 'price']);
    expect(kinds.get('event')?.length).toBeGreaterThan(200);
  });

  it('writes nothing while nothing happens', async () => {
    // New results are priced one event a tick.
    for (let tick = 0; tick < 30; tick++) await replay.tick();
    const before = messages.length;
    await replay.tick();
    expect(messages).toHaveLength(before);
  });
});

describe('after a stop', () => {
  it('catches up: results, incidents, and missed matches', async () => {
    await replay.stop();
    const seen = new Set(board.events().map(({ feedRef }) => feedRef));
    const live = board.events().filter(({ state }) => isInPlay(state));
    clock.advance(3 * 60 * MINUTE_MS);
    replay = replayAt();
    await replay.tick();
    for (const { id } of live) {
      expect(board.event(id)?.state).toBe('finished');
      expect((await results(id)).at(-1)).toMatchObject({ version: 2, state: 'confirmed' });
    }
    const unseen = board.events().filter(({ feedRef, state }) => !seen.has(feedRef) && state === 'finished');
    expect(unseen.length).toBeGreaterThan(5);
    expect(unseen.every(({ markets }) => markets.size === 0)).toBe(true);
    const { rows } = await database.pool.query(
      `select id from event where state = 'finished' and not exists (
         select from incident i where i.event_id = event.id and i.kind = 'full_time')`,
    );
    expect(rows).toEqual([]);
  });

  it('with another speed continues; only upcoming kick-offs move', async () => {
    const live = board.events().filter(({ state }) => isInPlay(state));
    const next = board.events().filter(({ state }) => state === 'scheduled');
    await replay.stop();
    replay = replayAt(60);
    await replay.tick();
    for (const event of live) {
      expect(board.event(event.id)).toMatchObject({
        state: event.state,
        minute: event.minute,
        kickOff: event.kickOff,
      });
    }
    for (const event of next) {
      const to = (at: Date | undefined) => (at?.getTime() ?? 0) - clock.now().getTime();
      expect(Math.abs(to(board.event(event.id)?.kickOff) * 10 - to(event.kickOff))).toBeLessThan(20);
    }
  });
});

describe('several processes', () => {
  it('run the replay once: the second waits until the first ends', async () => {
    const second = replayAt(60);
    expect(await second.tick()).toBe(false);
    await replay.stop();
    expect(await second.tick()).toBe(true);
    replay = second;
  });

  it('see on their boards what another changed', async () => {
    const other = new Board(database.pool);
    await other.load();
    await other.poll();
    clock.advance(5_000);
    await replay.tick();
    const moved = await other.poll();
    expect(moved.length).toBeGreaterThan(0);
    for (const event of moved) expect(other.event(event.id)).toEqual(board.event(event.id));
    expect(await other.poll()).toEqual([]);
  });
});

describe('the end of the tournament', () => {
  it('is the beginning of the next', async () => {
    clock.advance(90 * MINUTE_MS);
    await replay.tick();
    const final = board.events().find(({ stage }) => stage === 'Final');
    expect(final).toMatchObject({ state: 'finished', score: { home: 0, away: 0 } });
    expect(byRef('wc2026/1/1')).toBeDefined();
    expect(byRef('wc2026/1/1')?.id).not.toBe(byRef('wc2026/0/1')?.id);
  });

  it('leaves every match with its recorded scores, and no market open', async () => {
    const programme = (await worldCup2026())('test');
    const { rows } = await database.pool.query(
      `select e.feed_ref, r.version, r.ht_home, r.ht_away, r.ft_home, r.ft_away,
         (select count(*)::int from market m where m.event_id = e.id and m.state <> 'closed') as open
       from event e join lateral (
         select * from result where event_id = e.id order by version desc limit 1) r on true
       where e.feed_ref like 'wc2026/0/%'`,
    );
    const found = new Map(rows.map((row: { feed_ref: string }) => [row.feed_ref, row]));
    expect(found.size).toBe(104);
    for (const { feedRef, plan } of programme.run(0)) {
      const { ht, ft } = plan.match;
      expect(found.get(feedRef)).toMatchObject({
        version: 2,
        open: 0,
        ht_home: ht?.home,
        ht_away: ht?.away,
        ft_home: ft.home,
        ft_away: ft.away,
      });
    }
  });
});
