import { Type } from 'typebox';
import { Amount, Id, Moment, oneOf, SignedAmount, Version } from './common.ts';
import { MemberName, OperatorName } from './office.ts';
import { Day } from './office-views.ts';
import { supportKinds } from './rewards.ts';
import { Percent, teamConditions, teamFlagReasons, teamFlagStates, TeamLevel } from './team.ts';
import type { Shape } from '../sendable.ts';

/** Two accounts that may be of one person: what they share, and what an operator has decided. */
const Alike = {
  id: Id,
  member: MemberName,
  reason: oneOf([...teamFlagReasons]),
  state: oneOf([...teamFlagStates]),
  version: Version,
  at: Moment,
  decidedBy: Type.Optional(OperatorName),
  decidedAt: Type.Optional(Moment),
};

export const TeamFlag = Type.Object({ ...Alike, leader: MemberName });
export type TeamFlag = Shape<typeof TeamFlag>;

/** An account that may be of the same person as that of an excluded member. */
export const Likeness = Type.Object({ ...Alike, excluded: MemberName });
export type Likeness = Shape<typeof Likeness>;

/** A leader in the list of teams. */
export const OfficeTeam = Type.Object({
  member: MemberName,
  people: Type.Integer(),
  generations: Type.Array(Type.Integer(), { minItems: 3, maxItems: 3, description: 'people of each' }),
  level: Type.Integer({ description: 'at the last day that brought commission' }),
  recent: Type.String({ description: 'commission of the last 30 closed days' }),
  flags: Type.Integer({ description: 'open ones of the team' }),
});
export type OfficeTeam = Shape<typeof OfficeTeam>;

/** A member's place in the tree, with what is below. */
export const OfficeTeamPlace = Type.Object({
  member: MemberName,
  registeredAt: Moment,
  restricted: Type.Boolean({ description: 'kept from play: no commission' }),
  upline: Type.Array(Type.Object({ generation: Type.Integer(), member: MemberName })),
  people: Type.Integer(),
  recharge: Amount,
  revenue: SignedAmount,
  level: Type.Integer(),
  generations: Type.Array(
    Type.Object({
      generation: Type.Integer(),
      people: Type.Integer(),
      recharge: Amount,
      sessions: Type.Integer({ description: 'settled bets' }),
      revenue: SignedAmount,
      rate: Percent,
    }),
  ),
  levels: Type.Array(
    Type.Object({
      level: Type.Integer(),
      reached: Type.Boolean(),
      rates: Type.Array(Percent),
      conditions: Type.Array(
        Type.Object({
          condition: oneOf([...teamConditions]),
          each: Type.Optional(Amount),
          needed: Type.Integer(),
          have: Type.Integer(),
          met: Type.Boolean(),
        }),
      ),
    }),
  ),
  rulesVersion: Type.String(),
  flags: Type.Array(TeamFlag),
});
export type OfficeTeamPlace = Shape<typeof OfficeTeamPlace>;

/** A member of a generation, with what the leader got for them, exact. */
export const OfficeTeamMember = Type.Object({
  member: MemberName,
  registeredAt: Moment,
  people: Type.Integer({ description: 'of their own team' }),
  recharge: Amount,
  sessions: Type.Integer(),
  income: SignedAmount,
  recent: SignedAmount,
  flagged: Type.Boolean({ description: 'brings this leader nothing, as long as the flag is in force' }),
});
export type OfficeTeamMember = Shape<typeof OfficeTeamMember>;

export const ruleChangeStates = ['proposed', 'applied', 'refused', 'withdrawn'] as const;
export type RuleChangeState = (typeof ruleChangeStates)[number];

/** The fields of a proposal of rules of any kind. */
export const ruleChangeFields = {
  id: Id,
  state: oneOf([...ruleChangeStates]),
  seen: Type.Integer({ ...Version, description: 'of the proposal itself, to be named by who decides' }),
  basedOn: Type.String({ description: 'the version it was made on' }),
  from: Type.Optional(Day),
  reason: Type.String(),
  proposedBy: OperatorName,
  proposedAt: Moment,
  decidedBy: Type.Optional(OperatorName),
  decidedAt: Type.Optional(Moment),
  note: Type.Optional(Type.String()),
  version: Type.Optional(Type.String({ description: 'what it has become' })),
};

export const TeamRulesChange = Type.Object({
  ...ruleChangeFields,
  levels: Type.Array(TeamLevel, { minItems: 3, maxItems: 3 }),
});
export type TeamRulesChange = Shape<typeof TeamRulesChange>;

export const commissionRunStates = ['reading', 'booking', 'paying', 'closed'] as const;

/** A day's closing. */
export const CommissionRun = Type.Object({
  day: Day,
  state: oneOf([...commissionRunStates]),
  rulesVersion: Type.String(),
  begunAt: Moment,
  closedAt: Type.Optional(Moment),
  members: Type.Integer({ description: 'invited ones with settled bets that day' }),
  bets: Type.Integer(),
  stakes: Amount,
  theoretical: Type.String({ description: 'what the house keeps of them on average, exact' }),
  leaders: Type.Integer({ description: 'who are credited' }),
  credits: Amount,
  paid: Amount,
  back: Type.String({ description: 'to be taken back by corrections of earlier days' }),
  taken: Type.String({ description: 'of it, what was there' }),
  owed: Type.String({ description: 'of it, what is taken from later commission' }),
  held: Type.Integer({ description: 'leaders who get nothing, being kept from play' }),
});
export type CommissionRun = Shape<typeof CommissionRun>;

