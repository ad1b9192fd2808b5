import { marketNames } from '@touchline/football/markets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { manualClock } from '../../core/clock.ts';
import type { Caller, Member } from '../../core/handler.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { Board } from '../../pricing/board/board.ts';
import type { EventMove, NewEvent } from './domain.ts';
import { eventHandlers, homeMatches } from './routes.ts';
import { Events } from './service.ts';
import { markSilent, noteContact } from './queries.ts';

const HOUR_MS = 3_600_000;
const means = { homeMean: 1.7, awayMean: 0.9 };
const confirmed: string[] = [];
let database: TestDatabase;
let board: Board;
let events: Events;
let handlers: ReturnType<typeof eventHandlers>;
let failing = false;
/** The calls are made on the day of the live match. */
const clock = manualClock(new Date('2026-06-12T11:10:00Z'));

const team = (id: string, name: string, flag?: string) => ({
  id,
  name,
  short: id.toUpperCase(),
  colours: ['#000000', '#ffffff'] satisfies [string, string],
  flag,
});
const fixture = (feedRef: string, kickOff: Date, over: Partial<NewEvent> = {}): NewEvent => ({
  feed: 'test',
  feedRef,
  competitionId: 'cup',
  stage: 'Group A',
  homeId: 'ger',
  awayId: 'cuw',
  neutral: true,
  kickOff,
  replay: false,
  means,
  ...over,
});
const move = (over: Partial<EventMove>): EventMove => ({
  kickOff: new Date(),
  state: 'live',
  minute: '1',
  clockMinute: 0,
  score: { home: 0, away: 0 },
  incidents: [],
  isSuspended: false,
  results: [],
  ...over,
});
const add = async (
  feedRef: string,
  kickOff = new Date(Date.now() + HOUR_MS),
  over: Partial<NewEvent> = {},
) => {
  const [event] = await events.addEvents([fixture(feedRef, kickOff, over)], 'test');
  if (event === undefined) throw new Error('not added');
  return event;
};
const versionsOf = async (id: string) =>
  (await database.pool.query('select version, state from result where event_id = $1 order by version', [id]))
    .rows;

const member: Member = { id: '', shard: 0, sessionId: '' };
const caller = (lan: Caller['lan'] = 'en') => ({
  lan,
  address: '',
  userAgent: '',
  host: '',
  protocol: 'http',
  member,
});
const list = async (input: Parameters<typeof handlers.eventList>[0], lan: Caller['lan'] = 'en') => {
  const answer = await handlers.eventList(input, caller(lan));
  const refs = answer.list.map(({ id }) => board.event(id)?.feedRef);
  return { ...answer, refs };
};

beforeAll(async () => {
  database = await testDatabase();
  board = new Board(database.pool);
  events = new Events({
    database,
    board,
    publish: () => undefined,
    onResult: async (client: pg.PoolClient, eventId, version) => {
      if (failing) throw new Error('the job could not be enqueued');
      await client.query('select 1');
      confirmed.push(`${eventId} ${version}`);
    },
  });
  handlers = eventHandlers({ pool: database.pool, board, clock, timeZone: 'Asia/Tokyo' });
  await events.upsertCompetition({ id: 'cup', name: 'Coupe d’Été' });
  await events.upsertTeams([
    team('ger', 'Germany', 'de'),
    team('cuw', 'Curaçao', 'cw'),
    team('jpn', 'Japan', 'jp'),
  ]);
});
afterAll(() => database.close());

