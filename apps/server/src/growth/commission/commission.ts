import type { Commission, CommissionLine } from '@touchline/contract/shapes/team';
import { formatAmount } from '@touchline/money/amount';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import { formatPercent, formatTheoretical } from '../teams/domain.ts';
import type { Owner } from '../../core/owner.ts';
import { allBut, columnsOf, type Row } from '../../core/database/rows.ts';

const dayColumns = ['id', 'day', 'level', 'rules_version', 'rate_1', 'rate_2', 'rate_3'] as const;
type DayRow = Row<'team_commission', (typeof dayColumns)[number]> & {
  amount: bigint;
  waits: boolean;
  owes: boolean;
  paid_at: Date | null;
  lines: bigint;
};

const lineColumns = allBut('team_line', ['shard', 'leader_id']);
type LineRow = Row<'team_line', (typeof lineColumns)[number]>;

const days = `select ${columnsOf('team_commission', dayColumns, 'c')},
    coalesce(l.amount, 0)::bigint as amount, coalesce(l.lines, 0) as lines,
    coalesce(d.waits, false) as waits, coalesce(d.owes, false) as owes, d.paid_at
  from team_commission c
  left join lateral (
    select sum(amount) as amount, count(*) as lines from team_line l
    where l.shard = c.shard and l.leader_id = c.leader_id and l.day = c.day
  ) l on true
  left join lateral (
    select bool_or(state = 'due') as waits, bool_or(state = 'owed') as owes, max(done_at) as paid_at from team_due d
    where d.shard = c.shard and d.leader_id = c.leader_id and d.day = c.day
  ) d on true
  where c.shard = $1 and c.leader_id = $2`;
// A day without any amount is not in the statement.
const shown = `exists (select from team_line x where x.shard = c.shard and x.leader_id = c.leader_id and x.day = c.day)`;

const page = query.many<DayRow>(
  'commission-page',
  `${days} and ${shown} order by c.day desc limit $3 offset $4`,
);
const count = query.one<{ total: bigint }>(
  'commission-count',
  `select count(*) as total from team_commission c where c.shard = $1 and c.leader_id = $2 and ${shown}`,
);
const byId = query.one<DayRow>('commission-by-id', `${days} and c.id = $3 and ${shown}`);
const lines = statement(
  'commission-lines',
  `select ${columnsOf('team_line', lineColumns)} from team_line
   where shard = $1 and leader_id = $2 and day = $3 order by run, generation`,
);
const totals = query.many<{ generation: number; amount: bigint }>(
  'commission-totals',
  `select generation, sum(amount)::bigint as amount from team_line where shard = $1 and leader_id = $2 group by generation`,
);

const toWire = (row: DayRow, scale: number): Commission => ({
  id: row.id,
  day: row.day,
  amount: formatAmount(row.amount, scale),
  state: row.waits ? 'paying' : row.owes ? 'owed' : 'paid',
  paidAt: row.paid_at === null || row.waits ? undefined : row.paid_at.toISOString(),
});

const lineToWire = (row: LineRow, of: DayRow, scale: number): CommissionLine => ({
  ...(row.run === row.day
    ? { kind: 'day' as const }
    : { kind: 'correction' as const, at: row.at.toISOString() }),
  generation: row.generation,
  people: row.people,
  stakes: formatAmount(row.stakes, scale),
  theoretical: formatTheoretical(BigInt(row.theoretical), scale),
  rate: formatPercent([of.rate_1, of.rate_2, of.rate_3][row.generation - 1] ?? 0),
  amount: formatAmount(row.amount, scale),
});

/** A leader's booked amounts, by generation, minor units. */
export const bookedOf = async (on: Queryable, { shard, memberId }: Owner): Promise<Map<number, bigint>> => {
  const rows = await totals(on, [shard, memberId]);
  return new Map(rows.map((row) => [row.generation, row.amount]));
};

/** A leader's days, newest first. */
export const listCommission = async (
  on: Queryable,
  { shard, memberId }: Owner,
  { limit, offset, scale }: { limit: number; offset: number; scale: number },
): Promise<{ list: Commission[]; total: number }> => {
  const rows = await page(on, [shard, memberId, limit, offset]);
  const counted = await count(on, [shard, memberId]);
  return { list: rows.map((row) => toWire(row, scale)), total: Number(counted?.total ?? 0n) };
};

/** A leader's day with the arithmetic of its lines; undefined when there is none of that id. */
export const findCommission = async (
  on: Queryable,
  { shard, memberId }: Owner,
  id: string,
  scale: number,
) => {
  const row = await byId(on, [shard, memberId, id]);
  if (row === undefined) return undefined;
  const found = await on.query<LineRow>(lines([shard, memberId, row.day]));
  return {
    commission: toWire(row, scale),
    rulesVersion: String(row.rules_version),
    teamLevel: row.level,
    lines: found.rows.map((line) => lineToWire(line, row, scale)),
    total: formatAmount(row.amount, scale),
  };
};
