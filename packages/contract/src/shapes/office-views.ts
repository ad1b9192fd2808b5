import { Type } from 'typebox';
import { limits, signedAmountPattern } from '../limits.ts';
import { Amount, Id, Moment, oneOf, SignedAmount } from './common.ts';
import { Bet } from './bet.ts';
import { EventState, Goals, NamedCompetition, Team } from './football.ts';
import { houseTextKinds } from './house-texts.ts';
import { MemberName } from './office.ts';
import { limitKinds, limitPeriods } from './play.ts';
import type { Shape } from '../sendable.ts';

/** The selections that a builder names together. */
const ExposedParts = Type.Optional(
  Type.Array(
    Type.Object({
      market: Type.String(),
      selection: Type.String(),
      line: Type.Optional(Type.String({ description: "the selected side's own" })),
    }),
    { description: 'of a builder, whose `selection` is "all"' },
  ),
);

const signed = { pattern: signedAmountPattern };

const Named = Type.Object({ id: Id, name: Type.String() });
const NamedTeam = Type.Object({ ...Named.properties, flag: Team.properties.flag });

/** A match as named next to its possible loss. */
export const RiskEvent = Type.Object({
  id: Id,
  competition: NamedCompetition,
  home: NamedTeam,
  away: NamedTeam,
  kickOff: Moment,
  state: EventState,
  minute: Type.Optional(Type.String()),
  score: Type.Optional(Goals),
});
export type RiskEvent = Shape<typeof RiskEvent>;

export const capScopes = ['site', 'competition', 'event', 'market', 'selection', 'member'] as const;
export type CapScope = (typeof capScopes)[number];

/** A cap of the house and how much of it recorded bets use; without a cap, only how much. */
export const CapUse = Type.Object({
  scope: oneOf([...capScopes]),
  used: Amount,
  cap: Type.Optional(Amount),
  percent: Type.Optional(Type.Integer({ description: 'of the cap, rounded down' })),
});
export type CapUse = Shape<typeof CapUse>;

/** What the house makes when the match ends so, from the worst to the best half-time score before it. */
export const HeatCell = Type.Object({ ...Goals.properties, worst: SignedAmount, best: SignedAmount });

export const RiskMarket = Type.Object({
  market: Type.String(),
  line: Type.Optional(Type.String({ description: 'as on the board: of a handicap the home side’s' })),
  worst: Amount,
  percent: Type.Optional(Type.Integer({ description: 'of the cap of a market' })),
  selections: Type.Array(
    Type.Object({
      selection: Type.String(),
      parts: ExposedParts,
      line: Type.Optional(Type.String({ description: "the selected side's own" })),
      since: Type.Optional(Type.String({ description: 'the score a live handicap counts from, "1-0"' })),
      stake: Type.String({ description: 'stakes of singles' }),
      potential: Type.String({ description: 'full returns of singles' }),
      combined: Type.String({ description: 'full returns of accumulators and systems with this leg' }),
      pending: Type.String({ description: 'what singles would cost that wait for the live delay' }),
      cost: SignedAmount,
      percent: Type.Optional(Type.Integer({ description: 'of the cap of a selection' })),
    }),
  ),
});

/** Exposure of the house on a match, over all its markets. */
export const EventExposure = Type.Object({
  event: RiskEvent,
  /** The half-time score the cells are of, where one was asked for. */
  ht: Type.Optional(Goals),
  cells: Type.Array(HeatCell),
  worst: Type.String({ description: 'the most it can still cost; 0 when the house gains however it ends' }),
  best: SignedAmount,
  caps: Type.Array(CapUse),
  markets: Type.Array(RiskMarket),
});
export type EventExposure = Shape<typeof EventExposure>;

/** The current value of a cap, or of a member's limit on a match. */
export const RiskAlert = Type.Object({
  ...CapUse.properties,
  event: Type.Optional(RiskEvent),
  competition: Type.Optional(NamedCompetition),
  market: Type.Optional(Type.String()),
  line: Type.Optional(Type.String()),
  selection: Type.Optional(Type.String()),
  parts: ExposedParts,
  member: Type.Optional(MemberName),
});
export type RiskAlert = Shape<typeof RiskAlert>;

