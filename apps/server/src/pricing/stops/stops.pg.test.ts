import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { testWallet } from '../../testing/book.ts';
import { testPlacing, refusalOf, type TestPlacing } from '../../testing/placing.ts';
import { pick, testSettling, type TestSettling } from '../../testing/settling.ts';
import { Board } from '../board/board.ts';

// Two processes of one site: a stop in one applies in the other with the very next bet, without a message.

let book: TestSettling;
let other: TestPlacing;
beforeAll(async () => {
  book = await testSettling();
  other = await testPlacing({ beside: book });
});
afterAll(async () => {
  await other.close();
  await book.close();
});

let event: string;
let member: { id: string; shard: number };
beforeEach(async () => {
  [event = ''] = await book.open(1);
  await other.board.refresh([event]);
  member = await testWallet(book.database.pool, 100_000n);
});

const by = 'operator:one';
const logged: string[] = [];
const decision = {
  by,
  why: 'a rumour',
  within: (_client: unknown, { id }: { id: string }): Promise<void> => {
    logged.push(id);
    return Promise.resolve();
  },
};
const stop = (scope: { eventId?: string; market?: string }) => book.events.stops.stop(scope, decision);
const open = (id: string) => book.events.stops.open(id, decision);
const elsewhere = (of = event) =>
  other.placing.place(member, {
    key: newId(),
    type: 'single',
    stake: '10.00',
    accept: 'none',
    again: true,
    legs: [pick.home(of)],
  });
const shown = (board: TestPlacing['board']) => {
  const market = board.market(event, '1x2');
  return [market?.state, market?.fed];
};

describe('a stop of one process', () => {
  it.each([
    ['of a market', () => ({ eventId: event, market: '1x2' })],
    ['of a match', () => ({ eventId: event })],
    ['of everything', () => ({})],
  ])('%s refuses the next bet in another, and its board knows from then on', async (_of, scope) => {
    await elsewhere();
    const { id } = await stop(scope());
    expect(shown(other.board)).toEqual(['open', undefined]);
    expect((await refusalOf(elsewhere())).reason).toBe('suspended');
    expect(shown(other.board)).toEqual(['suspended', 'open']);
    await open(id);
    // Its next poll finds it.
    await other.board.poll();
    expect(shown(other.board)).toEqual(['open', undefined]);
    await elsewhere();
    expect(await book.available(member)).toBe(98_000n);
  });

  it('applies in a process that starts later', async () => {
    const { id } = await stop({ eventId: event });
    const all = await stop({});
    const fresh = new Board(book.database.pool);
    await fresh.load();
    expect(shown(fresh)).toEqual(['suspended', 'open']);
    await open(all.id);
    await fresh.poll();
    expect(shown(fresh)).toEqual(['suspended', 'open']);
    await open(id);
    await fresh.poll();
    expect(shown(fresh)).toEqual(['open', undefined]);
  });

  it('holds against the next moves of the feed, and opens to their result', async () => {
    const { id } = await stop({ eventId: event });
    const move = async (goals: number, isSuspended = false): Promise<void> => {
      const [fresh] = await book.board.refresh([event]);
      if (!fresh) throw new Error('no event');
      await book.events.moveEvent(
        fresh,
        {
          kickOff: fresh.kickOff,
          state: 'live',
          minute: '20',
          clockMinute: 20,
          isSuspended,
          score: { home: goals, away: 0 },
          means: { homeMean: 1.5, awayMean: 1.1 },
          incidents: [],
          results: [],
        },
        'feed',
      );
    };
    await move(0);
    expect(shown(book.board)).toEqual(['suspended', 'open']);
    await move(1, true);
    await move(1);
    expect(shown(book.board)).toEqual(['suspended', 'open']);
    const { rows } = await book.database.pool.query(
      `select count(*)::int as n from market where event_id = $1 and state = 'open'`,
      [event],
    );
    expect(rows[0]).not.toEqual({ n: 0 });
    await move(2, true);
    await open(id);
    expect(shown(book.board)).toEqual(['suspended', undefined]);
    await move(2);
    expect(shown(book.board)).toEqual(['open', undefined]);
  });

  it('of the same scope by two at once is one, with one line of the audit log', async () => {
    logged.length = 0;
    const both = await Promise.all([stop({ eventId: event }), stop({ eventId: event })]);
    expect(both[0].id).toBe(both[1].id);
    expect(logged).toHaveLength(1);
    await open(both[0].id);
    expect((await refusalOf(open(both[0].id))).reason).toBe('decided_already');
  });

  it('lets nothing through once it has answered, however many bets are on their way', async () => {
    const members = await Promise.all(
      Array.from({ length: 40 }, () => testWallet(book.database.pool, 100_000n)),
    );
    let isAnswered = false;
    let late = 0;
    const bets = members.map(async (one) => {
      for (let n = 0; n < 20; n++) {
        const wasAnswered = isAnswered;
        const placed = await other.placing
          .place(one, {
            key: newId(),
            type: 'single',
            stake: '1.00',
            accept: 'none',
            again: true,
            legs: [pick.home(event)],
          })
          .then(
            () => true,
            () => false,
          );
        if (placed && wasAnswered) late += 1;
      }
    });
    const stopped = stop({}).then((one) => {
      isAnswered = true;
      return one;
    });
    await Promise.all(bets);
    const { id } = await stopped;
    expect(late).toBe(0);
    await open(id);
  });
});
