import { Type } from 'typebox';
import { Amount, Id, Moment, oneOf, SignedAmount } from './common.ts';
import type { Shape } from '../sendable.ts';

const Day = Type.String({ format: 'date', description: 'a day in the time zone of the site' });
export const Percent = Type.String({ pattern: '^(0|[1-9][0-9]{0,2})(\\.[0-9]{1,4})?$', examples: ['8'] });

export const teamConditions = ['people', 'recharged', 'sessions'] as const;
/** What a team level asks for: people of the team, those of them who recharged at least so much, their settled bets. */
export const TeamLevel = Type.Object({
  level: Type.Integer({ minimum: 1, maximum: 3 }),
  conditions: Type.Object({
    people: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    recharged: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    rechargeEach: Amount,
    sessions: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  }),
  /** Percent of what the house keeps of a stake on average, for the first, second and third generation. */
  rates: Type.Array(Percent, { minItems: 3, maxItems: 3 }),
});
export type TeamLevel = Shape<typeof TeamLevel>;

export const TeamRules = Type.Object({
  version: Type.String(),
  publishedAt: Moment,
  /** The first day they count. */
  countsFrom: Type.Optional(Day),
  levels: Type.Array(TeamLevel, { minItems: 3, maxItems: 3 }),
});
export type TeamRules = Shape<typeof TeamRules>;

export const TeamInfo = Type.Object({
  revenue: SignedAmount,
  people: Type.Integer(),
  recharge: Amount,
  level: Type.Integer(),
  /** Conditions of the next level, or of the current one if it is the highest. */
  conditions: Type.Array(
    Type.Object({
      condition: oneOf([...teamConditions]),
      /** With `recharged`: who counts has recharged at least this much. */
      each: Type.Optional(Amount),
      needed: Type.Integer(),
      have: Type.Integer(),
      met: Type.Boolean(),
    }),
  ),
  levels: Type.Array(
    Type.Object({
      level: Type.Integer(),
      people: Type.Integer(),
      recharge: Amount,
      revenue: SignedAmount,
      rate: Percent,
    }),
  ),
  /** The closed day of the site up to which revenue and bets count; before the first one is closed there is none. */
  upTo: Type.Optional(Day),
});
export type TeamInfo = Shape<typeof TeamInfo>;

export const TeamMember = Type.Object({
  nickname: Type.String(),
  phone: Type.String({ description: 'masked; empty when there is none' }),
  recharge: Amount,
  /**
   * What this member's play has brought the leader in all, and in the last 30 closed days: whole units, rounded down, so that
   * no member can compute a friend's stakes from it.
   */
  income: SignedAmount,
  bonus: SignedAmount,
  registeredAt: Moment,
  memberLevel: Type.Integer(),
  teamLevel: Type.Integer(),
  /** How many this member has invited. */
  number: Type.Integer(),
  sessions: Type.Integer(),
});
export type TeamMember = Shape<typeof TeamMember>;

/** A day's commission, with what was changed afterwards. */
export const Commission = Type.Object({
  id: Id,
  day: Day,
  amount: SignedAmount,
  state: oneOf(['paid', 'paying', 'owed']),
  paidAt: Type.Optional(Moment),
});
export type Commission = Shape<typeof Commission>;

/** One line: stakes × share kept × rate = amount, rounded down. */
export const CommissionLine = Type.Object({
  kind: oneOf(['day', 'correction']),
  /** When a correction was booked. */
  at: Type.Optional(Moment),
  generation: Type.Integer({ minimum: 1, maximum: 3 }),
  people: Type.Integer(),
  stakes: SignedAmount,
  /** Stake × share the house keeps of each bet on average, added up, exact: six decimals more than an amount has, without needless zeros. */
  theoretical: Type.String(),
  rate: Percent,
  amount: SignedAmount,
});
export type CommissionLine = Shape<typeof CommissionLine>;

/** What two accounts may share that are of one person: in a team, or with an excluded member. */
export const teamFlagReasons = ['same_device', 'same_payment', 'same_person'] as const;
export const teamFlagStates = ['open', 'cleared', 'confirmed'] as const;
