import type pg from 'pg';
import type { Refusal } from '@touchline/contract/envelope';
import { rulesVersion } from '@touchline/contract/rules';
import { statement } from '../../platform/database.ts';
import { settleOutcomes, type Outcome, type ResultRow } from '../../wallet/outcomes.ts';
import { postingCtes, postingResult } from '../../wallet/posting-sql.ts';
import type { Order, StakeLimits, Verdict } from './domain.ts';

/** What the database calls the connections of the lanes: settlement looks for it. */
export const placingName = 'touchline placing';

/** An order on its way into a batch, with what memory said of it. */
export type Placement = {
  shard: number;
  memberId: string;
  betId: string;
  order: Order;
  verdict: Verdict;
};

/** What became of a placement; a fresh bet comes with the price it was struck at. */
export type PlacementAnswer = { outcome: Outcome; bet?: StruckBet };
export type StruckBet = { oddsMilli: number; placedAt: Date };

/**
 * All bets of a batch in one statement: the rows of the book and the database's clock judge each order once more, the
 * ledger takes the stakes, and what it took becomes bets and legs. `in … is true` keeps the last step a look-up in a
 * hash, whatever the planner believes of the number of rows.
 */
const placeText = `with src as (
  select * from unnest($1::smallint[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::bigint[], $7::text[],
    $8::jsonb[], $9::uuid[], $10::text[], $11::text[], $12::text[], $13::int[], $14::text[], $15::int[])
  as t(shard, member_id, key, request_hash, bet_id, stake, refusal, refusal_detail, event_id, market, line, selection,
    odds_seen, accept, odds_expected)
),
priced as (
  select s.*, m.odds_milli[array_position(m.selections, s.selection)] as odds, m.version as price_version,
    m.state as market_state, m.in_play, e.state as event_state, e.kick_off <= clock_timestamp() as started
  from src s
  left join market m on m.event_id = s.event_id and m.market = s.market and m.line = s.line
  left join event e on e.id = s.event_id
),
judged as (
  select p.*,
    case
      when p.refusal is not null then p.refusal
      when p.odds is null then 'not_found'
      when p.market_state = 'suspended' then 'suspended'
      when p.market_state <> 'open' or p.odds = 0 then 'closed'
      when p.event_state not in ('scheduled', 'live', 'half_time') then 'closed'
      when p.started and not p.in_play then 'closed'
      -- Kicked off by the clock, but the feed has not said so: its prices are of a match that has not begun.
      when p.started and p.event_state = 'scheduled' then 'suspended'
      when p.odds < p.odds_seen and p.accept <> 'any' then 'price_changed'
      when p.odds > p.odds_seen and p.accept = 'none' then 'price_changed'
      when p.potential > $16 then 'stake_max'
    end as verdict
  from (select s.*, div(s.stake::numeric * s.odds, 1000) as potential from priced s) p
),
ready as (
  select shard, member_id, key, request_hash, 'stake' as kind, -stake as amount, 0::bigint as held_change,
    'stakes' as counter_account, bet_id as ref, verdict as refusal, refusal_detail
  from judged
),
${postingCtes},
bets as (
  insert into bet (shard, member_id, id, type, lines, currency, unit, stake, odds_milli, potential, rules)
  select shard, member_id, bet_id, 'single', 1, $17, stake, stake, odds, potential, $18
  from judged where (bet_id in (select ref from due)) is true
),
legs as (
  insert into leg (shard, member_id, bet_id, n, event_id, market, line, selection, odds_milli, price_version)
  select shard, member_id, bet_id, 1, event_id, market, line, selection, odds, price_version
  from judged where (bet_id in (select ref from due)) is true
)
select r.*, null::int as odds, null::timestamptz as placed_at from (${postingResult}) r
-- The moment of the batch, and the bets whose price had moved from what memory knew: mostly none.
union all
select null, null, null, null, null, null, null, null, null, null, now()
union all
select member_id, null, null, null, bet_id, null, null, null, null, odds, null
from judged where odds <> odds_expected and (bet_id in (select ref from due)) is true`;

const place = statement('book-place', placeText);

type Row = Omit<ResultRow, 'key'> & { key: string | null; odds: number | null; placed_at: Date | null };

/**
 * Places a batch, each bet for itself.
 * @param placements at most one per wallet
 * @returns an answer for each, in order
 */
export const placeBatch = async (
  pool: pg.Pool,
  placements: readonly Placement[],
  { limits, currency }: { limits: StakeLimits; currency: string },
): Promise<PlacementAnswer[]> => {
  const column = <T>(pick: (p: Placement) => T): T[] => placements.map(pick);
  const { rows } = await pool.query<Row>(
    place([
      ...[column((p) => p.shard), column((p) => p.memberId), column((p) => p.order.key)],
      ...[column((p) => p.order.requestHash), column((p) => p.betId), column((p) => p.order.stakeMinor)],
      ...[column((p) => p.verdict.refusal ?? null), column((p) => detailOf(p.verdict))],
      ...[column((p) => p.order.event), column((p) => p.order.market), column((p) => p.order.line)],
      ...[column((p) => p.order.selection), column((p) => p.order.oddsMilli), column((p) => p.order.accept)],
      column((p) => (p.verdict.refusal === undefined ? p.verdict.oddsMilli : null)),
      ...[limits.potentialMaxMinor, currency, rulesVersion],
    ]),
  );
  const { postings, movedOdds, placedAt } = readRows(rows);
  const asked = placements.map(({ shard, memberId, order: { key, requestHash } }) => ({
    ...{ shard, memberId, key, requestHash },
  }));
  const outcomes = await settleOutcomes(asked, postings, pool);
  return outcomes.map((outcome, i) => {
    const placement = placements[i];
    const isNew = outcome.outcome === 'applied' && !outcome.replayed;
    if (!isNew || placement?.verdict.refusal !== undefined) return { outcome };
    const oddsMilli = movedOdds.get(placement?.betId ?? null) ?? placement?.verdict.oddsMilli;
    return oddsMilli === undefined ? { outcome } : { outcome, bet: { oddsMilli, placedAt } };
  });
};

/** Sorts the rows of the statement: outcomes have a key, bets at another price their odds, and one row is the moment. */
const readRows = (rows: readonly Row[]) => {
  const postings: ResultRow[] = [];
  const movedOdds = new Map<string | null, number>();
  let placedAt: Date | undefined;
  for (const row of rows) {
    if (isPosting(row)) postings.push(row);
    else if (row.placed_at !== null) placedAt = row.placed_at;
    else if (row.odds !== null) movedOdds.set(row.ref, row.odds);
  }
  if (!placedAt) throw new Error('The placing statement did not tell its moment');
  return { postings, movedOdds, placedAt };
};

const isPosting = (row: Row): row is Row & { key: string } => row.key !== null;

const detailOf = (verdict: Verdict): string | null =>
  verdict.refusal !== undefined && Object.keys(verdict.detail).length > 0
    ? JSON.stringify(verdict.detail)
    : null;

/** What belongs to a stored refusal, as it was written by `placeBatch`. */
export const storedDetail = (detail: unknown): Omit<Refusal, 'reason' | 'fields'> =>
  typeof detail === 'object' && detail !== null ? detail : {};
