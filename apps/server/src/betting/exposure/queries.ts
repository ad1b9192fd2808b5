import { query, type Queryable } from '../../core/database/database.ts';
import { parameters, type Row } from '../../core/database/rows.ts';
import type { Allowance, Outstanding } from './grant-plan.ts';
import { legName } from './legs.ts';
import type { Limits } from './event-exposure.ts';
import { addTo, sumsIn, type LegSums, type Totals } from './totals.ts';

/** An event and its competition. */
export type Scopes = { eventId: string; competitionId: string };

const scopeLock = query.exec(
  'exposure-scope-lock',
  // Rows are locked in the order of their kind, then of their id.
  `insert into exposure_scope (kind, id, competition_id)
   select kind, id, competition_id from unnest($1::smallint[], $2::text[], $3::text[])
     as t (kind, id, competition_id) order by kind, id
   on conflict (kind, id) do update set grants = exposure_scope.grants + 1`,
);
/** How long a grant may wait for its own process. */
const idleMs = 2_000;

/**
 * Locks the rows that a grant divides: the site and the competitions where they have a cap, and the events.
 */
export const lockScopes = async (
  on: Queryable,
  of: readonly Scopes[],
  { site, competition }: { site: boolean; competition: boolean },
): Promise<void> => {
  // A process that is stopped in between must not stop all others.
  await on.query(`set local idle_in_transaction_session_timeout = ${idleMs}`);
  const competitions = [...new Set(of.map(({ competitionId }) => competitionId))];
  const rows = [
    ...(site ? [{ kind: 1, id: '', of: null }] : []),
    ...(competition ? competitions.map((id) => ({ kind: 2, id, of: null })) : []),
    ...of.map(({ eventId, competitionId }) => ({ kind: 3, id: eventId, of: competitionId })),
  ];
  await scopeLock(on, [rows.map((r) => r.kind), rows.map((r) => r.id), rows.map((r) => r.of)]);
};

const supersededDelete = query.exec(
  'exposure-lease-superseded',
  `delete from exposure_lease where id in (
     select l.id from exposure_lease l
     where l.event_id = any($1::uuid[]) and l.expires_at <= site_clock() and exists (
       select from exposure_lease x where x.event_id = l.event_id and x.holder = l.holder and x.n > l.n)
     for update of l skip locked)`,
);
const expiredDelete = query.exec(
  'exposure-lease-expired',
  `delete from exposure_lease where id in (
     select l.id from exposure_lease l
     where l.event_id = any($1::uuid[]) and l.expires_at <= site_clock() and not exists (
       select from exposure_lease x where x.event_id = l.event_id and x.holder = l.holder and x.n <> l.n)
     for update of l skip locked)`,
);
/**
 * Deletes the leases of processes that have no valid one. It does not wait: a process that is still
 * writing under an expired lease keeps its last one, and is counted with its full allowance.
 */
export const dropExpired = async (on: Queryable, eventIds: readonly string[]): Promise<void> => {
  await supersededDelete(on, [eventIds]);
  await expiredDelete(on, [eventIds]);
};

type LeaseRow = Row<'exposure_lease', 'holder' | 'n' | 'counted'> & {
  event: string;
  less: Record<string, number[]>;
};

const leaseSelect = query.many<LeaseRow>(
  'exposure-lease-newest',
  `select distinct on (event_id, holder) event_id as event, holder, n, counted, less from exposure_lease
   where event_id = any($1::uuid[]) order by event_id, holder, n desc`,
);
const rowSelect = query.many<TotalsRow>(
  'exposure-rows',
  `select event_id as event, holder, market, line, selection, since, sum(stake)::bigint as stake,
     sum(potential)::bigint as potential, sum(combined)::bigint as combined, sum(pending)::bigint as pending
   from exposure where event_id = any($1::uuid[]) group by event_id, holder, market, line, selection, since`,
);
type TotalsRow = Record<'event' | 'holder' | 'market' | 'line' | 'selection' | 'since', string> &
  Record<keyof LegSums, bigint>;

/** The rows of an event: each process's sums, and its newest lease. */
export type EventRows = {
  leases: Map<string, { n: number } & Pick<Outstanding, 'counted' | 'less'>>;
  written: Map<string, Totals>;
};

/**
 * Leases are read first: everything that a deleted lease allowed is then in the rows.
 */
export const selectEvents = async (
  on: Queryable,
  eventIds: readonly string[],
): Promise<(eventId: string) => EventRows> => {
  const leases = await leaseSelect(on, [eventIds]);
  const events = new Map<string, EventRows>();
  const rowsOf = (eventId: string): EventRows => {
    const found = events.get(eventId) ?? { leases: new Map(), written: new Map() };
    events.set(eventId, found);
    return found;
  };
  for (const { event, holder, n, counted, less } of leases) {
    rowsOf(event).leases.set(holder, { n, counted: readLimits(counted), less: readLess(less) });
  }
  const rows = await rowSelect(on, [eventIds]);
  for (const row of rows) {
    const { written } = rowsOf(row.event);
    const totals = written.get(row.holder) ?? new Map<string, LegSums>();
    addTo(totals, legName(row), sumsIn(row));
    written.set(row.holder, totals);
  }
  return rowsOf;
};

