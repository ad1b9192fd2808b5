import type pg from 'pg';
import type { Events } from '../../book/events/service.ts';
import * as queries from './queries.ts';
import type { Said } from './said.ts';

type Room = { events: Events; pool: pg.Pool };

/** The actor of what a feed does. */
export const actorOf = (feed: string): string => `feed:${feed}`;

/**
 * Stops betting on a match that a feed reports as begun before its kick-off, until a person decides about the bets struck since.
 * @param of.within writes the line of the audit log
 */
export const stopBegun = async (
  { events, pool }: Room,
  of: {
    eventId: string;
    feed: string;
    began: Date;
    within?: ((client: pg.PoolClient) => Promise<void> | undefined) | undefined;
  },
): Promise<void> => {
  const { eventId, feed, began, within } = of;
  await events.stops.stop(
    { eventId },
    {
      by: actorOf(feed),
      why: `${feed} reports that it began at ${began.toISOString()}`,
      within: async (client) => within?.(client),
    },
  );
  const said: Said = {
    asOf: began.getTime(),
    began: began.toISOString(),
    phase: 'before',
    clockMinute: 0,
    score: { home: 0, away: 0 },
  };
  await queries.openFlag(pool, { eventId, feed, kind: 'begun', said });
};

/** Lifts the stop once a person has decided; that of a trader stays. */
const liftStop = async ({ events }: Room, { event_id: eventId, feed }: queries.OpenFlag, who: string) => {
  const stops = await events.stops.inForce([eventId]);
  const ours = stops.find(
    (stop) => stop.event_id === eventId && stop.market === null && stop.stopped_by === actorOf(feed),
  );
  if (ours === undefined) return;
  const decision = { by: who, why: 'the flag is decided', within: () => Promise.resolve() };
  await events.stops.open(ours.id, decision);
};

/**
 * Decides about a match that began before its kick-off. Accepted, the kick-off is the time it began, and bets struck since then,
 * until betting stopped, are void.
 * @throws RulingRefused when one operator is not enough
 */
export const decideBegun = async (
  room: Room,
  flag: queries.OpenFlag,
  of: { began: Date; isAccepted: boolean; who: string },
): Promise<void> => {
  const { events } = room;
  const { began, isAccepted, who } = of;
  const event = await events.fresh(flag.event_id);
  if (isAccepted && event !== undefined) {
    const scope = { struckFrom: began, struckUntil: flag.opened_at };
    if (scope.struckFrom < scope.struckUntil) {
      await events.voidBets(event.id, scope, { by: who, why: 'struck after the match had begun' });
    }
    if (event.state === 'scheduled' && began < event.kickOff) {
      const { state, minute, score, ht, redCards } = event;
      await events.moveEvent(
        event,
        {
          kickOff: began,
          state,
          minute,
          clockMinute: 0,
          score,
          ht,
          redCards,
          incidents: [],
          isSuspended: true,
          results: [],
        },
        who,
      );
    }
  }
  await liftStop(room, flag, who);
};
