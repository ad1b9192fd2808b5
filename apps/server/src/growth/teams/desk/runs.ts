import { query, type Queryable } from '../../../core/database/database.ts';
import { columnsOf, type Row } from '../../../core/database/rows.ts';

const runColumns = [
  'day',
  'state',
  'rules_version',
  'begun_at',
  'closed_at',
  'members',
  'bets',
  'stakes',
  'theoretical',
  'leaders',
  'credits',
] as const;
/** A closing as the office sees it; amounts in minor units. */
export type RunRow = Row<'team_run', (typeof runColumns)[number]> & {
  waiting: bigint;
  back: bigint;
  taken: bigint;
  held: number;
};

const page = query.many<RunRow>(
  'team-runs',
  `select ${columnsOf('team_run', runColumns, 'r')}, w.waiting, b.back, b.taken, h.held
   from (
     select * from team_run where ($1::date is null or day >= $1) and ($2::date is null or day <= $2)
     order by day desc limit $3 offset $4
   ) r
   cross join lateral (
     select coalesce(sum(d.amount), 0)::bigint as waiting from team_due d
     where d.run = r.day and d.state = 'due' and d.amount > 0 and r.state in ('paying', 'closed')
   ) w
   cross join lateral (
     select coalesce(-sum(d.amount), 0)::bigint as back, coalesce(sum(d.taken), 0)::bigint as taken from team_due d
     where d.run = r.day and d.amount < 0
   ) b
   cross join lateral (
     select count(*)::int as held from team_commission c where c.day = r.day and c.restricted
   ) h
   order by r.day desc`,
);
const count = query.one<{ total: bigint }>(
  'team-runs-count',
  'select count(*) as total from team_run where ($1::date is null or day >= $1) and ($2::date is null or day <= $2)',
);

/** Closings, newest first. */
export const pageOfRuns = async (
  on: Queryable,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RunRow[]; total: number }> => {
  const span = [from ?? null, to ?? null];
  const rows = await page(on, [...span, limit, offset]);
  const counted = await count(on, span);
  return { rows, total: Number(counted?.total ?? 0n) };
};

/** Commission of all days, minor units. */
export type BooksRow = {
  credits: bigint;
  waiting: bigint;
  back: bigint;
  taken: bigint;
  flagsOpen: number;
  flagsInForce: number;
};

const books = query.many<BooksRow>(
  'team-books',
  `select (select coalesce(sum(credits), 0)::bigint from team_run) as credits,
     (select coalesce(sum(d.amount), 0)::bigint from team_due d join team_run r on r.day = d.run
      where d.state = 'due' and d.amount > 0 and r.state in ('paying', 'closed')) as waiting,
     b.back, b.taken,
     (select count(*)::int from team_flag where state = 'open') as "flagsOpen",
     (select count(*)::int from team_flag where in_force) as "flagsInForce"
   from (
     select coalesce(-sum(amount), 0)::bigint as back, coalesce(sum(taken), 0)::bigint as taken
     from team_due where amount < 0
   ) b`,
);

export const readBooks = async (on: Queryable): Promise<BooksRow> => {
  const [row] = await books(on);
  if (row === undefined) throw new Error('Sums of nothing');
  return row;
};
