import type { Bet, BetState, Leg } from '@touchline/contract/shapes/bet';
import { ruleOfMarket, ruleSections } from '@touchline/contract/rules';
import type { Team } from '@touchline/contract/shapes/football';
import { formatAmount } from '@touchline/money/amount';
import { currencyOf } from '@touchline/money/currency';
import { formatOdds } from '@touchline/money/odds';
import { stateOf } from '../settlement/domain.ts';

/** A bet as its row tells it; amounts in minor units. */
export type BetRow = {
  id: string;
  type: string;
  /** Legs per line of a system; null otherwise. */
  k: number | null;
  lines: number;
  currency: string;
  unit: bigint;
  stake: bigint;
  odds_milli: bigint;
  potential: bigint;
  state: string;
  payout: bigint | null;
  /** Stake that was sold back, and what was paid for it. */
  cashed_stake: bigint;
  cash_out: bigint;
  rules: string;
  placed_at: Date;
  settled_at: Date | null;
  /** When its stake went back to a member who was excluded. */
  returned_at: Date | null;
};

/** A leg with its match as it stands; `outcome` is null until it is graded. */
export type LegRow = {
  market: string;
  line: string;
  selection: string;
  /** The score from which it counts, "1-0"; '' when it counts the whole match. */
  since: string;
  oddsMilli: number;
  outcome: string | null;
  /** The section of the published rules that decided it. */
  rule: string | null;
  event: { id: string; home: Team; away: Team; kickOff: Date; started: boolean; ft?: Goals; ht?: Goals };
};
type Goals = { home: number; away: number };

const outcomes = ['win', 'half-win', 'push', 'half-lose', 'lose', 'void'] as const;

/** A bet on the wire. A bet is in progress from its first leg's kick-off, waiting before. */
export const toWireBet = (row: BetRow, legs: readonly LegRow[]): Bet => {
  const scale = currencyOf(row.currency)?.scale ?? 2;
  const money = (minor: bigint): string => formatAmount(minor, scale);
  const started = legs.some((leg) => leg.event.started);
  return {
    id: row.id,
    type: row.type === 'accumulator' || row.type === 'system' ? row.type : 'single',
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

const betState = (state: string, started: boolean): BetState => {
  if (state === 'win' || state === 'lose' || state === 'refund') return state;
  return started ? 'in_progress' : 'waiting';
};

const toWireLeg = (leg: LegRow): Leg => {
  const { event } = leg;
  const outcome = outcomes.find((o) => o === leg.outcome);
  const score = { ft: event.ft ? event.ft : undefined, ht: event.ht ? event.ht : undefined };
  return {
    event: event.id,
    home: event.home,
    away: event.away,
    kickOff: event.kickOff.toISOString(),
    market: leg.market,
    selection: leg.selection,
    line: leg.line === '' ? undefined : leg.line,
    ...sinceOf(leg.since),
    odds: formatOdds(leg.oddsMilli),
    state: (outcome && stateOf[outcome]) ?? (event.started ? 'in_progress' : 'waiting'),
    ...(outcome
      ? { outcome, rule: ruleSections.find((rule) => rule === leg.rule) ?? ruleOfMarket(leg.market) }
      : {}),
    ...(event.started ? { score } : {}),
  };
};

const sinceOf = (since: string): Pick<Leg, 'since'> => {
  if (since === '') return {};
  const [home, away] = since.split('-');
  return { since: { home: Number(home), away: Number(away) } };
};