/** Commission of all days, and the accounts of the ledger to compare with. */
export const CommissionBooks = Type.Object({
  credits: Amount,
  taken: Amount,
  owed: Amount,
  waiting: Type.String({ description: 'credited and not yet paid' }),
  commission: Type.String({ description: 'the account `commission`: taken less credits' }),
  clearing: Type.String({ description: 'the account `clearing:commission`: what waits' }),
  agrees: Type.Boolean(),
  flagsOpen: Type.Integer(),
  flagsInForce: Type.Integer({ description: 'pairs that bring nothing, in what is booked' }),
});
export type CommissionBooks = Shape<typeof CommissionBooks>;

export const commissionShows = ['all', 'credited', 'back', 'waiting', 'owed', 'held'] as const;
export type CommissionShow = (typeof commissionShows)[number];

/** What a closing has for a leader: the day itself, or a correction of an earlier one. */
export const CommissionStatement = Type.Object({
  id: Id,
  leader: MemberName,
  day: Day,
  kind: oneOf(['day', 'correction']),
  amount: SignedAmount,
  state: oneOf(['done', 'waiting', 'owed', 'held']),
  taken: Amount,
  level: Type.Integer(),
  at: Type.Optional(Moment),
});
export type CommissionStatement = Shape<typeof CommissionStatement>;

/** What one member's bets of a day are in a leader's line; who it is stays masked, as for the leader. */
export const CommissionSource = Type.Object({
  name: Type.String({ description: 'masked' }),
  bets: Type.Integer(),
  stakes: Amount,
  theoretical: Type.String(),
  part: Type.String({ description: 'theoretical × rate, to six decimals more than an amount has' }),
  counts: Type.Boolean({ description: 'false: left out by a flag' }),
});
export type CommissionSource = Shape<typeof CommissionSource>;

/** As the settings write an amount. */
const RewardAmount = Type.String({ pattern: '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,2})?$' });

/** What differs of a VIP level from the levels of the house; what is left out follows the settings of the site. */
export const RewardLevel = Type.Object(
  {
    level: Type.Integer({ minimum: 1, maximum: 5 }),
    turnover: Type.Optional(RewardAmount),
    withdrawFee: Type.Optional(Type.String({ pattern: '^[0-9]{1,2}(\\.[0-9]{1,2})?$' })),
    withdrawMax: Type.Optional(RewardAmount),
    checkIn: Type.Optional(Type.Integer({ minimum: 100, maximum: 1_000 })),
    support: Type.Optional(oneOf([...supportKinds])),
  },
  { additionalProperties: false },
);
export type RewardLevel = Shape<typeof RewardLevel>;

/** What check-ins give on the seven days of a run, none when there is no check-in, and what differs of VIP levels. */
export const RewardRules = Type.Object(
  {
    checkIn: Type.Array(RewardAmount, { maxItems: 7 }),
    levels: Type.Array(RewardLevel, { maxItems: 5 }),
  },
  { additionalProperties: false },
);
export type RewardRules = Shape<typeof RewardRules>;

/** A VIP level as it comes out. */
export const RewardTerms = Type.Object({
  level: Type.Integer(),
  turnover: Amount,
  withdrawFee: Percent,
  withdrawMax: Amount,
  checkIn: Type.Integer(),
  support: oneOf([...supportKinds]),
});
export type RewardTerms = Shape<typeof RewardTerms>;

export const RewardVersion = Type.Object({
  version: Type.String({ description: '0: the settings' }),
  countsFrom: Type.Optional(Day),
  publishedAt: Type.Optional(Moment),
  rules: RewardRules,
  terms: Type.Array(RewardTerms),
});
export type RewardVersion = Shape<typeof RewardVersion>;

export const RewardRulesChange = Type.Object({
  ...ruleChangeFields,
  rules: RewardRules,
  terms: Type.Array(RewardTerms),
});
export type RewardRulesChange = Shape<typeof RewardRulesChange>;

/** What counts today, who has come how far, and what check-ins cost. */
export const RewardOverview = Type.Object({
  version: Type.String(),
  checkIn: Type.Array(Amount),
  levels: Type.Array(
    Type.Object({
      ...RewardTerms.properties,
      members: Type.Optional(Type.Integer({ description: 'whose highest announced level it is' })),
    }),
  ),
  cost: Type.Object({
    amount: Amount,
    checkIns: Type.Integer(),
    days: Type.Array(Type.Object({ day: Day, amount: Amount, checkIns: Type.Integer() })),
    /** What VIP levels cost. What was paid before it was noted is not in it, and counted as unknown. */
    levels: Type.Object({
      /** Taken off the fees of withdrawals paid in these days and not sent back. */
      fees: Amount,
      withdrawals: Type.Integer({ description: 'with a lower fee' }),
      /** Part of `amount` that check-ins gave beyond the scale. */
      checkIns: Amount,
      unknownWithdrawals: Type.Integer(),
      unknownCheckIns: Type.Integer(),
    }),
  }),
});
export type RewardOverview = Shape<typeof RewardOverview>;
