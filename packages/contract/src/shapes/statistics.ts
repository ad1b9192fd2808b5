import { Type } from 'typebox';
import type { Shape } from '../sendable.ts';
import { Amount, Odds, oneOf, SignedAmount } from './common.ts';
import { NamedCompetition } from './football.ts';

/** Bets that were won or lost: what was staked on them and what came back, cash-outs included. */
const sums = {
  bets: Type.Integer({ minimum: 0 }),
  won: Type.Integer({ minimum: 0 }),
  stakes: Amount,
  returns: Amount,
  net: SignedAmount,
};

/** Bets that are not counted: how many, and their stakes. */
const LeftOut = Type.Object({ bets: Type.Integer({ minimum: 0 }), stakes: Amount });

/**
 * Results of bets, and the results that their prices promised. `stakes` and `returns` are of the part of the stakes that was decided;
 * `expected` is that part less the margins shown. 95 of 100 times chance alone brings a difference from `low` to `high`.
 */
const Luck = Type.Object({
  bets: Type.Integer({ minimum: 1 }),
  stakes: Amount,
  expected: Amount,
  returns: Amount,
  difference: SignedAmount,
  low: SignedAmount,
  high: SignedAmount,
});

/** A member's settled bets in figures. */
export const BetStatistics = Type.Object({
  total: Type.Object(sums),
  open: LeftOut,
  refunded: LeftOut,
  types: Type.Array(Type.Object({ type: oneOf(['single', 'accumulator', 'system']), ...sums })),
  /** Of single bets. */
  markets: Type.Array(Type.Object({ market: Type.String(), ...sums })),
  /** Of single bets. */
  competitions: Type.Array(Type.Object({ competition: NamedCompetition, ...sums })),
  /** By the odds of the whole bet, from `from` and below `to`; systems have no odds of their own. */
  bands: Type.Array(Type.Object({ from: Type.Optional(Odds), to: Type.Optional(Odds), ...sums })),
  luck: Type.Optional(Luck),
});
export type BetStatistics = Shape<typeof BetStatistics>;
export type BetSums = Omit<BetStatistics['bands'][number], 'from' | 'to'>;
