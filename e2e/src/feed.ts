import type { BoardEvent } from '../../apps/server/src/pricing/board/board.ts';
import { Board } from '../../apps/server/src/pricing/board/board.ts';
import { Events, type EventMove } from '../../apps/server/src/catalogue/matches/service.ts';
import { openLiveRelay } from '../../apps/server/src/core/live/relay.ts';
import { createNodes } from '../../apps/server/src/core/database/nodes.ts';
import { enqueue } from '../../apps/server/src/core/jobs.ts';
import type { TestDatabase } from '../../apps/server/src/testing/database.ts';

/** A match as a test plays it. */
export type Match = {
  id: string;
  move: (move: Partial<EventMove>) => Promise<void>;
  /** Records a confirmed result: the first, or a correction of the one before. */
  result: (result: { ht: Goals; ft: Goals }) => Promise<void>;
  /** Claims a result as a source that is not confirmed. */
  claim: (result: { ht: Goals; ft: Goals }, source: string) => Promise<void>;
};
type Goals = { home: number; away: number };

/**
 * Plays the feed in a separate process: it announces and moves matches and records results.
 * @param isLive tells the server's streams at once, as the other processes of a server do; `close` it then
 */
export const openFeed = async (database: Pick<TestDatabase, 'pool' | 'url'>, { isLive = false } = {}) => {
  const board = new Board(database.pool);
  const relay = isLive ? await openLiveRelay(createNodes(database.url), () => undefined) : undefined;
  const events = new Events({
    database,
    board,
    publish: (kind, data) => relay?.send(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`),
    onResult: (client, eventId, version) =>
      enqueue(client, 'settle', { eventId, version }, `settle:${eventId}:${version}`),
  });
  const cup = { id: 'cup', name: 'Cup' };
  await events.upsertCompetition(cup);
  const play = ({ id }: BoardEvent): Match => ({
    id,
    move: async (over) => {
      const [event] = await board.refresh([id]);
      if (!event) throw new Error('the match is gone');
      await events.moveEvent(
        event,
        {
          kickOff: event.kickOff,
          state: event.state,
          clockMinute: 0,
          score: event.score,
          ht: event.ht,
          incidents: [],
          isSuspended: false,
          results: [],
          ...over,
        },
        'test',
      );
    },
    result: (result) =>
      events.rulings.recordResult(id, { ...result, source: 'test', confirmedBy: 'referee' }),
    claim: (result, source) => events.rulings.recordResult(id, { ...result, source }),
  });
  return {
    close: async (): Promise<void> => relay?.close(),
    /** A match that exists already, announced by this feed or another. */
    match: async (id: string): Promise<Match> => {
      const [event] = await board.refresh([id]);
      if (!event) throw new Error('there is no such match');
      return play(event);
    },
    /** Announces a match with prices, of the cup or of another competition. */
    announce: async (home: string, away: string, kickOff: Date, competition = cup): Promise<Match> => {
      if (competition !== cup) await events.upsertCompetition(competition);
      await events.upsertTeams(
        [home, away].map((name) => ({
          id: name.toLowerCase(),
          name,
          short: name.slice(0, 3).toUpperCase(),
          colours: ['#0a5c36', '#ffffff'] satisfies [string, string],
        })),
      );
      const [event] = await events.addEvents(
        [
          {
            feed: 'test',
            feedRef: `${home}-${away}`,
            competitionId: competition.id,
            neutral: true,
            kickOff,
            homeId: home.toLowerCase(),
            awayId: away.toLowerCase(),
            replay: false,
            means: { homeMean: 1.6, awayMean: 1.2 },
          },
        ],
        'test',
      );
      if (!event) throw new Error('the match was not announced');
      return play(event);
    },
  };
};
