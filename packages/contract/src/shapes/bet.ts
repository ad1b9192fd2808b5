import { Type, type Static } from 'typebox';
import { ruleSections } from '../rules.ts';
import { Amount, CombinedOdds, Id, Moment, Odds, oneOf } from './common.ts';
import { Goals, Team } from './football.ts';

export const BetType = oneOf(['single', 'accumulator', 'system']);
export const BetState = oneOf(['waiting', 'in_progress', 'win', 'lose', 'refund']);
export type BetState = Static<typeof BetState>;
export const Outcome = oneOf(['win', 'half-win', 'push', 'half-lose', 'lose', 'void']);

export const Leg = Type.Object({
  event: Id,
  home: Team,
  away: Team,
  kickOff: Moment,
  market: Type.String(),
  selection: Type.String(),
  line: Type.Optional(Type.String({ description: "the selected side's own line" })),
  since: Type.Optional(Goals),
  odds: Odds,
  state: BetState,
  outcome: Type.Optional(Outcome),
  rule: Type.Optional(oneOf(ruleSections)),
  score: Type.Optional(Type.Object({ ft: Type.Optional(Goals), ht: Type.Optional(Goals) })),
});
export type Leg = Static<typeof Leg>;

export const Bet = Type.Object({
  id: Id,
  type: BetType,
  k: Type.Optional(Type.Integer()),
  lines: Type.Integer({ minimum: 1 }),
  unit: Amount,
  state: BetState,
  stake: Amount,
  odds: CombinedOdds,
  potential: Amount,
  payout: Type.Optional(Amount),
  cashOut: Type.Optional(Amount),
  openStake: Type.Optional(Amount),
  placedAt: Moment,
  settledAt: Type.Optional(Moment),
  rules: Type.String({ description: 'version of the published rules this bet stands under' }),
  receipt: Type.Union([Type.String(), Type.Null()], {
    description: 'signed receipt; null until it is signed',
  }),
  legs: Type.Array(Leg, { minItems: 1, maxItems: 20 }),
});
export type Bet = Static<typeof Bet>;
