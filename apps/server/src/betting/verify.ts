import { builderFactor } from '@touchline/money/builder-factor';
import type { LegOutcome } from '@touchline/money/factor';
import { combine, fullReturn } from '@touchline/money/system';
import type { Queryable } from '../core/database/database.ts';
import { columnsOf, type Row } from '../core/database/rows.ts';
import { storedParts } from './builder/stored-parts.ts';
import { judgeBet, type LegNow } from './settlement/domain.ts';
import { gradesBy } from './settlement/grades-by.ts';
import type { Grade } from './settlement/grading.ts';
import { selectDecision } from './settlement/ruling-rows.ts';

const betColumns = [
  'id',
  'member_id',
  'k',
  'lines',
  'stake',
  'cashed_stake',
  'cash_out',
  'unit',
  'potential',
  'state',
  'payout',
  'lost',
  'placed_at',
] as const;
type BetRow = Row<'bet', (typeof betColumns)[number]> & {
  /** Its stake went back to a member who was excluded. */
  returned: boolean;
  legs: LegRow[];
  /** What the ledger took for the bet, paid for what was sold back, and gave as settlement. */
  taken: bigint;
  sold: bigint;
  given: bigint;
};

type LegRow = Row<
  'leg',
  'event_id' | 'market' | 'line' | 'selection' | 'since' | 'odds_milli' | 'subsets'
> & {
  /** The ruling whose grades count; null while there is none. */
  ruling: number | null;
  /** The run has not ended, so bets of the event may be settled or not. */
  settling: boolean;
};

/**
 * Recomputes every bet from its legs, the rulings that count and its entries: the stake was taken once, the payout follows
 * from the results, the voids and what was sold back, by the rules, and the ledger paid just that and what corrections
 * could not take back.
 * @param note takes the differences in the place of the answer
 */
export const verifyBets = async (
  on: Queryable,
  note?: (difference: string) => void,
): Promise<{ counts: Record<string, bigint>; differences: string[] }> => {
  const counts = { bets: 0n, settled: 0n, settling: 0n };
  const differences: string[] = [];
  const tell = note ?? ((difference: string) => void differences.push(difference));
  const outcomeOf = createOutcomes(on);
  const { rows: shards } = await on.query<{ shard: number }>('select distinct shard from bet order by shard');
  for (const { shard } of shards) {
    const { rows } = await on.query<BetRow>(betsText, [shard]);
    for (const row of rows) {
      counts.bets += 1n;
      if (row.state !== 'open') counts.settled += 1n;
      if (row.legs.some(({ settling }) => settling)) counts.settling += 1n;
      const legs: LegNow[] = [];
      for (const leg of row.legs) legs.push(await endOf(leg, row.placed_at, outcomeOf));
      const wrong = judge(row, legs);
      if (wrong !== undefined) tell(`bet ${row.id} of member ${row.member_id}: ${wrong}`);
    }
  }
  return { counts, differences };
};

const betsText = `select ${columnsOf('bet', betColumns, 'b')}, b.returned_at is not null as returned, l.legs, coalesce(e.taken, 0)::bigint as taken,
    coalesce(e.sold, 0)::bigint as sold, coalesce(e.given, 0)::bigint as given
  from bet b
  join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('event_id', l.event_id, 'market', l.market, 'line', l.line,
      'selection', l.selection, 'since', l.since, 'odds_milli', l.odds_milli, 'subsets', l.subsets, 'ruling', r.version,
      'settling', r.version is not null and r.finished_at is null) order by l.n), '[]') as legs
    from bet_leg l
    left join standing s on s.event_id = l.event_id
    left join settlement_run r on r.event_id = s.event_id and r.version = s.graded
    where l.shard = $1 and l.member_id = b.member_id and l.bet_id = b.id) l on true
  left join (
    select member_id, ref, sum(-(amount + held_change)) filter (where kind in ('stake', 'live_delay')) as taken,
      sum(amount) filter (where kind = 'cash_out') as sold,
      sum(amount) filter (where kind in ('payout', 'refund', 'correction')) as given
    from entry where shard = $1 and ref is not null group by member_id, ref
  ) e on e.member_id = b.member_id and e.ref = b.id
  where b.shard = $1`;

