import type { Queryable } from '../../core/database/database.ts';
import { addHouseFact, factBody, type Fact } from '../../core/public-log/facts.ts';

/** The kind of a match among entries of the log. */
const eventKind = 'event';

type EventRow = {
  id: string;
  version: number;
  kick_off: Date;
  competition: string;
  home: string;
  away: string;
  now: Date;
};

const eventFact = (row: EventRow): Fact => ({
  kind: eventKind,
  id: `${row.id}:${row.version}`,
  isPrivate: false,
  body: factBody(eventKind, {
    away: row.away,
    competition: row.competition,
    event: row.id,
    home: row.home,
    kickOff: row.kick_off.toISOString(),
    time: row.now.toISOString(),
    version: row.version,
  }),
});

/**
 * Puts matches into the log as they are now, in the transaction that announces them or moves their kick-off: what was a price before
 * kick-off follows from it. The id of the fact is `<event>:<version of the event>`.
 */
export const addEventFacts = async (client: Queryable, ids: readonly string[]): Promise<void> => {
  const { rows } = await client.query<EventRow>(
    `select e.id, e.version, e.kick_off, c.name as competition, h.name as home, a.name as away, site_now() as now
     from event e join competition c on c.id = e.competition_id join team h on h.id = e.home_id join team a on a.id = e.away_id
     where e.id = any($1::uuid[]) order by e.id`,
    [ids],
  );
  for (const row of rows) await addHouseFact(client, eventFact(row));
};

/** Matches that can still be bet on and were announced before the log had them. @returns how many were put into it */
export const addUnknownEvents = async (client: Queryable): Promise<number> => {
  const { rows } = await client.query<{ id: string }>(
    `select e.id from event e where e.state in ('scheduled', 'live', 'half_time')
       and not exists (select from house_fact f where f.kind = '${eventKind}' and f.id >= e.id::text and f.id < e.id::text || ';')`,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await addEventFacts(client, ids);
  return ids.length;
};