describe('reading an event', () => {
  it('shows its state and its markets as they were at one time', async () => {
    const event = await add('one-moment');
    const last = 300;
    const moving = (async () => {
      for (let version = 2; version <= last; version++) {
        // Each change follows the one before.
        // oxlint-disable-next-line no-await-in-loop
        await database.owner.query(
          `with moved as (update event set version = $2, updated_at = now() where id = $1)
           update market set version = $2 where event_id = $1`,
          [event.id, version],
        );
      }
    })();
    const seen: { event: number; markets: number[] }[] = [];
    const own = new Board(database.pool);
    while (seen.at(-1)?.event !== last) {
      // oxlint-disable-next-line no-await-in-loop
      for (const { version, markets } of await own.refresh([event.id])) {
        const versions = [...markets.values()].map((market) => market.version);
        seen.push({ event: version, markets: [...new Set(versions)] });
      }
    }
    await moving;
    expect(new Set(seen.map((one) => one.event)).size).toBeGreaterThan(10);
    expect(seen.filter((one) => one.markets.some((version) => version !== one.event))).toEqual([]);
  });
});

describe('announcing an event', () => {
  it('puts it on the board with its markets, once', async () => {
    const event = await add('announced');
    expect(event.markets.get('1x2|')).toMatchObject({ state: 'open', version: 1, moves: [0, 0, 0] });
    expect(board.market(event.id, 'over_under', '2.5')?.selections).toEqual(['over', 'under']);
    expect(await events.addEvents([fixture('announced', new Date())], 'test')).toEqual([]);
  });

  it('keeps what its prices rest on until they are new', async () => {
    const basis = { kind: 'results', results: 3 } as const;
    const event = await add('resting', undefined, { basis });
    expect(event.basis).toEqual({ ...basis, at: expect.any(Date) });
    const before = { kickOff: event.kickOff, state: 'scheduled', score: undefined } as const;
    await events.moveEvent(event, move(before), 'test');
    expect(board.event(event.id)?.basis).toEqual(event.basis);
    const market = { kind: 'market', source: 'PS/PS' } as const;
    await events.moveEvent(event, move({ ...before, means, basis: market }), 'test');
    expect(board.event(event.id)?.basis).toEqual({ ...market, at: expect.any(Date) });
    await events.moveEvent(event, move({ ...before, means }), 'test');
    expect(board.event(event.id)).toMatchObject({ means, basis: undefined });
  });

  it('offers no exact scores on few results, until there are more or a rule says so', async () => {
    const basis = { kind: 'results', results: 3 } as const;
    const event = await add('few results', undefined, { basis });
    const states = () =>
      ['1x2', 'correct_score', 'ht_ft', 'ht_correct_score'].map(
        (market) => board.market(event.id, market)?.state,
      );
    expect(states()).toEqual(['open', undefined, undefined, undefined]);
    const at = { scope: 'event', id: event.id } as const;
    const of = { version: 0, isSure: false, by: 'ann', why: 'a cup final', within: async () => undefined };
    const draft = { markets: { ht_ft: { offered: true } }, shift: { homeBp: 0, awayBp: 0 } };
    expect((await events.offers.preview(at, draft)).effects.filter(({ before }) => !before)).toMatchObject([
      { after: { market: 'ht_ft', state: 'open' } },
    ]);
    await events.offers.save(at, draft, of);
    expect(states()).toEqual(['open', undefined, 'open', undefined]);
    const ruled = await events.fresh(event.id);
    if (ruled === undefined) throw new Error('gone');
    expect(events.offers.againstBasis(ruled)).toEqual(['ht_ft']);
    const before = { kickOff: event.kickOff, state: 'scheduled', score: undefined, means } as const;
    await events.moveEvent(ruled, move({ ...before, basis: { kind: 'results', results: 4 } }), 'test');
    expect(states()).toEqual(['open', 'open', 'open', 'open']);
    const more = await events.fresh(event.id);
    if (more === undefined) throw new Error('gone');
    expect(events.offers.againstBasis(more)).toEqual([]);
    await events.moveEvent(more, move({ ...before, basis }), 'test');
    expect(states()).toEqual(['open', 'suspended', 'open', 'suspended']);
  });

  it('bounds its prices before kick-off by the best of bookmakers, where the site wants it', async () => {
    const best = [
      { market: '1x2', line: '', oddsMilli: [1200, 3004, 900_000], sources: ['PS', 'PS', 'B365'] },
    ];
    const basis = { kind: 'market', source: 'PS/PS', best } as const;
    const free = await add('free', undefined, { basis });
    expect(free.basis).toEqual({ ...basis, at: expect.any(Date) });
    const bounding = new Events({
      database,
      board,
      publish: () => undefined,
      onResult: async () => undefined,
      isBounded: () => true,
    });
    const kickOff = new Date(Date.now() + HOUR_MS);
    const [bounded] = await bounding.addEvents([fixture('bounded', kickOff, { basis })], 'test');
    const [home = 0, draw = 0, away = 0] = free.markets.get('1x2|')?.oddsMilli ?? [];
    expect(home).toBeGreaterThan(1200);
    expect(bounded?.markets.get('1x2|')?.oddsMilli).toEqual([1200, Math.min(draw, 3000), away]);
    expect(bounded?.markets.get('1x2|')?.marginBp).toBeGreaterThan(free.markets.get('1x2|')?.marginBp ?? 0);
    if (bounded === undefined) throw new Error('not added');
    await bounding.moveEvent(bounded, move({ kickOff: new Date() }), 'test');
    expect(board.market(bounded.id, '1x2')?.oddsMilli[0]).toBeGreaterThan(1200);
  });

  it('without expected goals opens nothing', async () => {
    expect((await add('unpriced', undefined, { means: undefined })).markets.size).toBe(0);
  });
});