type GradedLeg = Pick<LegRow, 'event_id' | 'market' | 'line' | 'selection' | 'since' | 'ruling'>;

/** How a leg ended; a builder by its parts, each graded as a leg of its own market. */
const endOf = async (
  leg: LegRow,
  placedAt: Date,
  outcomeOf: (leg: GradedLeg, placedAt: Date) => Promise<LegOutcome | undefined>,
): Promise<LegNow> => {
  const oddsMilli = leg.odds_milli;
  if (leg.subsets === null) return { oddsMilli, outcome: await outcomeOf(leg, placedAt) };
  const outcomes: (LegOutcome | undefined)[] = [];
  for (const { market, selection, line = '', since } of storedParts(leg)) {
    const part = { market, selection, line, since: since ? `${since.home}-${since.away}` : '' };
    outcomes.push(await outcomeOf({ ...leg, ...part }, placedAt));
  }
  const end = builderFactor(outcomes, leg.subsets);
  return { oddsMilli, outcome: end?.outcome, factor: end?.factor };
};

/** Outcomes of legs under the rulings that count, each event graded once from its recorded results and voids. */
const createOutcomes = (on: Queryable) => {
  const known = new Map<string, Promise<Map<string, Grade[]>>>();
  const gradesOf = async (eventId: string, version: number): Promise<Map<string, Grade[]>> => {
    const decision = await selectDecision(on, { eventId, version });
    if (!decision) throw new Error(`Event ${eventId} has no ruling ${version}`);
    const { grades } = await gradesBy(on, eventId, decision);
    return Map.groupBy(grades, nameOf);
  };
  return async (leg: GradedLeg, placedAt: Date): Promise<LegOutcome | undefined> => {
    if (leg.ruling === null) return undefined;
    const key = `${leg.event_id} ${leg.ruling}`;
    const found = known.get(key) ?? gradesOf(leg.event_id, leg.ruling);
    known.set(key, found);
    return (await found)
      .get(nameOf(leg))
      ?.find(
        ({ struckFrom, struckUntil }) =>
          (struckFrom === undefined || struckFrom <= placedAt) &&
          (struckUntil === undefined || struckUntil > placedAt),
      )?.outcome;
  };
};

const nameOf = ({ market, line, selection, since }: Pick<Grade, 'market' | 'line' | 'selection' | 'since'>) =>
  `${market} ${line} ${selection} ${since}`;

const judge = (row: BetRow, legs: readonly LegNow[]): string | undefined => {
  const odds = row.legs.map((leg) => leg.odds_milli);
  if (odds.length === 0) return 'it has no legs';
  if (row.taken !== row.stake) return `stake ${row.stake}, but the ledger took ${row.taken}`;
  if (row.sold !== row.cash_out) return `sold for ${row.cash_out}, but the ledger paid ${row.sold}`;
  if (row.potential !== fullReturn(row.unit, combine(row.k ?? odds.length, odds)))
    return `potential ${row.potential} does not follow from its odds`;
  const openStake = row.stake - row.cashed_stake;
  if (openStake === 0n) {
    const ends = row.cash_out === row.stake ? 'refund' : row.cash_out > row.stake ? 'win' : 'lose';
    if (row.state !== ends) return `sold whole for ${row.cash_out}, yet ${row.state}`;
    return row.given === 0n && row.payout === null ? undefined : `sold whole, yet paid ${row.given}`;
  }
  const due = row.returned ? { state: 'refund', payout: openStake } : judgeBet({ k: row.k, openStake, legs });
  const isMeant = row.state === due.state && row.payout === due.payout;
  if (row.returned && !isMeant) return `returned, but the bet is ${row.state} for ${row.payout ?? 'nothing'}`;
  if (!isMeant && !row.legs.some(({ settling }) => settling)) {
    const told = legs.map(({ outcome }) => outcome ?? 'open').join(', ');
    return `${told}: ${due.state} for ${due.payout ?? 'nothing yet'}, but the bet is ${row.state} for ${row.payout ?? 'nothing yet'}`;
  }
  return row.given === (row.payout ?? 0n) + row.lost
    ? undefined
    : `${row.state} for ${row.payout ?? 0n}, of which ${row.lost} could not be taken back, but the ledger gave ${row.given}`;
};