const Sum = { worst: Amount, stake: Amount, events: Type.Integer() };

/** The matches that can still cost something, the worst first, and their sum. */
export const ExposureList = Type.Object({
  list: Type.Array(
    Type.Object({
      event: RiskEvent,
      worst: Amount,
      best: SignedAmount,
      stake: Type.String({ description: 'stakes of singles' }),
      percent: Type.Optional(Type.Integer({ description: 'of the cap of a match' })),
    }),
  ),
  total: Type.Integer(),
  page: Type.Integer(),
  limit: Type.Integer(),
  site: CapUse,
  days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...Sum })),
  competitions: Type.Array(Type.Object({ competition: NamedCompetition, ...Sum, cap: CapUse })),
  alerts: Type.Array(RiskAlert),
});
export type ExposureList = Shape<typeof ExposureList>;

export const Day = Type.String({ format: 'date', description: 'a day in the time zone of the site' });

const Members = Type.Object({ available: SignedAmount, held: SignedAmount, wallets: Type.Integer() });
const Balance = {
  account: Type.String({ description: '"stakes", "external:usdt-trc20"' }),
  balance: SignedAmount,
  entries: Type.Integer(),
};

export const LedgerAccounts = Type.Object({
  at: Moment,
  list: Type.Array(Type.Object({ ...Balance, today: SignedAmount })),
  members: Members,
});
export type LedgerAccounts = Shape<typeof LedgerAccounts>;

/** All accounts at a given time. What began before `at` and is still being written would come later: then it is not complete. */
export const TrialBalance = Type.Object({
  at: Moment,
  complete: Type.Boolean(),
  agrees: Type.Boolean({ description: 'all of it together is nothing' }),
  sum: SignedAmount,
  accounts: Type.Array(Type.Object(Balance)),
  members: Members,
});
export type TrialBalance = Shape<typeof TrialBalance>;

/** Change of what members may use, of what is held for them, and of the account; their sum is nothing. */
const sides = { amount: SignedAmount, held: SignedAmount, house: SignedAmount };

export const LedgerDay = Type.Object({
  day: Day,
  kind: Type.String(),
  account: Type.String(),
  ...sides,
  entries: Type.Integer(),
});
export type LedgerDay = Shape<typeof LedgerDay>;

export const LedgerEntry = Type.Object({
  id: Type.String(),
  at: Moment,
  kind: Type.String(),
  account: Type.String(),
  ...sides,
  member: Type.Optional(MemberName),
  ref: Type.Optional(Id),
  key: Type.String(),
  balance: Type.Optional(Amount),
  balanceHeld: Type.Optional(Amount),
});
export type LedgerEntry = Shape<typeof LedgerEntry>;

/** A CSV file, or a part of one: only the first has the line of names. */
export const CsvPart = Type.Object({
  name: Type.String({ description: 'for the file' }),
  csv: Type.String({ description: `at most ${limits.csvRowsMax} lines` }),
  next: Type.Optional(Type.String({ description: 'there is more: `after` of the next part' })),
});
export type CsvPart = Shape<typeof CsvPart>;

/** What the ledger booked within some days. Stakes are of the day a bet is placed, payouts and corrections of the day they are paid. */
const figures = {
  recharges: SignedAmount,
  withdrawals: SignedAmount,
  fees: SignedAmount,
  stakes: SignedAmount,
  refunds: SignedAmount,
  payouts: SignedAmount,
  ggr: Type.String({ ...signed, description: 'stakes less refunds and payouts' }),
  promotions: SignedAmount,
  commission: SignedAmount,
  ngr: Type.String({ ...signed, description: 'that less promotions and commission' }),
  hold: Type.Optional(
    Type.String({ description: 'percent of the stakes kept that is left to the house, "5.02"' }),
  ),
  bets: Type.Integer(),
};
export const Figures = Type.Object(figures);
export type Figures = Shape<typeof Figures>;