describe('prices that move', () => {
  it('say in which direction, and only what changed gets a version', async () => {
    const event = await add('moving');
    await events.moveEvent(
      event,
      move({ state: 'scheduled', means: { homeMean: 2.4, awayMean: 0.9 } }),
      'test',
    );
    const main = board.market(event.id, '1x2');
    expect(main).toMatchObject({ version: 2, moves: [-1, 1, 1] });
    const again = board.event(event.id) ?? event;
    await events.moveEvent(again, move({ state: 'scheduled' }), 'test');
    expect(board.market(event.id, '1x2')).toEqual(main);
  });

  it('follow the frequency of low scores where a feed reports it, and keep it', async () => {
    const event = await add('with rho', undefined, { means: { ...means, rho: -0.1 } });
    const usual = await add('without rho');
    expect(event.means).toEqual({ ...means, rho: -0.1 });
    expect(usual.means).toEqual(means);
    const drawOf = ({ markets }: typeof event) => markets.get('1x2|')?.oddsMilli[1] ?? Number.NaN;
    expect(drawOf(event)).toBeLessThan(drawOf(usual));
    await events.moveEvent(event, move({ state: 'scheduled', kickOff: event.kickOff }), 'test');
    expect(board.event(event.id)?.means?.rho).toBe(-0.1);
    const told = board.event(event.id) ?? event;
    await events.moveEvent(told, move({ state: 'scheduled', means: { ...means, rho: -0.04 } }), 'test');
    expect(board.event(event.id)?.means?.rho).toBe(-0.04);
    expect(drawOf(board.event(event.id) ?? event)).toBeGreaterThan(drawOf(event));
  });

  it('stay closed once closed, also for a writer with an old picture', async () => {
    const event = await add('closing');
    await events.moveEvent(event, move({ state: 'finished', clockMinute: 95 }), 'test');
    await events.moveEvent(event, move({ state: 'live', clockMinute: 30 }), 'test');
    expect(board.event(event.id)?.state).toBe('finished');
    expect(board.market(event.id, '1x2')?.state).toBe('closed');
  });
});

