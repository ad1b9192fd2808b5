import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEvent } from '../../testing/book.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { Board } from '../../pricing/board/board.ts';
import { ImpossibleResult } from './claim.ts';
import { RulingRefused } from './rulings.ts';
import { Events } from './service.ts';

let database: TestDatabase;
let board: Board;
let events: Events;
let ruled: [string, number][] = [];
beforeAll(async () => {
  database = await testDatabase();
  board = new Board(database.pool);
  events = new Events({
    database,
    board,
    publish: () => undefined,
    onResult: async (_client, eventId, version) => void ruled.push([eventId, version]),
  });
});
afterAll(() => database.close());

let event: string;
beforeEach(async () => {
  event = (await testEvent(database.pool)).id;
  await board.refresh([event]);
  ruled = [];
});

const [ht, ft] = [
  { home: 1, away: 0 },
  { home: 2, away: 1 },
];
const versions = async (id = event) =>
  (
    await database.pool.query<Record<string, string | number | null>>(
      `select version, state, flag, confirmed_by, confirmed_with, closed_by from result where event_id = $1 order by version`,
      [id],
    )
  ).rows;
const rulings = async (id = event) =>
  (
    await database.pool.query(
      `select version, result_version, who, with_whom, why from ruling where event_id = $1 order by version`,
      [id],
    )
  ).rows;
const age = (hours: number) =>
  database.pool.query(
    `update result set confirmed_at = confirmed_at - $2 * interval '1 hour' where event_id = $1`,
    [event, hours],
  );
const problem = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (e: unknown) => e,
  );
  if (error instanceof RulingRefused || error instanceof ImpossibleResult) return error.problem;
  throw new Error(`expected a refusal, got ${String(error)}`);
};

describe('a result', () => {
  it('of one source waits; a second that agrees confirms it and makes the ruling', async () => {
    await events.rulings.recordResult(event, { ht, ft, source: 'a' });
    await events.rulings.recordResult(event, { ht, ft, source: 'a' });
    expect(ruled).toEqual([]);
    expect(await events.rulings.waitingResults()).toContainEqual({ eventId: event, version: 1 });
    await events.rulings.recordResult(event, { ht, ft, source: 'b' });
    expect(await versions()).toMatchObject([{ version: 1, state: 'confirmed', confirmed_by: 'b' }]);
    expect(await rulings()).toEqual([
      { version: 1, result_version: 1, who: 'b', with_whom: null, why: 'result 1' },
    ]);
    expect(ruled).toEqual([[event, 1]]);
  });

  it('that contradicts the confirmed result is flagged and overwrites nothing; a person decides', async () => {
    await events.rulings.recordResult(event, { ht, ft, source: 'a', confirmedBy: 'feed:a' });
    await events.rulings.recordResult(event, {
      ht,
      ft: { home: 2, away: 2 },
      source: 'b',
      confirmedBy: 'feed:b',
    });
    expect(await versions()).toMatchObject([
      { state: 'confirmed' },
      { state: 'proposed', flag: 'contradicts_confirmed' },
    ]);
    expect(ruled).toHaveLength(1);
    expect(await events.rulings.confirmResult(event, 2, 'ada')).toBe(true);
    expect(await events.rulings.confirmResult(event, 2, 'ben')).toBe(false);
    expect(await rulings()).toMatchObject([{ result_version: 1 }, { result_version: 2, who: 'ada' }]);
  });

  it('that is rejected stays recorded, and its source is ignored', async () => {
    await events.rulings.recordResult(event, { ht, ft, source: 'a' });
    expect(await events.rulings.rejectResult(event, 1, 'ada', 'wrong match')).toBe(true);
    expect(await events.rulings.rejectResult(event, 1, 'ben', 'again')).toBe(false);
    expect(await events.rulings.confirmResult(event, 1, 'ben')).toBe(false);
    await events.rulings.recordResult(event, { ht, ft, source: 'a' });
    expect(await versions()).toMatchObject([{ version: 1, state: 'rejected', closed_by: 'ada' }]);
    expect(await problem(events.rulings.confirmResult(event, 9, 'ada'))).toBe('not_proposed');
  });

  it('reported differently by two sources is decided by a person, and the other is rejected with it', async () => {
    await events.rulings.recordResult(event, { ft, source: 'a' });
    await events.rulings.recordResult(event, { ft: ht, source: 'b' });
    await events.rulings.recordResult(event, { ft, source: 'c' });
    expect(await versions()).toMatchObject([
      { state: 'proposed', flag: 'contradicts_proposed' },
      { state: 'proposed', flag: 'contradicts_proposed' },
    ]);
    await events.rulings.confirmResult(event, 1, 'ada');
    expect((await versions()).map(({ state }) => state)).toEqual(['confirmed', 'rejected']);
  });

  it('keeps the confirmed half-time score, and cannot fall below it', async () => {
    await events.rulings.recordResult(event, { ht, source: 'a', confirmedBy: 'feed:a' });
    await events.rulings.recordResult(event, { ft, source: 'a', confirmedBy: 'feed:a' });
    const { rows } = await database.pool.query('select ht_home from result where event_id = $1', [event]);
    expect(rows).toEqual([{ ht_home: 1 }, { ht_home: 1 }]);
    const below = events.rulings.recordResult(event, { ft: { home: 0, away: 2 }, source: 'b' });
    expect(await problem(below)).toBe('half_above_full');
  });

  it('that is impossible is refused and leaves nothing', async () => {
    const negative = events.rulings.recordResult(event, { ft: { home: -1, away: 0 }, source: 'a' });
    expect(await problem(negative)).toBe('not_whole_goals');
    const absurd = events.rulings.recordResult(event, {
      ft: { home: 99, away: 0 },
      source: 'a',
      confirmedBy: 'ada',
    });
    expect(await problem(absurd)).toBe('absurd');
    expect(await versions()).toEqual([]);
  });

  it('awarded after the whistle is recorded and rules on nothing', async () => {
    await events.rulings.recordResult(event, { ht, ft, source: 'a', confirmedBy: 'ada' });
    const award = { kind: 'awarded', ft: { home: 0, away: 3 }, source: 'federation' } as const;
    await events.rulings.recordResult(event, { ...award, confirmedBy: 'ada' });
    expect(await versions()).toMatchObject([{ state: 'confirmed' }, { state: 'confirmed' }]);
    expect(await rulings()).toHaveLength(1);
  });

  it('recorded by many at once gets its versions one after the other', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        events.rulings.recordResult(event, { ft: { home: i, away: 0 }, source: `s${i}` }),
      ),
    );
    expect((await versions()).map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await versions()).every(({ flag }) => flag === 'contradicts_proposed')).toBe(true);
  });
});

