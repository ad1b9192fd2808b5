import { query, type Queryable } from '../core/database/database.ts';
import type { Owner } from '../core/owner.ts';
import { startOfDay } from '../core/local-time.ts';

/** An entry of the ledger, in minor units. */
export type LogEntry = {
  version: bigint;
  kind: string;
  amountMinor: bigint;
  heldMinor: bigint;
  availableAfterMinor: bigint;
  heldAfterMinor: bigint;
  at: Date;
  ref: string | null;
};

/** Sums of the entries of a kind, in minor units: changes of available and held money together. */
export type StoryLine = { kind: string; count: bigint; amountMinor: bigint };

export type LogFilter = {
  kind?: string | undefined;
  /** First and last day, `YYYY-MM-DD` in `timeZone`. */
  from?: string | undefined;
  to?: string | undefined;
  timeZone: string;
};

const where = `shard = $1 and member_id = $2 and ($3::text is null or kind = $3)
   and ($4::date is null or at >= ${startOfDay('$4::date', '$6')})
   and ($5::date is null or at < ${startOfDay('$5::date + 1', '$6')})`;

const columns = `version, kind, amount as "amountMinor", held_change as "heldMinor", available_after as "availableAfterMinor",
  held_after as "heldAfterMinor", at, ref`;
const logSelect = query.many<LogEntry>(
  'wallet-log',
  `select ${columns}
   from entry where ${where} order by version desc limit $7 offset $8`,
);
const logCount = query.one<{ total: bigint }>(
  'wallet-log-count',
  `select count(*) as total from entry where ${where}`,
);

/** A page of a wallet's entries, newest first, and the number of entries of this kind and time. */
export const selectLog = async (
  on: Queryable,
  { memberId, shard }: { memberId: string; shard: number },
  { kind, from, to, timeZone, limit, offset }: LogFilter & { limit: number; offset: number },
): Promise<{ entries: LogEntry[]; total: number }> => {
  const values = [shard, memberId, kind ?? null, from ?? null, to ?? null, timeZone];
  const [entries, count] = await Promise.all([
    logSelect(on, [...values, limit, offset]),
    logCount(on, values),
  ]);
  return { entries: entries, total: Number(count?.total ?? 0n) };
};

const oneSelect = query.one<LogEntry>(
  'wallet-log-one',
  `select ${columns} from entry where shard = $1 and member_id = $2 and version = $3`,
);

/** An entry of a wallet by its number; undefined where there is none. */
export const selectLogEntry = (
  on: Queryable,
  { memberId, shard }: Owner,
  version: bigint,
): Promise<LogEntry | undefined> => oneSelect(on, [shard, memberId, version]);

const story = query.many<StoryLine>(
  'wallet-story',
  `select kind, count(*) as count, sum(amount + held_change)::bigint as "amountMinor" from entry
   where shard = $1 and member_id = $2 group by kind having sum(amount + held_change) <> 0 order by kind`,
);

/** Everything that moved a wallet, by kind; together it is the available and held money. */
export const selectStory = (
  on: Queryable,
  { memberId, shard }: { memberId: string; shard: number },
): Promise<StoryLine[]> => story(on, [shard, memberId]);