describe('results', () => {
  const ht = { home: 1, away: 0 };
  const ft = { home: 2, away: 1 };

  it('wait as proposed until they are confirmed, and then only once', async () => {
    const { id } = await add('proposed');
    await events.rulings.recordResult(id, { ht, source: 'a feed' });
    expect(await versionsOf(id)).toEqual([{ version: 1, state: 'proposed' }]);
    expect(await events.rulings.confirmResult(id, 1, 'another feed')).toBe(true);
    expect(await events.rulings.confirmResult(id, 1, 'a third')).toBe(false);
    expect(confirmed).toEqual([`${id} 1`]);
  });

  it('get a version when they say something new', async () => {
    const { id } = await add('versions');
    for (const result of [{ ht }, { ht }, { ht, ft }, { ht, ft }, { ht, ft: { home: 2, away: 2 } }]) {
      await events.rulings.recordResult(id, { ...result, source: 's', confirmedBy: 't' });
    }
    expect((await versionsOf(id)).map(({ version }) => version)).toEqual([1, 2, 3]);
  });

  it('are not recorded when what follows from them cannot be enqueued', async () => {
    const event = await add('atomic');
    failing = true;
    const end = move({ state: 'finished', results: [{ ht, ft, source: 's', confirmedBy: 't' }] });
    await expect(events.moveEvent(event, end, 'test')).rejects.toThrow('enqueued');
    failing = false;
    expect(await versionsOf(event.id)).toEqual([]);
    expect((await board.refresh([event.id]))[0]?.state).toBe('scheduled');
  });
});

