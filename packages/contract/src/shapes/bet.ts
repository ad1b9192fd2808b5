import { Type } from 'typebox';
import { ruleSections } from '../rules.ts';
import { limits } from '../limits.ts';
import { Amount, CombinedOdds, Id, Moment, Odds, oneOf, SignedAmount } from './common.ts';
import { Goals, Team } from './football.ts';
import { Receipt } from './receipt.ts';
import type { Shape } from '../sendable.ts';

export const BetType = oneOf(['single', 'accumulator', 'system']);
export const BetState = oneOf(['waiting', 'in_progress', 'win', 'lose', 'refund']);
export type BetState = Shape<typeof BetState>;
export const Outcome = oneOf(['win', 'half-win', 'push', 'half-lose', 'lose', 'void']);

/** One selection of a builder, as it was struck. */
export const LegPart = Type.Object({
  market: Type.String(),
  selection: Type.String(),
  line: Type.Optional(Type.String({ description: "the selected side's own line" })),
  since: Type.Optional(Goals),
  odds: Type.Union([Odds, Type.Null()], { description: 'its own price when the bet was placed' }),
  outcome: Type.Optional(Outcome),
});
export type LegPart = Shape<typeof LegPart>;

export const BetLeg = Type.Object({
  event: Id,
  home: Team,
  away: Team,
  kickOff: Moment,
  replay: Type.Optional(Type.Boolean({ description: 'the match is a recorded one, played again' })),
  market: Type.String(),
  selection: Type.String(),
  line: Type.Optional(Type.String({ description: "the selected side's own line" })),
  since: Type.Optional(Goals),
  odds: Odds,
  parts: Type.Optional(
    Type.Array(LegPart, {
      minItems: limits.builderPartsMin,
      maxItems: limits.builderPartsMax,
      description: 'of a builder (`market` "builder"): the selections that must all come in',
    }),
  ),
  subsets: Type.Optional(
    Type.Array(Odds, {
      description:
        'of a builder: the price of each set of its parts when it was placed. The place of a set is the ' +
        'sum of 2^i over its parts i from 0; the empty set has "1"',
    }),
  ),
  state: BetState,
  outcome: Type.Optional(Outcome),
  pays: Type.Optional(
    Type.String({
      description:
        'of a builder that is settled and not lost: what a unit of its stake pays, to four decimals rounded down, as parts that did not count leave it',
    }),
  ),
  rule: Type.Optional(oneOf(ruleSections)),
  score: Type.Optional(Type.Object({ ft: Type.Optional(Goals), ht: Type.Optional(Goals) })),
});
export type BetLeg = Shape<typeof BetLeg>;

export const Bet = Type.Object({
  id: Id,
  type: BetType,
  k: Type.Optional(Type.Integer({ description: 'legs per line of a system; −2 and −1 are full covers' })),
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
  rules: Type.String({ description: 'version of the published rules that apply to this bet' }),
  receipt: Type.Union([Receipt, Type.Null()], {
    description:
      'where the bet is placed, and with its detail; null in lists, and while the key of the house is away: the detail has it later',
  }),
  legs: Type.Array(BetLeg, { minItems: 1, maxItems: 20 }),
});
export type Bet = Shape<typeof Bet>;

/** The current offer for an open bet. */
export const OpenOffer = Type.Object({
  bet: Id,
  offer: Type.Optional(
    Type.String({ description: 'an amount for all that runs of it; missing while nothing is offered' }),
  ),
  auto: Type.Optional(
    Type.String({ description: 'the offer at which it is cashed out automatically, an amount' }),
  ),
  events: Type.Array(Id, { description: 'matches that its offer moves with' }),
});
export type OpenOffer = Shape<typeof OpenOffer>;

/** One thing that happened to a bet, or in one of its matches. Only what belongs to it is there. */
export const BetMoment = Type.Object({
  at: Moment,
  what: oneOf([
    'placed',
    'delayed',
    'kick_off',
    'goal',
    'half_time',
    'full_time',
    'void',
    'cash_out',
    'auto_set',
    'auto_removed',
    'settled',
    'resettled',
  ]),
  leg: Type.Optional(Type.Integer({ minimum: 0, description: 'place of the leg whose match it is' })),
  minute: Type.Optional(Type.String()),
  side: Type.Optional(Type.Union([Type.Literal('home'), Type.Literal('away')])),
  score: Type.Optional(Goals),
  amount: Type.Optional(SignedAmount),
  auto: Type.Optional(
    Type.String({ description: 'the offer at which the bet is or was cashed out automatically, an amount' }),
  ),
  state: Type.Optional(BetState),
  before: Type.Optional(Type.Object({ state: BetState, payout: Amount })),
  why: Type.Optional(Type.String()),
});
export type BetMoment = Shape<typeof BetMoment>;

/** A bet with its time line: `amount` is what moved in the wallet; `before` the earlier payout of a bet that is settled again. */
/** The receipts of a bet's settlements. */
const settledReceipts = Type.Array(Receipt, {
  description: 'of its settlements, and of its entries in the wallet: stake, cash-out, payout',
});

/** A bet after a cash-out. */
export const SoldBet = Type.Object({ ...Bet.properties, receipts: settledReceipts });
export type SoldBet = Shape<typeof SoldBet>;

export const BetDetail = Type.Object({
  ...Bet.properties,
  kept: Type.Optional(
    Type.String({
      description: 'percent of the stake that the house keeps on average by the margins shown, "4.76"',
    }),
  ),
  receipts: settledReceipts,
  houseRules: Type.Optional(
    Type.String({ description: 'version of what the house added to the rules when it was placed' }),
  ),
  timeline: Type.Array(BetMoment),
});
export type BetDetail = Shape<typeof BetDetail>;