describe('a correction', () => {
  const corrected = { ht, ft: { home: 2, away: 2 }, source: 'office' };
  it('within 72 hours takes one operator, later two, who differ', async () => {
    await events.rulings.recordResult(event, { ht, ft, source: 'a', confirmedBy: 'feed:a' });
    await age(71);
    await events.rulings.recordResult(event, { ...corrected, confirmedBy: 'ada' });
    await age(2);
    const back = { ht, ft, source: 'office' };
    expect(await problem(events.rulings.recordResult(event, { ...back, confirmedBy: 'ada' }))).toBe(
      'two_operators',
    );
    const alone = events.rulings.recordResult(event, { ...back, confirmedBy: 'ada', confirmedWith: 'ada' });
    expect(await problem(alone)).toBe('same_operator');
    await events.rulings.recordResult(event, { ...back, confirmedBy: 'ada', confirmedWith: 'ben' });
    expect((await rulings()).at(-1)).toMatchObject({ who: 'ada', with_whom: 'ben', result_version: 3 });
  });

  it('of a flagged proposal too, and the rejection leaves it waiting', async () => {
    await events.rulings.recordResult(event, { ht, ft, source: 'a', confirmedBy: 'feed:a' });
    await age(73);
    await events.rulings.recordResult(event, { ...corrected, source: 'b' });
    expect(await problem(events.rulings.confirmResult(event, 2, 'ada'))).toBe('two_operators');
    expect((await versions())[1]).toMatchObject({ state: 'proposed' });
    expect(await events.rulings.confirmResult(event, 2, 'ada', 'ben')).toBe(true);
    expect((await versions())[1]).toMatchObject({ confirmed_by: 'ada', confirmed_with: 'ben' });
  });
});

