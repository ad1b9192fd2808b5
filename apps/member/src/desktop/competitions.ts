import type { Event } from '@touchline/contract/shapes/football';

/** The competitions of some matches in their order, and how many of the matches each has. */
export const competitionsOf = (
  events: readonly Pick<Event, 'competition'>[],
): { competition: Event['competition']; count: number }[] =>
  [...Map.groupBy(events, ({ competition }) => competition.id).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ competition: first.competition, count: others.length + 1 }],
  );