export const officeQueues = [
  'recharges',
  'withdrawals_in_review',
  'withdrawals_paying',
  'identity',
  'adjustments',
  'team_flags',
  'likenesses',
  'results',
  'settings',
  'team_rules',
  'reward_rules',
  'house_texts',
  'factor_ends',
  'operator_changes',
] as const;
export const officeAlarms = [
  'ledger_breach',
  'betting_stopped',
  'payments_stopped',
  'feed_silent',
  'rail_off',
  'rail_differs',
  'cap_near',
  'owner_alone',
] as const;
/** Pages of the office, as links name them. */
export const officePages = [
  'recharges',
  'withdrawals',
  'identity',
  'adjustments',
  'teams',
  'results',
  'events',
  'risk',
  'ledger',
  'rails',
  'operators',
  'settings',
  'team_rules',
  'reward_rules',
  'house_texts',
  'members',
] as const;

const about = {
  page: oneOf([...officePages]),
  count: Type.Integer(),
};

/** The day so far; of each part only what the operator's roles may see. */
export const Today = Type.Object({
  day: Day,
  at: Moment,
  money: Type.Optional(Figures),
  exposure: Type.Optional(
    Type.Object({ site: CapUse, events: Type.Integer(), worst: Type.Optional(RiskEvent) }),
  ),
  live: Type.Array(RiskEvent),
  queues: Type.Array(
    Type.Object({
      queue: oneOf([...officeQueues]),
      /** Kind of the oldest house text, in that queue only. */
      kind: Type.Optional(oneOf([...houseTextKinds])),
      ...about,
      oldest: Type.Optional(Moment),
      waitedSeconds: Type.Optional(Type.Integer({ description: 'how long the oldest has waited' })),
    }),
  ),
  alarms: Type.Array(
    Type.Object({
      alarm: oneOf([...officeAlarms]),
      ...about,
      since: Type.Optional(Moment),
      names: Type.Array(Type.String(), { description: 'rails, channels or matches it is about; 20 at most' }),
    }),
  ),
});
export type Today = Shape<typeof Today>;

/** Use of safer play: begun within the days asked for, and in force now. */
export const PlayUse = Type.Object({
  limits: Type.Array(
    Type.Object({ kind: oneOf([...limitKinds]), period: oneOf([...limitPeriods]), members: Type.Integer() }),
  ),
  limitMembers: Type.Integer({ description: 'members with a limit now' }),
  timeOuts: Type.Integer({ description: 'begun within these days and not replaced since' }),
  timeOutsNow: Type.Integer(),
  exclusions: Type.Integer({ description: 'begun within these days' }),
  exclusionsNow: Type.Integer(),
});
export type PlayUse = Shape<typeof PlayUse>;

export const ReportDays = Type.Object({
  list: Type.Array(
    Type.Object({
      day: Day,
      ...figures,
      members: Type.Integer({ description: 'who placed a bet that day' }),
    }),
  ),
  total: Figures,
  methods: Type.Array(
    Type.Object({
      rail: Type.String(),
      recharges: SignedAmount,
      rechargeCount: Type.Integer(),
      withdrawals: SignedAmount,
      withdrawalCount: Type.Integer(),
    }),
  ),
  promotions: Type.Array(Type.Object({ kind: Type.String(), amount: SignedAmount, count: Type.Integer() })),
  play: PlayUse,
});
export type ReportDays = Shape<typeof ReportDays>;

export const reportTables = ['days', 'methods', 'promotions', 'competitions'] as const;

/** Sums of bets by competition; without one, those over several. */
export const ReportCompetitions = Type.Object({
  list: Type.Array(
    Type.Object({
      competition: Type.Optional(NamedCompetition),
      stakes: SignedAmount,
      refunds: SignedAmount,
      payouts: SignedAmount,
      ggr: SignedAmount,
      hold: Type.Optional(Type.String()),
      bets: Type.Integer(),
    }),
  ),
});
export type ReportCompetitions = Shape<typeof ReportCompetitions>;

/** Open bets by what they may return, the most first. */
export const BigBets = Type.Object({
  list: Type.Array(Type.Object({ bet: Bet, member: MemberName })),
  page: Type.Integer(),
  limit: Type.Integer(),
  more: Type.Boolean(),
});
export type BigBets = Shape<typeof BigBets>;