describe('the calls', () => {
  beforeAll(async () => {
    await database.owner.query('truncate event, market, incident, result, market_history cascade');
    board = new Board(database.pool);
    events = new Events({ database, board, publish: () => undefined, onResult: async () => undefined });
    handlers = eventHandlers({ pool: database.pool, board, clock, timeZone: 'Asia/Tokyo' });
    const at = (text: string) => new Date(`2026-06-${text}:00Z`);
    await add('tomorrow', at('12T16:00'));
    await add('today', at('12T12:00'), { homeId: 'jpn' });
    const live = await add('live', at('12T11:00'));
    const incident = { at: at('12T11:10'), minute: '10', score: { home: 1, away: 0 } } as const;
    await events.moveEvent(
      live,
      move({
        kickOff: live.kickOff,
        minute: '11',
        clockMinute: 10.5,
        score: { home: 1, away: 0 },
        incidents: [
          { kind: 'kick_off', at: live.kickOff, score: { home: 0, away: 0 } },
          { kind: 'goal', side: 'home', ...incident },
        ],
      }),
      'test',
    );
    for (const [ref, day] of [
      ['older', '10'],
      ['newer', '11'],
    ] as const) {
      const over = await add(ref, at(`${day}T12:00`));
      const score = { home: 2, away: 1 };
      await events.moveEvent(
        over,
        move({
          kickOff: over.kickOff,
          state: 'finished',
          minute: undefined,
          score,
          ht: score,
          results: [{ ht: score, ft: score, source: 'a feed', confirmedBy: 'another' }],
        }),
        'test',
      );
    }
  });

  it('list live matches first, then those to come, then the last that ended', async () => {
    const all = await list({});
    expect(all.refs).toEqual(['live', 'today', 'tomorrow', 'newer', 'older']);
    expect(all).toMatchObject({ total: 5, page: 1, limit: 20 });
    expect((await list({ state: 'open' })).refs).toEqual(['live', 'today', 'tomorrow']);
    expect((await list({ state: 'finished' })).refs).toEqual(['newer', 'older']);
    expect(await list({ page: 2, limit: 2 })).toMatchObject({
      refs: ['tomorrow', 'newer'],
      total: 5,
      page: 2,
    });
  });

  it('take a day in the time zone of the site', async () => {
    expect((await list({ day: '2026-06-12' })).refs).toEqual(['live', 'today']);
    expect((await list({ day: '2026-06-13' })).refs).toEqual(['tomorrow']);
    await expect(list({ day: '2026-02-31' })).rejects.toMatchObject({ reason: 'validation' });
  });

  it('find teams and competitions by any of their names', async () => {
    expect((await list({ q: 'jap' })).refs).toEqual(['today']);
    expect((await list({ q: '日本' }, 'zh-CN')).refs).toEqual(['today']);
    expect((await list({ q: 'Deutschl' }, 'de')).total).toBe(4);
    expect((await list({ q: 'CURACAO' })).total).toBe(5);
    expect((await list({ q: 'ete' })).total).toBe(5);
    expect((await list({ q: 'nobody' })).total).toBe(0);
    expect((await list({ q: '%' })).total).toBe(0);
  });

  it('show home with what is on and what comes next', async () => {
    const home = homeMatches(board, 'Asia/Tokyo');
    expect(home.live.map(({ minute, score, live }) => ({ minute, score, live }))).toEqual([
      { minute: '11', score: { ft: { home: 1, away: 0 } }, live: true },
    ]);
    expect(home.next.map(({ home: { id } }) => id)).toEqual(['jpn', 'ger']);
    expect(home.next[0]?.main?.selections).toHaveLength(3);
  });

  it('show an event with its markets in order, its result and its history', async () => {
    const [live, , , newer] = (await list({})).list;
    const detail = await handlers.eventDetail({ id: live?.id ?? '' }, caller());
    expect([...new Set(detail.markets.map(({ market }) => market))]).toEqual([...marketNames]);
    expect(detail.history?.map(({ kind, minute, side }) => [kind, minute, side])).toEqual([
      ['kick_off', undefined, undefined],
      ['goal', '10', 'home'],
    ]);
    const decided = detail.markets.find(({ market, line }) => market === 'over_under' && line === '0.5');
    expect(decided?.selections.every(({ odds }) => odds === null) ?? true).toBe(true);
    const over = await handlers.eventDetail({ id: newer?.id ?? '' }, caller());
    expect(over.result).toMatchObject({ ft: { home: 2, away: 1 }, source: 'a feed', version: 1 });
  });

  it('do not know an event that is none', async () => {
    for (const id of ['x', '01a1fbf5-241c-72ea-841c-d0cb245a1281']) {
      await expect(handlers.eventDetail({ id }, caller())).rejects.toMatchObject({ reason: 'not_found' });
    }
  });

  it('count the days with matches as they list them, and refuse a stretch that is none', async () => {
    const { list: days } = await handlers.eventDays({ from: '2026-06-01', to: '2026-06-30' }, caller());
    expect(days.length).toBeGreaterThan(0);
    for (const { day, matches } of days) expect((await list({ day })).total).toBe(matches);
    const counted = days.reduce((sum, { matches }) => sum + matches, 0);
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, at) => list({ day: `2026-06-${String(at + 1).padStart(2, '0')}` })),
    );
    expect(all.reduce((sum, { total }) => sum + total, 0)).toBe(counted);
    for (const input of [
      { from: '2026-06-02', to: '2026-06-01' },
      { from: '2026-06-01', to: '2026-07-02' },
      { from: '2026-02-31', to: '2026-03-01' },
    ]) {
      await expect(handlers.eventDays(input, caller())).rejects.toMatchObject({ reason: 'validation' });
    }
  });

  it('count the open matches of each competition as they list them', async () => {
    const { list: open } = await handlers.competitionList({}, caller());
    expect(open).toEqual([{ competition: { id: 'cup', name: 'Coupe d’Été' }, inPlay: 1, today: 2, open: 3 }]);
    expect((await list({ competition: 'cup', state: 'open' })).total).toBe(3);
    expect((await list({ competition: 'cup', state: 'live' })).total).toBe(1);
    expect((await list({ competition: 'cup', state: 'open', day: '2026-06-12' })).total).toBe(2);
    expect((await list({ competition: 'league' })).total).toBe(0);
    const second = await list({ competition: 'cup', state: 'open', page: 2, limit: 2 });
    expect(second).toMatchObject({ refs: ['tomorrow'], total: 3, page: 2 });
  });

  it('read events that left the memory from the database', async () => {
    const cold = eventHandlers({
      pool: database.pool,
      board: new Board(database.pool),
      clock,
      timeZone: 'UTC',
    });
    expect((await cold.eventList({}, caller())).list).toHaveLength(5);
  });

  it('lists the prices of a market, oldest first, and none for an unknown market', async () => {
    const event = await add('history');
    const moved = { homeMean: 2.4, awayMean: 0.6 };
    await events.moveEvent(event, move({ state: 'scheduled', kickOff: event.kickOff, means: moved }), 'test');
    const now = board.market(event.id, '1x2');
    const answer = await handlers.priceHistory({ event: event.id, market: '1x2' }, caller());
    expect(answer.selections).toEqual(['1', 'X', '2']);
    expect(answer.list.map(({ version }) => version)).toEqual([1, 2]);
    expect(answer.list[1]?.odds.map((odds) => Math.round(Number(odds) * 1000))).toEqual(now?.oddsMilli);
    expect(answer.list[0]?.odds).not.toEqual(answer.list[1]?.odds);
    for (const input of [
      { event: 'x', market: '1x2' },
      { event: event.id, market: 'corners' },
      { event: event.id, market: '1x2', line: '2.5' },
    ]) {
      await expect(handlers.priceHistory(input, caller())).rejects.toMatchObject({ reason: 'not_found' });
    }
  });
});

