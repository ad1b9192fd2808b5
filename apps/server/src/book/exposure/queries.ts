import { statement, type Queryable } from '../../platform/database.ts';
import type { Allowance, Outstanding } from './grant-plan.ts';
import { legName } from './legs.ts';
import type { Limits } from './standing.ts';
import type { Sums, Totals } from './totals.ts';

/** An event and the competition it counts in. */
export type Scopes = { eventId: string; competitionId: string };

const scopeLock = statement(
  'exposure-scope-lock',
  // Rows are locked in the order of their kind.
  `insert into exposure_scope (kind, id, competition_id)
   select kind, id, competition_id from unnest($1::smallint[], $2::text[], $3::text[])
     as t (kind, id, competition_id) order by kind
   on conflict (kind, id) do update set grants = exposure_scope.grants + 1`,
);
/** How long a grant may wait for its own process. */
const idleMs = 2_000;

/** Locks what a grant divides: the site and the competition where they have a cap, and the event. */
export const lockScopes = async (
  on: Queryable,
  { eventId, competitionId }: Scopes,
  { site, competition }: { site: boolean; competition: boolean },
): Promise<void> => {
  // A process that is stopped in between must not stop all others.
  await on.query(`set local idle_in_transaction_session_timeout = ${idleMs}`);
  const rows = [
    ...(site ? [{ kind: 1, id: '', of: null }] : []),
    ...(competition ? [{ kind: 2, id: competitionId, of: null }] : []),
    { kind: 3, id: eventId, of: competitionId },
  ];
  await on.query(scopeLock([rows.map((r) => r.kind), rows.map((r) => r.id), rows.map((r) => r.of)]));
};

const supersededDelete = statement(
  'exposure-lease-superseded',
  `delete from exposure_lease where id in (
     select l.id from exposure_lease l
     where l.event_id = $1 and l.expires_at <= clock_timestamp() and exists (
       select from exposure_lease x where x.event_id = $1 and x.holder = l.holder and x.n > l.n)
     for update of l skip locked)`,
);
const expiredDelete = statement(
  'exposure-lease-expired',
  `delete from exposure_lease where id in (
     select l.id from exposure_lease l
     where l.event_id = $1 and l.expires_at <= clock_timestamp() and not exists (
       select from exposure_lease x where x.event_id = $1 and x.holder = l.holder and x.n <> l.n)
     for update of l skip locked)`,
);
/**
 * Deletes the leases of processes that have none any more. Nobody is waited for: a process that still holds an expired
 * lease, because it is writing what the lease let in, keeps its last one, and is counted with all that one allows.
 */
export const dropExpired = async (on: Queryable, eventId: string): Promise<void> => {
  await on.query(supersededDelete([eventId]));
  await on.query(expiredDelete([eventId]));
};

type LeaseRow = { holder: string; n: number; counted: number[]; less: Record<string, number[]> };

const leaseSelect = statement(
  'exposure-lease-newest',
  `select distinct on (holder) holder, n, counted, less from exposure_lease
   where event_id = $1 order by holder, n desc`,
);
const rowSelect = statement(
  'exposure-rows',
  `select holder, market, line, selection, since, sum(stake)::bigint as stake, sum(potential)::bigint as potential,
     sum(combined)::bigint as combined, sum(pending)::bigint as pending
   from exposure where event_id = $1 group by holder, market, line, selection, since`,
);
type TotalsRow = { holder: string; market: string; line: string; selection: string; since: string } & Record<
  keyof Sums,
  bigint
>;

/** Where an event stands: what each process has written, and the newest lease of each. */
export type EventRows = {
  leases: Map<string, { n: number } & Pick<Outstanding, 'counted' | 'less'>>;
  written: Map<string, Totals>;
};

