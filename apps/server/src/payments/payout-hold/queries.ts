import { query, type Queryable } from '../../core/database/database.ts';
import { columnsOf, type Row } from '../../core/database/rows.ts';

const holdColumns = ['number', 'reason', 'since', 'at'] as const;
/** A hold of all payouts that no operator has released. */
export type HoldRow = Row<'payout_hold', (typeof holdColumns)[number]>;

const open = query.one<HoldRow>(
  'payout-hold-open',
  `select ${columnsOf('payout_hold', holdColumns)} from payout_hold where released_at is null`,
);

export const selectOpenHold = (on: Queryable): Promise<HoldRow | undefined> => open(on);

const place = query.exec(
  'payout-hold-place',
  `insert into payout_hold (reason, since, at)
   select 'log_refused', $1::timestamptz, site_clock() where not exists (select from payout_hold where at > $1::timestamptz)
   on conflict ((released_at is null)) where released_at is null do nothing
   returning number`,
);

/**
 * Holds payouts because the log does not continue what was signed, unless a hold was placed since then.
 * @returns whether it is a new one
 */
export const placeLogHold = async (on: Queryable, since: Date): Promise<boolean> =>
  (await place(on, [since])) === 1;

const known = query.many<{ reference: string }>(
  'payout-hold-known',
  'select distinct reference from payout_ref where reference = any($1::text[])',
);

/** Those of some references by which withdrawals were paid. */
export const selectKnownReferences = async (
  on: Queryable,
  references: readonly string[],
): Promise<ReadonlySet<string>> => new Set((await known(on, [references])).map(({ reference }) => reference));

const release = query.exec(
  'payout-hold-release',
  `update payout_hold set released_at = $2, released_by = $3, note = $4, unknown_references = $5
   where number = $1 and released_at is null`,
);

/** @returns false where it is released already, or never was */
export const releaseHold = async (
  client: Queryable,
  given: { number: number; at: Date; operatorId: string; note: string; unknown: readonly string[] },
): Promise<boolean> => {
  const { number, at, operatorId, note, unknown } = given;
  return (await release(client, [number, at, operatorId, note, unknown])) === 1;
};

const waiting = query.one<{ count: number; sumMinor: bigint }>(
  'payout-hold-waiting',
  `select count(*)::int as count, coalesce(sum(receive), 0)::bigint as "sumMinor" from withdrawal
   where state = 'in_progress' and stage = 'paying'`,
);

/** The number and the sum of approved withdrawals that are not sent, minor units. */
export const selectWaiting = async (on: Queryable): Promise<{ count: number; sumMinor: bigint }> =>
  (await waiting(on)) ?? { count: 0, sumMinor: 0n };