describe('the version of a match', () => {
  it('grows with each change that members see, never falls, and says which message is newer', async () => {
    // Every write of a row of a match, as it was made.
    await database.owner.query(`
      create table event_written (n bigint generated always as identity, id uuid, before int, after int, moved boolean);
      create function note_written() returns trigger language plpgsql security definer as $$
      begin
        insert into event_written (id, before, after, moved) values (new.id, old.version, new.version,
          (old.state, old.minute, old.home_goals, old.away_goals, old.ht_home, old.ht_away, old.home_reds, old.away_reds,
           old.kick_off) is distinct from
          (new.state, new.minute, new.home_goals, new.away_goals, new.ht_home, new.ht_away, new.home_reds, new.away_reds,
           new.kick_off));
        return new;
      end $$;
      create trigger event_written after update on event for each row execute function note_written()`);
    const heard: { id: string; version: number; text: string }[] = [];
    // Two processes: each has its board and publishes what it sees.
    const processes = [0, 1].map(() => {
      const own = new Board(database.pool);
      return new Events({
        database,
        board: own,
        publish: (kind, message) => {
          if (kind !== 'event' || !('version' in message) || message.version === undefined) return;
          heard.push({ id: message.id, version: message.version, text: JSON.stringify(message) });
        },
        onResult: async () => undefined,
      });
    });
    const event = await add('versioned');
    const moves = Array.from({ length: 24 }, (_, at) =>
      move({
        state: at < 23 ? 'live' : 'finished',
        minute: at < 23 ? String(1 + Math.floor(at / 2)) : undefined,
        clockMinute: at,
        score: { home: Math.floor(at / 5), away: Math.floor(at / 9) },
      }),
    );
    // The feed continues in one process and in the other, and everything else that touches a match happens in between.
    for (const [at, one] of moves.entries()) {
      const [first, second] = at % 2 === 0 ? processes : processes.toReversed();
      await Promise.all([
        first?.moveEvent(event, one, 'test'),
        markSilent(database.pool, 0),
        noteContact(database.pool, [event.id]),
        second?.moveEvent(event, one, 'test'),
      ]);
    }
    const { rows } = await database.owner.query<{ before: number; after: number; moved: boolean }>(
      'select before, after, moved from event_written where id = $1 order by n',
      [event.id],
    );
    expect(rows.filter(({ moved }) => moved).length).toBeGreaterThan(12);
    expect(rows.filter(({ before, after, moved }) => after < before || (moved && after === before))).toEqual(
      [],
    );
    // Of one version there is one message, whichever process says it.
    expect(heard.length).toBeGreaterThan(12);
    for (const { id, version, text } of heard) {
      expect(heard.filter((one) => one.id === id && one.version === version && one.text !== text)).toEqual(
        [],
      );
    }
    const last = heard.reduce((newest, one) => (one.version > newest.version ? one : newest));
    expect(JSON.parse(last.text)).toMatchObject({ state: 'finished', score: { ft: { home: 4, away: 2 } } });
    await database.owner.query('drop trigger event_written on event');
  });
});
