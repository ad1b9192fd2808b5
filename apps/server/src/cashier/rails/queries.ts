import type { Queryable } from '../../platform/database.ts';
import { statement } from '../../platform/database.ts';
import type { RailNews } from './rail.ts';

/** How long a process has a notice before another may try. */
const workSeconds = 60;

const take = statement(
  'rail-event-take',
  `insert into rail_event (rail, event_id, news_hash, kind, recharge_id, taken_until, received_at)
   values ($1, $2, $3, $4, $5, site_now() + make_interval(secs => $6), site_now())
   on conflict (rail, event_id) do update set taken_until = excluded.taken_until
     where rail_event.handled_at is null and rail_event.taken_until <= site_now()
       and rail_event.news_hash = excluded.news_hash
   returning 1`,
);
const look = statement(
  'rail-event-look',
  `select news_hash = $3 as same, handled_at is not null as handled from rail_event where rail = $1 and event_id = $2`,
);
const handled = statement(
  'rail-event-handled',
  `update rail_event set handled_at = site_now() where rail = $1 and event_id = $2 and handled_at is null`,
);
const leave = statement(
  'rail-event-leave',
  `update rail_event set taken_until = site_now() where rail = $1 and event_id = $2 and handled_at is null`,
);

/**
 * Takes a notice up, so that no other delivery of it is processed at the same time.
 * @returns `taken`: it is the caller's; `handled`: processed before; `busy`: another process has it;
 *   `differs`: an event of this id had other content
 */
export const takeEvent = async (
  db: Queryable,
  { rail, news, hash }: { rail: string; news: RailNews; hash: Buffer },
): Promise<'taken' | 'handled' | 'busy' | 'differs'> => {
  const rechargeId = news.kind === 'ignored' ? null : news.rechargeId;
  const { rowCount } = await db.query(take([rail, news.eventId, hash, news.kind, rechargeId, workSeconds]));
  if (rowCount === 1) return 'taken';
  const { rows } = await db.query<{ same: boolean; handled: boolean }>(look([rail, news.eventId, hash]));
  if (rows[0]?.same === false) return 'differs';
  return rows[0]?.handled === true ? 'handled' : 'busy';
};

/** Records that a notice was processed. */
export const eventHandled = async (db: Queryable, rail: string, eventId: string): Promise<void> => {
  await db.query(handled([rail, eventId]));
};

/** Leaves a notice to its next delivery. */
export const leaveEvent = async (db: Queryable, rail: string, eventId: string): Promise<void> => {
  await db.query(leave([rail, eventId]));
};