/**
 * The maximum of an event, in minor units; all others of a competition are counted together, without an id.
 */
export type Bound = { eventId: string | null; competitionId: string | null; minor: number };

const boundSelect = query.many<Omit<Bound, 'minor'> & { minor: bigint }>(
  'exposure-bounds',
  `select case when id = any($1::text[]) then id end as "eventId", competition_id as "competitionId",
     sum(bound)::bigint as minor
   from exposure_scope where kind = 3 and bound > 0 group by 1, 2`,
);
/** The maxima of all events, these individually. */
export const selectBounds = async (on: Queryable, of: readonly Scopes[]): Promise<Bound[]> => {
  const rows = await boundSelect(on, [of.map(({ eventId }) => eventId)]);
  return rows.map((row) => ({ ...row, minor: Number(row.minor) }));
};

const { $, values } = parameters({
  id: 'uuid[]',
  event_id: 'uuid[]',
  event: 'float8[]',
  market: 'float8[]',
  selection: 'float8[]',
  less: 'jsonb[]',
  bound: 'bigint[]',
  holder: 'uuid',
  n: 'int',
  ttl_ms: 'int',
});
const leaseInsert = query.exec(
  'exposure-lease-insert',
  `with given as (
     select *, site_clock() + ${$('ttl_ms')} * interval '1 millisecond' as expires_at
     from unnest(${$('id')}, ${$('event_id')}, ${$('event')}, ${$('market')}, ${$('selection')}, ${$('less')}, ${$('bound')})
       as t (id, event_id, event, market, selection, less, bound)
   ),
   lease as (
     insert into exposure_lease (id, event_id, holder, n, counted, less, expires_at)
     select id, event_id, ${$('holder')}, ${$('n')}, array[event, market, selection], less, expires_at from given
   )
   update exposure_scope s set bound = g.bound, bound_until = g.expires_at from given g
   where s.kind = 3 and s.id = g.event_id::text`,
);

export type NewLease = { id: string; eventId: string; counted: Limits; boundMinor: number } & Pick<
  Allowance,
  'less'
>;

/** Inserts leases, and records each event's maximum with its own. */
export const insertLeases = async (
  on: Queryable,
  { holder, n, ttlMs }: { holder: string; n: number; ttlMs: number },
  leases: readonly NewLease[],
): Promise<void> => {
  const column = <T>(pick: (lease: NewLease) => T): T[] => leases.map(pick);
  await leaseInsert(
    on,
    values({
      id: column(({ id }) => id),
      event_id: column(({ eventId }) => eventId),
      event: column(({ counted }) => counted.event),
      market: column(({ counted }) => counted.market),
      selection: column(({ counted }) => counted.selection),
      less: column(({ less }) => JSON.stringify(writeLess(less))),
      bound: column(({ boundMinor }) => boundMinor),
      holder,
      n,
      ttl_ms: ttlMs,
    }),
  );
};

const leaseHold = query.exec(
  'exposure-lease-hold',
  `select id from exposure_lease where id = any($1::uuid[]) and expires_at > site_clock()
   order by event_id, id for share`,
);
/** Locks leases until the transaction ends. @returns how many of them are valid */
export const holdLeases = (on: Queryable, ids: readonly string[]): Promise<number> => leaseHold(on, [ids]);

const leaseRelease = query.exec('exposure-lease-release', 'delete from exposure_lease where holder = $1');
/** Releases all leases of a process; it must not be writing any more. */
export const releaseLeases = async (on: Queryable, holder: string): Promise<void> => {
  await leaseRelease(on, [holder]);
};

const staleSelect = query.many<Scopes>(
  'exposure-bound-stale',
  `select id as "eventId", competition_id as "competitionId" from exposure_scope
   where kind = 3 and bound > 0 and bound_until <= site_clock() order by bound_until limit $1`,
);
/** Events whose bound includes expired leases, longest first. */
export const selectStale = (on: Queryable, limit: number): Promise<Scopes[]> => staleSelect(on, [limit]);

const boundUpdate = query.exec(
  'exposure-bound-update',
  `update exposure_scope set bound = $2, bound_until = site_clock() + $3 * interval '1 millisecond'
   where kind = 3 and id = $1`,
);
/** Records an event's maximum; it is computed again after `againMs`. */
export const updateBound = async (
  on: Queryable,
  { eventId, boundMinor, againMs }: { eventId: string; boundMinor: number; againMs: number },
): Promise<void> => {
  await boundUpdate(on, [eventId, boundMinor, againMs]);
};

const readLimits = ([event = 0, market = 0, selection = 0]: number[]): Limits => ({
  event,
  market,
  selection,
});

const writeLess = (less: Totals): Record<string, number[]> =>
  Object.fromEntries(
    [...less].map(([name, { stake, potential, combined, pending }]) => [
      name,
      [stake, potential, combined, pending],
    ]),
  );

const readLess = (less: Record<string, number[]>): Totals =>
  new Map(
    Object.entries(less).map(([name, [stake = 0, potential = 0, combined = 0, pending = 0]]) => [
      name,
      { stake, potential, combined, pending },
    ]),
  );
