import { statement, type Queryable } from '../platform/database.ts';

/** What members' levels took off the fees of withdrawals that were paid, minor units. */
export type FeesSaved = {
  savedMinor: bigint;
  /** Those with a lower fee, and those of which it is not on record what everybody would have paid. */
  withdrawals: number;
  unknown: number;
};

const saved = statement(
  'withdrawal-fees-saved',
  `select coalesce(sum(fee_site - fee) filter (where fee_site > fee), 0)::bigint as "savedMinor",
     (count(*) filter (where fee_site > fee))::int as withdrawals,
     (count(*) filter (where fee_site is null))::int as unknown
   from withdrawal
   where paid_at >= $1::date::timestamp at time zone $3 and paid_at < ($2::date + 1)::timestamp at time zone $3
     and state in ('success', 'finished')`,
);

/** Of withdrawals paid within the days, first and last included, and not sent back by the bank. */
export const feesSaved = async (
  on: Queryable,
  { from, to }: { from: string; to: string },
  timeZone: string,
): Promise<FeesSaved> =>
  (await on.query<FeesSaved>(saved([from, to, timeZone]))).rows[0] ?? {
    savedMinor: 0n,
    withdrawals: 0,
    unknown: 0,
  };