/** Leases are read first: what a lease that is gone by then let in is in the rows. */
export const selectEvent = async (on: Queryable, eventId: string): Promise<EventRows> => {
  const leases = await on.query<LeaseRow>(leaseSelect([eventId]));
  const rows = await on.query<TotalsRow>(rowSelect([eventId]));
  const written = new Map<string, Totals>();
  for (const row of rows.rows) {
    const totals = written.get(row.holder) ?? new Map<string, Sums>();
    totals.set(legName(row), {
      ...{ stake: Number(row.stake), potential: Number(row.potential) },
      ...{ combined: Number(row.combined), pending: Number(row.pending) },
    });
    written.set(row.holder, totals);
  }
  return {
    leases: new Map(
      leases.rows.map(({ holder, n, counted, less }) => [
        holder,
        { n, counted: readLimits(counted), less: readLess(less) },
      ]),
    ),
    written,
  };
};

const boundSelect = statement(
  'exposure-bounds',
  `select coalesce(sum(bound), 0)::bigint as site,
     coalesce(sum(bound) filter (where competition_id = $2), 0)::bigint as competition
   from exposure_scope where kind = 3 and bound > 0 and id <> $1`,
);
/** What all other events can come to, in the site and in the competition. */
export const selectBounds = async (
  on: Queryable,
  { eventId, competitionId }: Scopes,
): Promise<{ site: number; competition: number }> => {
  const { rows } = await on.query<{ site: bigint; competition: bigint }>(
    boundSelect([eventId, competitionId]),
  );
  return { site: Number(rows[0]?.site ?? 0n), competition: Number(rows[0]?.competition ?? 0n) };
};

const leaseInsert = statement(
  'exposure-lease-insert',
  `with lease as (
     insert into exposure_lease (id, event_id, holder, n, counted, less, expires_at)
     values ($1, $2, $3, $4, $5::float8[], $6::jsonb, clock_timestamp() + $7 * interval '1 millisecond')
     returning expires_at
   )
   update exposure_scope set bound = $8, bound_until = lease.expires_at from lease where kind = 3 and id = $2::text`,
);
/** Gives a lease, and notes what the event can come to with it. */
export const insertLease = async (
  on: Queryable,
  lease: {
    id: string;
    eventId: string;
    holder: string;
    n: number;
    counted: Limits;
    ttlMs: number;
    boundMinor: number;
  } & Pick<Allowance, 'less'>,
): Promise<void> => {
  const { event, market, selection } = lease.counted;
  await on.query(
    leaseInsert([
      ...[lease.id, lease.eventId, lease.holder, lease.n, [event, market, selection]],
      ...[JSON.stringify(writeLess(lease.less)), lease.ttlMs, lease.boundMinor],
    ]),
  );
};

const leaseHold = statement(
  'exposure-lease-hold',
  `select id from exposure_lease where id = any($1::uuid[]) and expires_at > clock_timestamp()
   order by event_id, id for share`,
);
/** Holds leases until the transaction ends. @returns how many of them last */
export const holdLeases = async (on: Queryable, ids: readonly string[]): Promise<number> =>
  (await on.query(leaseHold([ids]))).rowCount ?? 0;

const leaseRelease = statement('exposure-lease-release', 'delete from exposure_lease where holder = $1');
/** Gives all leases of a process back; it must not be writing any more. */
export const releaseLeases = async (on: Queryable, holder: string): Promise<void> => {
  await on.query(leaseRelease([holder]));
};

const staleSelect = statement(
  'exposure-bound-stale',
  `select id as "eventId", competition_id as "competitionId" from exposure_scope
   where kind = 3 and bound > 0 and bound_until <= clock_timestamp() order by bound_until limit $1`,
);
/** Events whose bound stands on leases that have run out, longest first. */
export const selectStale = async (on: Queryable, limit: number): Promise<Scopes[]> =>
  (await on.query<Scopes>(staleSelect([limit]))).rows;

const boundUpdate = statement(
  'exposure-bound-update',
  `update exposure_scope set bound = $2, bound_until = clock_timestamp() + $3 * interval '1 millisecond'
   where kind = 3 and id = $1`,
);
/** Notes what an event can come to; it is looked at again after `againMs`. */
export const updateBound = async (
  on: Queryable,
  { eventId, boundMinor, againMs }: { eventId: string; boundMinor: number; againMs: number },
): Promise<void> => {
  await on.query(boundUpdate([eventId, boundMinor, againMs]));
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
