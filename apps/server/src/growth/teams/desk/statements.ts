import type { CommissionShow } from '@touchline/contract/shapes/office-growth';
import { statement, type Queryable } from '../../../core/database/database.ts';
import { columnsOf, type Row } from '../../../core/database/rows.ts';

const dueColumns = ['shard', 'leader_id', 'day', 'run', 'amount', 'taken', 'done_at'] as const;
/** What a closing has for a leader's day; minor units. */
export type StatementRow = Row<'team_commission', 'id' | 'level'> &
  Row<'team_due', (typeof dueColumns)[number]> & { state: Row<'team_due'>['state'] | 'held' };

const columns = `c.id, c.level, d.state, ${columnsOf('team_due', dueColumns, 'd')}`;
const withDay = 'join team_commission c on c.shard = d.shard and c.leader_id = d.leader_id and c.day = d.day';
const largest = 'order by d.amount desc, d.leader_id, d.day';

const parts = {
  all: '',
  credited: 'and d.amount > 0',
  back: 'and d.amount < 0',
  waiting: `and d.state = 'due'`,
  owed: `and d.state = 'owed'`,
} as const;

/** The days on which the leader was restricted: no commission is due for them. */
const held = {
  page: statement(
    'team-statements-held',
    `select c.id, c.shard, c.leader_id, c.day, c.day as run, 0::bigint as amount, 0::bigint as taken, 'held' as state, c.level,
       null::timestamptz as done_at
     from team_commission c where c.day = $1 and c.restricted order by c.leader_id limit $2 offset $3`,
  ),
  count: statement(
    'team-statements-held-count',
    'select count(*) as total from team_commission where day = $1 and restricted',
  ),
};

const ofDue = (show: keyof typeof parts) => ({
  page: statement(
    `team-statements-${show}`,
    `select ${columns} from (
       select * from team_due d where d.run = $1 ${parts[show]} ${largest} limit $2 offset $3
     ) d ${withDay} ${largest}`,
  ),
  count: statement(
    `team-statements-${show}-count`,
    `select count(*) as total from team_due d where d.run = $1 ${parts[show]}`,
  ),
});

const shows: Record<CommissionShow, typeof held> = {
  all: ofDue('all'),
  credited: ofDue('credited'),
  back: ofDue('back'),
  waiting: ofDue('waiting'),
  owed: ofDue('owed'),
  held,
};

/** What a closing has for leaders, the largest first. */
export const pageOfStatements = async (
  on: Queryable,
  { run, show }: { run: string; show: CommissionShow },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StatementRow[]; total: number }> => {
  const { rows } = await on.query<StatementRow>(shows[show].page([run, limit, offset]));
  const counted = await on.query<{ total: bigint }>(shows[show].count([run]));
  return { rows, total: Number(counted.rows[0]?.total ?? 0n) };
};

/** How a cursor is written: amount, leader and day of the last row. */
export const statementCursor = /^(-?\d{1,18})_([0-9a-f-]{36})_(\d{4}-\d{2}-\d{2})$/;
export const cursorOf = ({ amount, leader_id, day }: StatementRow): string => `${amount}_${leader_id}_${day}`;

const from = statement(
  'team-statements-from',
  `select ${columns} from (
     select * from team_due d
     where d.run = $1 and d.amount <= $2 and (d.amount < $2 or (d.leader_id, d.day) > ($3::uuid, $4::date))
     ${largest} limit $5
   ) d ${withDay} ${largest}`,
);
const greatest = '9223372036854775807';

/** The same for a file: what comes after a cursor. */
export const statementsAfter = async (
  on: Queryable,
  run: string,
  after: RegExpExecArray | undefined,
  limit: number,
): Promise<StatementRow[]> => {
  const [, amount = greatest, leader = '00000000-0000-0000-0000-000000000000', day = '0001-01-01'] =
    after ?? [];
  return (await on.query<StatementRow>(from([run, amount, leader, day, limit]))).rows;
};

const known = statement('team-run-known', 'select day from team_run where day = $1');
export const isRun = async (on: Queryable, day: string): Promise<boolean> =>
  (await on.query(known([day]))).rowCount === 1;
