import { query, type Queryable } from '../../core/database/database.ts';
import { columnsOf, insertInto, type Row } from '../../core/database/rows.ts';

/** The scope of a stop: everything, a whole match, or one market at one line. */
export type StopScope = {
  eventId?: string | undefined;
  market?: string | undefined;
  line?: string | undefined;
};

/** A trader's stop as stored. */
export type StopRow = Row<'trading_stop'>;

const columns = columnsOf('trading_stop');

const newStop = insertInto('trading_stop', ['id', 'event_id', 'market', 'line', 'why', 'stopped_by'], {
  stopped_at: 'site_clock()',
});
const insert = query.one<StopRow>(
  'stop-insert',
  `${newStop.text}
   on conflict (event_id, market, line) where opened_at is null do nothing returning ${columns}`,
);
/** @returns undefined when just that is stopped already */
export const insertStop = async (
  on: Queryable,
  { id, scope, why, by }: { id: string; scope: StopScope; why: string; by: string },
): Promise<StopRow | undefined> => {
  const { eventId = null, market = null } = scope;
  const line = market === null ? null : (scope.line ?? '');
  const row = { id, event_id: eventId, market, line, why, stopped_by: by };
  return await insert(on, newStop.values(row));
};

const inForce = query.one<StopRow>(
  'stop-in-force',
  `select ${columns} from trading_stop
   where opened_at is null and event_id is not distinct from $1 and market is not distinct from $2
     and line is not distinct from $3`,
);
/** The stop in force of just this scope. */
export const selectStop = async (on: Queryable, scope: StopScope): Promise<StopRow | undefined> => {
  const { eventId = null, market = null } = scope;
  const line = market === null ? null : (scope.line ?? '');
  return await inForce(on, [eventId, market, line]);
};

const openText = query.one<StopRow>(
  'stop-open',
  `update trading_stop set opened_by = $2, opened_why = $3, opened_at = site_clock()
   where id = $1 and opened_at is null returning ${columns}`,
);
/** @returns undefined when it was lifted before, or never was */
export const openStop = (
  on: Queryable,
  { id, by, why }: { id: string; by: string; why: string },
): Promise<StopRow | undefined> => openText(on, [id, by, why]);

export const findStop = async (on: Queryable, id: string): Promise<StopRow | undefined> =>
  (await on.query<StopRow>(`select ${columns} from trading_stop where id = $1`, [id])).rows[0];

/** Stops in force of these matches and of everything; without matches, of all. The newest first. */
export const selectStops = async (on: Queryable, eventIds?: readonly string[]): Promise<StopRow[]> => {
  const { rows } = await on.query<StopRow>(
    `select ${columns} from trading_stop
     where opened_at is null and ($1::uuid[] is null or event_id is null or event_id = any ($1::uuid[]))
     order by stopped_at desc, id desc`,
    [eventIds ?? null],
  );
  return rows;
};

/** A page of present or past stops, the newest first, and their total. */
export const pageOfStops = async (
  on: Queryable,
  isInForce: boolean,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StopRow[]; total: number }> => {
  const where = isInForce ? 'opened_at is null' : 'opened_at is not null';
  const { rows } = await on.query<StopRow>(
    `select ${columns} from trading_stop where ${where} order by stopped_at desc, id desc limit $1 offset $2`,
    [limit, offset],
  );
  const count = await on.query<{ total: number }>(
    `select count(*)::int as total from trading_stop where ${where}`,
  );
  return { rows, total: count.rows[0]?.total ?? 0 };
};

const eventLock = query.exec(
  'stop-event',
  'update event set updated_at = site_clock() where id = $1 returning id',
);
/**
 * Locks the match, which its feed locks too before it moves a market. @returns whether there is such a match
 */
export const takeEvent = async (on: Queryable, eventId: string): Promise<boolean> =>
  (await eventLock(on, [eventId])) === 1;

const noted = query.many<{ event_id: string; market: string; line: string }>(
  'stop-note',
  `with moved as (
     update market m set version = m.version + 1, updated_at = site_clock()
     where m.event_id = $1 and ($2::text is null or (m.market = $2 and m.line = $3))
       and m.state in ('open', 'suspended')
     returning m.event_id, m.market, m.line, m.version, m.state, m.odds_milli
   )
   insert into market_history (event_id, market, line, version, state, odds_milli, who, why, at)
   select event_id, market, line, version,
     case when exists (
       select from trading_stop s where s.opened_at is null and s.event_id = moved.event_id
         and (s.market is null or (s.market = moved.market and s.line = moved.line))
     ) then 'suspended' else state end, odds_milli, $4, $5, site_now()
   from moved returning event_id, market, line`,
);
/**
 * Gives the markets of a stop a new version, with actor and reason, so that earlier verdicts are judged
 * again.
 * @returns the markets
 */
export const noteStop = async (
  on: Queryable,
  { event_id: eventId, market, line }: Pick<StopRow, 'event_id' | 'market' | 'line'>,
  { who, why }: { who: string; why: string },
): Promise<{ eventId: string; market: string; line: string }[]> => {
  const rows = await noted(on, [eventId, market, line, who, why]);
  return rows.map((row) => ({ eventId: row.event_id, market: row.market, line: row.line }));
};

export const hasMarket = async (
  on: Queryable,
  { eventId, market, line = '' }: StopScope,
): Promise<boolean> => {
  const { rowCount } = await on.query(
    'select from market where event_id = $1 and market = $2 and line = $3',
    [eventId, market, line],
  );
  return rowCount === 1;
};
