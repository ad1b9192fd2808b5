import type { Bet, BetState, BetLeg } from '@touchline/contract/shapes/bet';
import { ruleOfMarket, ruleSections } from '@touchline/contract/rules';
import type { Team } from '@touchline/contract/shapes/football';
import { ALL_PARTS } from '@touchline/football/builder-parts';
import { formatAmount } from '@touchline/money/amount';
import { currencyOf } from '@touchline/money/currency';
import type { Factor } from '@touchline/money/factor';
import { formatOdds } from '@touchline/money/odds';
import type { Row } from '../../core/database/rows.ts';
import { builderEnd } from '../builder/part-outcomes.ts';
import { storedParts } from '../builder/stored-parts.ts';
import { stateOf } from '../settlement/domain.ts';

/** The columns of a bet for the records. Amounts are minor units, `k` is null except for a system. */
export const betColumns = [
  'id',
  'type',
  'k',
  'lines',
  'currency',
  'unit',
  'stake',
  'odds_milli',
  'margin_micro',
  'potential',
  'state',
  'payout',
  'cashed_stake',
  'cash_out',
  'rules',
  'placed_at',
  'settled_at',
  'returned_at',
] as const;
export type BetRow = Row<'bet', (typeof betColumns)[number]>;

/** A leg with its match in its present state; `outcome` is null until it is graded. */
export type LegRow = {
  market: string;
  line: string;
  selection: string;
  /** The score from which it counts, "1-0"; '' when it counts the whole match. */
  since: string;
  oddsMilli: number;
  outcome: Row<'graded'>['outcome'] | null;
  /** The section of the published rules that decided it. */
  rule: string | null;
  /** Of a builder: the price of each set of its parts, the prices of these on the board, and their outcomes as `partOutcomes` has them. */
  subsets: number[] | null;
  partOdds: number[] | null;
  partOutcomes: string | null;
  event: {
    id: string;
    home: Team;
    away: Team;
    kickOff: Date;
    replay?: boolean | undefined;
    started: boolean;
    ft?: Goals | undefined;
    ht?: Goals | undefined;
  };
};
type Goals = { home: number; away: number };

/** A bet on the wire. A bet is in progress from its first leg's kick-off, waiting before. */
export const toWireBet = (row: BetRow, legs: readonly LegRow[]): Bet => {
  const scale = currencyOf(row.currency)?.scale ?? 2;
  const money = (minor: bigint): string => formatAmount(minor, scale);
  const started = legs.some((leg) => leg.event.started);
  return {
    id: row.id,
    type: row.type,
    k: row.k ?? undefined,
    lines: row.lines,
    unit: money(row.unit),
    state: betState(row.state, started),
    stake: money(row.stake),
    odds: formatOdds(row.odds_milli),
    potential: money(row.potential),
    payout: row.payout === null ? undefined : money(row.payout),
    cashOut: row.cashed_stake === 0n ? undefined : money(row.cash_out),
    openStake: row.cashed_stake === 0n ? undefined : money(row.stake - row.cashed_stake),
    placedAt: row.placed_at.toISOString(),
    settledAt: row.settled_at ? row.settled_at.toISOString() : undefined,
    rules: row.rules,
    receipt: null,
    legs: legs.map(toWireLeg),
  };
};

const betState = (state: BetRow['state'], started: boolean): BetState => {
  if (state !== 'open') return state;
  return started ? 'in_progress' : 'waiting';
};

const toWireLeg = (leg: LegRow): BetLeg => {
  const { event } = leg;
  const builder = leg.subsets === null ? undefined : toWireBuilder(leg, leg.subsets);
  const outcome = builder ? builder.outcome : (leg.outcome ?? undefined);
  const score = { ft: event.ft ? event.ft : undefined, ht: event.ht ? event.ht : undefined };
  return {
    event: event.id,
    home: event.home,
    away: event.away,
    kickOff: event.kickOff.toISOString(),
    replay: event.replay === true || undefined,
    market: leg.market,
    selection: leg.selection,
    line: leg.line === '' ? undefined : leg.line,
    ...sinceOf(leg.since),
    odds: formatOdds(leg.oddsMilli),
    ...builder?.fields,
    state: (outcome && stateOf[outcome]) ?? (event.started ? 'in_progress' : 'waiting'),
    outcome: outcome ?? undefined,
    rule: outcome && (ruleSections.find((rule) => rule === leg.rule) ?? ruleOf(leg, outcome)),
    score: event.started ? score : undefined,
  };
};

/** What a builder has that other legs have not. Its own score at the bet is that of its handicaps, so each of these has it. */
const toWireBuilder = (leg: LegRow, subsets: readonly number[]) => {
  const { end, parts: ended } = builderEnd(leg.partOutcomes, subsets);
  return {
    outcome: end?.outcome,
    fields: {
      selection: ALL_PARTS,
      since: undefined,
      parts: storedParts(leg).map((part, i) => ({
        ...part,
        odds: formatOdds(leg.partOdds?.[i] ?? 0),
        outcome: ended[i],
      })),
      subsets: subsets.map((oddsMilli) => formatOdds(oddsMilli)),
      pays: end && end.factor.num > 0n ? formatFactor(end.factor) : undefined,
    },
  };
};

/** A factor with at most four decimals, rounded down: 1.85, 1.3333. */
const formatFactor = ({ num, den }: Factor): string => {
  const parts = (num * 10_000n) / den;
  const decimals = String(parts % 10_000n)
    .padStart(4, '0')
    .replace(/0{1,2}$/, '');
  return `${parts / 10_000n}.${decimals}`;
};

/** A builder has no grade of its own: a void one is void by what its parts are. */
const ruleOf = (
  { market, subsets }: LegRow,
  outcome: NonNullable<BetLeg['outcome']>,
): NonNullable<BetLeg['rule']> => (subsets !== null && outcome === 'void' ? 'void' : ruleOfMarket(market));

const sinceOf = (since: string): Pick<BetLeg, 'since'> => {
  if (since === '') return {};
  const [home, away] = since.split('-');
  return { since: { home: Number(home), away: Number(away) } };
};
