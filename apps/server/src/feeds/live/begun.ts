import type pg from 'pg';
import { type EarlyStart, COMMAND_LINE, type Events } from '../../catalogue/index.ts';

/** The actor of what a feed does. */
export const actorOf = (feed: string): string => `feed:${feed}`;

/**
 * Stops betting on a match that a feed reports as begun before its kick-off, and proposes to void the bets struck since. Two operators,
 * or the feed and one, decide it in the office. What is typed on the command line proposes nothing, and a trader
 * lifts its stop.
 * @param of.within writes the line of the audit log about the stop
 */
export const stopBegun = async (
  events: Events,
  of: EarlyStart & {
    eventId: string;
    isTyped?: boolean | undefined;
    within?: ((client: pg.PoolClient) => Promise<void> | undefined) | undefined;
  },
): Promise<void> => {
  const { eventId, isTyped, within, ...begun } = of;
  const { feed, began } = begun;
  await events.stops.stop(
    { eventId },
    {
      // A decision about a feed's report lifts the stop of a feed alone.
      by: isTyped === true ? COMMAND_LINE : actorOf(feed),
      why: `${feed} reports that it began at ${began.toISOString()}`,
      within: async (client) => within?.(client),
    },
  );
  if (isTyped !== true) await events.voids.proposeEarlyStart(eventId, begun);
};
