import { statement, type Queryable } from '../../core/database/database.ts';

const contact = statement(
  'event-contact',
  // Not a change of the event: neither version nor updated_at moves.
  `with known as materialized (
     select id, silent from event where id = any ($1::uuid[]) order by id for update
   )
   update event set feed_seen_at = site_now() from known where event.id = known.id returning event.id, known.silent`,
);

/** Records that the feed of these events is alive. @returns those that had been found silent */
export const noteContact = async (to: Queryable, eventIds: readonly string[]): Promise<string[]> => {
  if (eventIds.length === 0) return [];
  const { rows } = await to.query<{ id: string; silent: boolean }>(contact([eventIds]));
  return rows.filter(({ silent }) => silent).map(({ id }) => id);
};

const silent = statement(
  'event-silent',
  `update event set silent = true, version = version + 1, updated_at = site_now()
   where state in ('live', 'half_time') and not silent and feed_seen_at < site_now() - $1 * interval '1 millisecond'
   returning id`,
);

/** Marks the matches in play whose feed was silent for `silenceMs`. @returns those marked now */
export const markSilent = async (to: Queryable, silenceMs: number): Promise<string[]> => {
  const { rows } = await to.query<{ id: string }>(silent([silenceMs]));
  return rows.map(({ id }) => id);
};

const started = statement(
  'event-started',
  // A replay kicks its matches off itself.
  `update event set updated_at = site_now()
   where state = 'scheduled' and not replay and kick_off <= site_now()
     and exists (select from market where market.event_id = event.id and market.state = 'open')
   returning id`,
);

/** Events past their kick-off that no feed has kicked off, with open markets. */
export const markStarted = async (to: Queryable): Promise<string[]> =>
  (await to.query<{ id: string }>(started([]))).rows.map(({ id }) => id);
