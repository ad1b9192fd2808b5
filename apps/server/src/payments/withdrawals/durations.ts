import { durationBoundsMs, noDurations, type Durations } from '@touchline/house/durations';
import type { Queryable } from '../../core/database/database.ts';

/** How long withdrawals that were paid within a span had waited for it, by class. */
export const readPaidDurations = async (
  on: Queryable,
  { from, until }: { from: Date | null; until: Date },
): Promise<Durations> => {
  // A class ends with its bound, and width_bucket's begin with theirs.
  const bounds = durationBoundsMs.map((bound) => bound + 0.5);
  const { rows } = await on.query<{ class: number; paid: number }>(
    `select width_bucket(greatest(extract(epoch from paid_at - requested_at) * 1000, 0)::float8, $3::float8[]) as class, count(*)::int as paid
     from withdrawal
     where shard between 0 and 255 and state in ('success', 'finished') and paid_at >= coalesce($1::timestamptz, '-infinity')
       and paid_at < $2
     group by 1`,
    [from, until, bounds],
  );
  const durations = noDurations();
  for (const row of rows) durations[row.class] = row.paid;
  return durations;
};
