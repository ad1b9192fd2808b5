import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { Board } from '../../pricing/board/board.ts';
import type { EventMove } from './domain.ts';
import { Events } from './service.ts';

const silenceMs = 15_000;
let database: TestDatabase;
let board: Board;
let events: Events;

beforeAll(async () => {
  database = await testDatabase();
  board = new Board(database.pool);
  events = new Events({ database, board, publish: () => undefined, onResult: () => Promise.resolve() });
  await events.upsertCompetition({ id: 'cup', name: 'Cup' });
  await events.upsertTeams([
    { id: 'a', name: 'A', short: 'AAA', colours: ['#000000', '#ffffff'] },
    { id: 'b', name: 'B', short: 'BBB', colours: ['#000000', '#ffffff'] },
  ]);
});
afterAll(() => database.close());

const playing: EventMove = {
  kickOff: new Date(),
  state: 'live',
  minute: '10',
  clockMinute: 10,
  score: { home: 0, away: 0 },
  incidents: [],
  isSuspended: false,
  results: [],
};
const inPlay = async (feedRef: string) => {
  const [event] = await events.addEvents(
    [
      {
        feed: 'test',
        feedRef,
        competitionId: 'cup',
        homeId: 'a',
        awayId: 'b',
        neutral: true,
        kickOff: new Date(),
        replay: false,
        means: { homeMean: 1.4, awayMean: 1.1 },
      },
    ],
    'test',
  );
  if (event === undefined) throw new Error('not added');
  await events.moveEvent(event, playing, 'test');
  return event.id;
};
const quiet = (id: string, ms: number) =>
  database.pool.query(`update event set feed_seen_at = now() - $2 * interval '1 millisecond' where id = $1`, [
    id,
    ms,
  ]);
const states = (id: string) => [...(board.event(id)?.markets.values() ?? [])].map(({ state }) => state);

describe('a feed that falls silent during a match', () => {
  it('stops every open market of it, once, and of no other', async () => {
    const [silent, alive] = [await inPlay('silent'), await inPlay('alive')];
    await quiet(silent, silenceMs + 100);
    await quiet(alive, silenceMs - 5_000);
    expect(await events.suspendSilent(silenceMs)).toEqual([silent]);
    expect(states(silent)).not.toContain('open');
    expect(states(silent)).toContain('suspended');
    expect(states(alive)).toContain('open');
    expect(await events.suspendSilent(silenceMs)).toEqual([]);
    const { rows } = await database.pool.query(
      `select distinct who, why from market_history where event_id = $1 and state = 'suspended'`,
      [silent],
    );
    expect(rows).toEqual([{ who: 'house', why: 'silence' }]);
  });

  it('needs the match moved again when it is back, and sells from then on', async () => {
    const id = await inPlay('back');
    await quiet(id, silenceMs + 100);
    await events.suspendSilent(silenceMs);
    expect(await events.seen([id])).toEqual([id]);
    expect(states(id)).not.toContain('open');
    const event = board.event(id);
    if (event === undefined) throw new Error('gone');
    await events.moveEvent(event, { ...playing, minute: '12', clockMinute: 12 }, 'test');
    expect(states(id)).toContain('open');
    expect(await events.seen([id])).toEqual([]);
    expect(await events.suspendSilent(silenceMs)).toEqual([]);
  });

  it('that only says it is alive keeps betting open', async () => {
    const id = await inPlay('steady');
    await quiet(id, silenceMs - 1_000);
    expect(await events.seen([id])).toEqual([]);
    expect(await events.suspendSilent(silenceMs)).toEqual([]);
    expect(states(id)).toContain('open');
  });

  it('does not matter before kick-off or for a match without a live feed', async () => {
    const [event] = await events.addEvents(
      [
        {
          feed: 'test',
          feedRef: 'later',
          competitionId: 'cup',
          homeId: 'a',
          awayId: 'b',
          neutral: true,
          kickOff: new Date(Date.now() + 3_600_000),
          replay: false,
          means: { homeMean: 1.4, awayMean: 1.1 },
        },
      ],
      'test',
    );
    await quiet(event?.id ?? '', silenceMs * 10);
    expect(await events.suspendSilent(silenceMs)).toEqual([]);
  });
});
