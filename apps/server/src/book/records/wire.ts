import type { Bet, BetState, Leg } from '@touchline/contract/shapes/bet';
import type { Team } from '@touchline/contract/shapes/football';
import { formatAmount } from '@touchline/money/amount';
import { currencyOf } from '@touchline/money/currency';
import { formatOdds } from '@touchline/money/odds';
import { stateOf } from '../settlement/domain.ts';

/** A bet as its row tells it; amounts in minor units. */
export type BetRow = {
  id: string;
  type: string;
  lines: number;
  currency: string;
  unit: bigint;
  stake: bigint;
  odds_milli: bigint;
  potential: bigint;
  state: string;
  payout: bigint | null;
  rules: string;
  placed_at: Date;
  settled_at: Date | null;
};

/** A leg with its match as it stands; `outcome` is null until it is graded. */
export type LegRow = {
  market: string;
  line: string;
  selection: string;
  oddsMilli: number;
  outcome: string | null;
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
    lines: row.lines,
    unit: money(row.unit),
    state: betState(row.state, started),
    stake: money(row.stake),
    odds: formatOdds(Number(row.odds_milli)),
    potential: money(row.potential),
    ...(row.payout === null ? {} : { payout: money(row.payout) }),
    placedAt: row.placed_at.toISOString(),
    ...(row.settled_at ? { settledAt: row.settled_at.toISOString() } : {}),
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
  const score = { ...(event.ft ? { ft: event.ft } : {}), ...(event.ht ? { ht: event.ht } : {}) };
  return {
    event: event.id,
    home: event.home,
    away: event.away,
    kickOff: event.kickOff.toISOString(),
    market: leg.market,
    selection: leg.selection,
    ...(leg.line === '' ? {} : { line: leg.line }),
    odds: formatOdds(leg.oddsMilli),
    state: (outcome && stateOf[outcome]) ?? (event.started ? 'in_progress' : 'waiting'),
    ...(outcome ? { outcome } : {}),
    ...(event.started ? { score } : {}),
  };
};