describe('a void', () => {
  const wrong = { by: 'ada', why: 'wrong team' };
  it('of an event closes its markets and is a ruling; revoking it is another', async () => {
    const version = await events.rulings.voidBets(event, {}, wrong);
    expect([...(board.event(event)?.markets.values() ?? [])].map(({ state }) => state)).toEqual([
      'closed',
      'closed',
      'closed',
    ]);
    expect(await events.rulings.undoVoid(event, version, { by: 'ben', why: 'right team' })).toBe(2);
    expect(await rulings()).toMatchObject([
      { version: 1, result_version: null, who: 'ada', why: 'wrong team' },
      { version: 2, result_version: null, who: 'ben', why: 'right team' },
    ]);
    expect(await problem(events.rulings.undoVoid(event, version, { by: 'ben', why: 'again' }))).toBe(
      'no_such_void',
    );
    expect(ruled).toEqual([
      [event, 1],
      [event, 2],
    ]);
  });

  it('of one market, or of a time, leaves the others open', async () => {
    await events.rulings.voidBets(event, { market: 'over_under', line: '2.5' }, wrong);
    await events.rulings.voidBets(event, { struckFrom: new Date(0), struckUntil: new Date() }, wrong);
    expect(board.market(event, 'over_under', '2.5')?.state).toBe('closed');
    expect(board.market(event, '1x2')?.state).toBe('open');
  });

  it('keeps the result in force, and takes two operators after 72 hours', async () => {
    await events.rulings.recordResult(event, { ht, ft, source: 'a', confirmedBy: 'feed:a' });
    const version = await events.rulings.voidBets(event, { market: '1x2' }, wrong);
    expect((await rulings()).at(-1)).toMatchObject({ result_version: 1 });
    await age(73);
    expect(await problem(events.rulings.undoVoid(event, version, wrong))).toBe('two_operators');
    expect(await problem(events.rulings.voidBets(event, {}, wrong))).toBe('two_operators');
    await events.rulings.undoVoid(event, version, { ...wrong, second: 'ben' });
    expect((await rulings()).at(-1)).toMatchObject({ with_whom: 'ben' });
  });

  it('that is senseless is refused', async () => {
    expect(await problem(events.rulings.voidBets(event, { line: '2.5' }, wrong))).toBe('scope');
    const backwards = { struckFrom: new Date(5), struckUntil: new Date(5) };
    expect(await problem(events.rulings.voidBets(event, backwards, wrong))).toBe('scope');
  });
});

describe('a match called off', () => {
  const callOff = async (state: string, hoursAgo: number, over = '') =>
    database.pool.query(
      `update event set state = $2, kick_off = now() - $3 * interval '1 hour' ${over} where id = $1`,
      [event, state, hoursAgo],
    );

  it('and not resumed within 48 hours is ruled on, once', async () => {
    for (const state of ['postponed', 'cancelled', 'abandoned']) {
      event = (await testEvent(database.pool)).id;
      await callOff(state, 47);
      expect(await events.rulings.voidCalledOff()).toEqual([]);
      await callOff(state, 49, state === 'abandoned' ? ', home_goals = 1, away_goals = 0' : '');
      expect(await events.rulings.voidCalledOff()).toEqual([event]);
      expect(await events.rulings.voidCalledOff()).toEqual([]);
      const { rows } = await database.pool.query(
        'select kind, ft_home, source, confirmed_by from result where event_id = $1',
        [event],
      );
      const stopped = state === 'abandoned' ? 1 : null;
      expect(rows).toEqual([{ kind: state, ft_home: stopped, source: 'rules', confirmed_by: 'house' }]);
    }
  });

  it('counts from the first scheduled kick-off, and a new date does not help', async () => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    await callOff('scheduled', 49);
    const move = async (state: 'postponed' | 'scheduled', kickOff: Date) => {
      const [found] = await board.refresh([event]);
      if (!found) throw new Error('gone');
      await events.moveEvent(
        found,
        { state, kickOff, clockMinute: 0, incidents: [], isSuspended: false, results: [] },
        'test',
      );
    };
    await move('postponed', at(24));
    await move('scheduled', at(24));
    expect(await events.rulings.voidCalledOff()).toEqual([event]);
  });

  it('that was resumed is settled by its result, and one that is reported as played waits for a person', async () => {
    await callOff('abandoned', 30);
    await events.rulings.recordResult(event, { ht, ft, source: 'a', confirmedBy: 'feed:a' });
    await callOff('abandoned', 49);
    expect(await events.rulings.voidCalledOff()).toEqual([]);
    event = (await testEvent(database.pool)).id;
    await callOff('abandoned', 49);
    await events.rulings.recordResult(event, { ht, ft, source: 'a' });
    expect(await events.rulings.voidCalledOff()).toEqual([]);
    expect(await versions()).toMatchObject([{ state: 'proposed', flag: 'called_off' }]);
  });

  it('may be resumed, but what is cancelled stays so', async () => {
    const resume = async () => {
      const [found] = await board.refresh([event]);
      if (!found) throw new Error('gone');
      const live = { state: 'live', clockMinute: 50, minute: '50', isSuspended: false } as const;
      return events.moveEvent(
        found,
        { ...live, kickOff: found.kickOff, incidents: [], results: [], score: ht, ht },
        'test',
      );
    };
    await callOff('abandoned', 20);
    expect(await resume()).toBe(true);
    await callOff('cancelled', 20);
    expect(await resume()).toBe(false);
  });
});
