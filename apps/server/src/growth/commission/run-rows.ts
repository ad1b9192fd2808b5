import { query, type Queryable } from '../../core/database/database.ts';
import { columnsOf, type Row } from '../../core/database/rows.ts';
import { startOfDay } from '../../core/local-time.ts';

const runColumns = ['day', 'state', 'rules_version', 'read_from', 'read_to', 'credits'] as const;
/** A day that is being closed. Times are the database's. */
export type ClosingDay = Row<'team_run', (typeof runColumns)[number]>;

const columns = columnsOf('team_run', runColumns);

const open = query.one<ClosingDay>(
  'team-run-open',
  `select ${columns} from team_run where state <> 'closed'`,
);
/** The closing under way. */
export const selectOpen = (on: Queryable): Promise<ClosingDay | undefined> => open(on);

const next = query.one<{ day: string; readFrom: Date }>(
  'team-run-next',
  `select coalesce(r.day + 1, (m.read_to at time zone $1)::date) as day, coalesce(r.read_to, m.read_to) as "readFrom"
   from team_mark m left join (select day, read_to from team_run order by day desc limit 1) r on true
   where m.name = 'bets'`,
);
/** The day to close next, and from where on changes of earlier days are unread. */
export const selectNext = async (
  on: Queryable,
  timeZone: string,
): Promise<{ day: string; readFrom: Date }> => {
  const row = await next(on, [timeZone]);
  if (row === undefined) throw new Error('Teams have no first day');
  return row;
};

const isOver = query.one<{ over: boolean }>(
  'team-run-is-over',
  `select ${startOfDay('$1::date + 1', '$2')} + $3 * interval '1 minute' <= $4::timestamptz as over`,
);
/** Whether a day of the site was over a number of minutes before a given time. */
export const isDayOver = async (
  on: Queryable,
  of: { day: string; timeZone: string; minutes: number; at: Date },
): Promise<boolean> => {
  const row = await isOver(on, [of.day, of.timeZone, of.minutes, of.at]);
  return row?.over === true;
};

const begin = query.exec(
  'team-run-begin',
  `insert into team_run (day, rules_version, read_from, read_to, begun_at)
   values ($1, $2, $3, $4, site_now()) on conflict do nothing`,
);
/** Begins a day; nothing when another process has begun it. */
export const beginRun = async (
  on: Queryable,
  of: { day: string; rulesVersion: number; readFrom: Date; readTo: Date },
): Promise<void> => {
  await begin(on, [of.day, of.rulesVersion, of.readFrom, of.readTo]);
};

const advance = query.exec(
  'team-run-advance',
  `update team_run set state = $3, closed_at = case when $3 = 'closed' then site_now() end where day = $1 and state = $2`,
);
/** Moves a closing on by one step, in the caller's transaction. @returns false when another process has */
export const advanceRun = async (
  on: Queryable,
  day: string,
  from: ClosingDay['state'],
  to: ClosingDay['state'],
): Promise<boolean> => (await advance(on, [day, from, to])) === 1;

const credit = query.one<{ credits: bigint }>(
  'team-run-credit',
  `update team_run r set credits = d.credits, leaders = d.leaders
   from (
     select coalesce(sum(amount), 0)::bigint as credits, count(distinct leader_id) as leaders
     from team_due where run = $1 and amount > 0
   ) d
   where r.day = $1 and r.state = 'paying' returning r.credits`,
);
/** Records the sum of a closing's credits, and the number of leaders. @returns minor units */
export const noteCredits = async (on: Queryable, day: string): Promise<bigint> =>
  (await credit(on, [day]))?.credits ?? 0n;

const sum = query.exec(
  'team-run-sum',
  `update team_run set members = members + $2, bets = bets + $3, stakes = stakes + $4, theoretical = theoretical + $5
   where day = $1`,
);
/** Adds to the sum of the day's bets of invited members. */
export const addToRun = async (
  on: Queryable,
  day: string,
  of: { members: bigint; bets: bigint; stakes: bigint; theoretical: string },
): Promise<void> => {
  await sum(on, [day, of.members, of.bets, of.stakes, of.theoretical]);
};
