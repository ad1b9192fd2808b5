import { oddsFactor } from '@touchline/money/factor';
import { systemPayout } from '@touchline/money/system';
import type { Queryable } from '../../core/database/database.ts';
import { legName, type ExposedLeg } from './legs.ts';
import { addTo, none, sumOf, type LegSums, type Totals } from './totals.ts';

/**
 * Recomputes the exposure of every open event from its bets and waiting orders: each stake and full return,
 * less sold and returned parts.
 */
export const verifyExposure = async (
  on: Queryable,
  note?: (difference: string) => void,
): Promise<{ counts: Record<string, bigint>; differences: string[] }> => {
  const counted = await readRows(on);
  const told = await readBets(on);
  const differences: string[] = [];
  const tell = note ?? ((difference: string) => void differences.push(difference));
  for (const eventId of [...new Set([...counted.keys(), ...told.keys()])].toSorted()) {
    const rest = sumOf([told.get(eventId) ?? new Map(), 1], [counted.get(eventId) ?? new Map(), -1]);
    for (const [name, difference] of rest) {
      const [field] = fields.filter((one) => difference[one] !== 0);
      if (field === undefined) continue;
      const [bets, rows] = [told, counted].map((of) => of.get(eventId)?.get(name)?.[field] ?? 0);
      tell(`exposure of ${eventId} on ${name}: ${field} is ${bets} by the bets, but ${rows} is counted`);
    }
  }
  return { counts: { events: BigInt(told.size) }, differences };
};

const fields = ['stake', 'potential', 'combined', 'pending'] as const satisfies (keyof LegSums)[];

const isOpen = `e.state in ('scheduled', 'live', 'half_time', 'postponed')`;

type LegRow = ExposedLeg & { event_id: string };

const addRow = (events: Map<string, Totals>, row: LegRow, sums: LegSums): void => {
  const totals = events.get(row.event_id) ?? new Map<string, LegSums>();
  addTo(totals, legName(row), sums);
  events.set(row.event_id, totals);
};

const readRows = async (on: Queryable): Promise<Map<string, Totals>> => {
  const { rows } = await on.query<LegRow & Record<keyof LegSums, bigint>>(
    `select x.event_id, x.market, x.line, x.selection, x.since, sum(x.stake)::bigint as stake,
       sum(x.potential)::bigint as potential, sum(x.combined)::bigint as combined, sum(x.pending)::bigint as pending
     from exposure x join event e on e.id = x.event_id where ${isOpen}
     group by x.event_id, x.market, x.line, x.selection, x.since`,
  );
  const events = new Map<string, Totals>();
  for (const row of rows) {
    const [stake, potential] = [Number(row.stake), Number(row.potential)];
    addRow(events, row, { stake, potential, combined: Number(row.combined), pending: Number(row.pending) });
  }
  return events;
};

type BetRow = LegRow & { is_single: boolean; stake: bigint; potential: bigint };
type SoldRow = BetRow & { cashed_stake: bigint; k: number; odds: number[] };

const readBets = async (on: Queryable): Promise<Map<string, Totals>> => {
  const events = new Map<string, Totals>();
  const whole = await on.query<BetRow>(
    `select l.event_id, l.market, l.line, l.selection, l.since, b.type = 'single' as is_single,
       sum(b.stake)::bigint as stake, sum(b.potential)::bigint as potential
     from bet_leg l
     join bet b on b.shard = l.shard and b.member_id = l.member_id and b.id = l.bet_id
     join event e on e.id = l.event_id
     where ${isOpen} and b.cashed_stake = 0 and b.returned_at is null
     group by l.event_id, l.market, l.line, l.selection, l.since, b.type = 'single'`,
  );
  for (const row of whole.rows) addRow(events, row, sumsOf(row, row.stake, row.potential));
  const sold = await on.query<SoldRow>(
    `select l.event_id, l.market, l.line, l.selection, l.since, b.type = 'single' as is_single, b.stake, b.potential,
       b.cashed_stake, coalesce(b.k, cardinality(o.odds)) as k, o.odds
     from bet_leg l
     join bet b on b.shard = l.shard and b.member_id = l.member_id and b.id = l.bet_id
     join event e on e.id = l.event_id
     join lateral (
       select array_agg(x.odds_milli order by x.n) as odds from bet_leg x
       where x.shard = b.shard and x.member_id = b.member_id and x.bet_id = b.id
     ) o on true
     where ${isOpen} and b.cashed_stake > 0 and b.returned_at is null`,
  );
  for (const row of sold.rows) {
    const running = row.stake - row.cashed_stake;
    addRow(
      events,
      row,
      sumsOf(
        row,
        running,
        systemPayout({ stakeMinor: running, k: row.k, factors: row.odds.map(oddsFactor) }),
      ),
    );
  }
  const waiting = await on.query<BetRow>(
    `select (leg ->> 'event')::uuid as event_id, leg ->> 'market' as market, leg ->> 'line' as line,
       leg ->> 'selection' as selection, leg ->> 'since' as since, d.type = 'single' as is_single,
       d.unit * d.lines as stake, d.potential
     from delayed_order d
     cross join lateral jsonb_array_elements(d.legs) as leg
     join event e on e.id = (leg ->> 'event')::uuid
     where ${isOpen} and d.state = 'waiting'`,
  );
  for (const row of waiting.rows) {
    const { combined, potential, stake } = sumsOf(row, row.stake, row.potential);
    addRow(events, row, { ...none, combined, pending: potential - stake });
  }
  return events;
};

const sumsOf = ({ is_single: isSingle }: BetRow, stake: bigint, potential: bigint): LegSums =>
  isSingle
    ? { ...none, stake: Number(stake), potential: Number(potential) }
    : { ...none, combined: Number(potential) };
