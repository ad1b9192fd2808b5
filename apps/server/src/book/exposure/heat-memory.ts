import type { Reached } from '@touchline/football/worst-case';
import type { Caps } from './caps.ts';
import { heatOf, type EventHeat } from './heat.ts';
import type { LegBook } from './legs.ts';
import type { Totals } from './totals.ts';

type Facts = { totals: Totals; caps: Caps; reached: Reached | undefined };

const keyOf = ({ totals, caps: { event, market, selection }, reached }: Facts): string =>
  JSON.stringify([[...totals], String([event, market, selection]), reached]);

/** Heat maps of events as they were last worked out: where nothing has changed since, they are not worked out again. */
export const createHeatMemory = (legs: LegBook) => {
  const known = new Map<string, { key: string; heat: EventHeat }>();
  return {
    /** What `heatOf` answers. */
    of: (eventId: string, facts: Facts): EventHeat => {
      const key = keyOf(facts);
      const before = known.get(eventId);
      if (before?.key === key) return before.heat;
      const heat = heatOf(legs, eventId, facts);
      known.set(eventId, { key, heat });
      return heat;
    },
    /** Forgets the events of which nobody will ask again. */
    keep: (isThere: (eventId: string) => boolean): void => {
      for (const eventId of known.keys()) if (!isThere(eventId)) known.delete(eventId);
    },
  };
};
