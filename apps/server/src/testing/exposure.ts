import type pg from 'pg';
import { createLegBook, legName } from '../betting/exposure/legs.ts';
import { EventRisk, type Limits } from '../betting/exposure/event-exposure.ts';
import { addTo, type LegSums, type Totals } from '../betting/exposure/totals.ts';
import { formatOdds } from '@touchline/money/odds';
import type { Input } from '@touchline/contract/routes';
import { newId } from '../core/ids.ts';

/** The exposure to an event by its bets, not by the exposure's own rows: caps are checked against it. */
export const worstOfBets = async (pool: pg.Pool, eventId: string): Promise<Limits> => {
  const { rows } = await pool.query<{
    market: string;
    line: string;
    selection: string;
    since: string;
    isSingle: boolean;
    stake: bigint;
    potential: bigint;
  }>(
    `select l.market, l.line, l.selection, l.since, b.type = 'single' as "isSingle", b.stake, b.potential
     from bet_leg l join bet b on b.shard = l.shard and b.member_id = l.member_id and b.id = l.bet_id
     where l.event_id = $1`,
    [eventId],
  );
  const totals: Totals = new Map();
  for (const row of rows) {
    const [stake, potential] = [Number(row.stake), Number(row.potential)];
    const sums: LegSums = row.isSingle
      ? { stake, potential, combined: 0, pending: 0 }
      : { stake: 0, potential: 0, combined: potential, pending: 0 };
    addTo(totals, legName(row), sums);
  }
  return new EventRisk(createLegBook(), { event: 0, market: 0, selection: 0 }, totals).worst();
};

/** A request for a single. */
export const singleOf = (
  event: string,
  {
    market = '1x2',
    selection = 'X',
    oddsMilli = 3400,
    stake = '10.00',
  }: Partial<{
    market: string;
    selection: string;
    oddsMilli: number;
    stake: string;
  }> = {},
): Input<'orderAdd'> => ({
  key: newId(),
  type: 'single',
  stake,
  accept: 'none',
  again: true,
  legs: [{ event, market, selection, odds: formatOdds(oddsMilli) }],
});
