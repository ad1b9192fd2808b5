import { Type } from 'typebox';
import { Amount, Id, Moment, oneOf, SignedAmount } from './common.ts';
import type { Shape } from '../sendable.ts';

export const restrictionKinds = ['time_out', 'excluded'] as const;
/** A time-out or an exclusion that is in force. */
export const Restriction = Type.Object({
  kind: oneOf([...restrictionKinds]),
  since: Moment,
  until: Type.Optional(Moment),
  /** The time of an exclusion is over: betting opens a day after the member asks for it (`playReturn`), not before. */
  mayReturn: Type.Optional(Type.Boolean()),
});
export type Restriction = Shape<typeof Restriction>;

export const limitKinds = ['deposit', 'stake', 'loss'] as const;
export type LimitKind = (typeof limitKinds)[number];
/** A day begins at midnight of the site, a week on Monday, a month on the first. */
export const limitPeriods = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof limitPeriods)[number];

export const PlayLimit = Type.Object({
  kind: oneOf([...limitKinds]),
  period: oneOf([...limitPeriods]),
  /** Missing while there is no limit and only a change waits. */
  amount: Type.Optional(Amount),
  used: Amount,
  left: Type.Optional(Amount),
  resetsAt: Moment,
  /** A higher limit, or none, that waits for its time and a second confirmation. */
  pending: Type.Optional(
    Type.Object({
      id: Id,
      amount: Type.Optional(Amount),
      from: Moment,
      until: Moment,
      ready: Type.Boolean(),
    }),
  ),
});
export type PlayLimit = Shape<typeof PlayLimit>;

export const timeOuts = ['24h', '48h', '7d', '14d', '30d', '6w'] as const;
export type TimeOut = (typeof timeOuts)[number];
export const exclusions = ['6m', '1y', '2y', '5y', 'permanent'] as const;
export type Exclusion = (typeof exclusions)[number];
export const realityMinutes = [15, 30, 60, 120] as const;

/**
 * Stakes and what came back of them: bets won, refunded and sold. Corrections that take back more leave returns below zero.
 * Stakes of bets that still run are in `stakes` and, alone, in `open`; `net` leaves them out until they are settled.
 */
export const PlaySum = Type.Object({
  stakes: Amount,
  returns: SignedAmount,
  open: Amount,
  net: SignedAmount,
});
export type PlaySum = Shape<typeof PlaySum>;

/** Where to find help. */
export const HelpLine = Type.Object({
  country: Type.Optional(Type.String({ description: 'ISO code; missing for those of all countries' })),
  name: Type.String(),
  phone: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  hours: Type.Optional(Type.String({ description: '"24/7", or days and times where the line is' })),
});
export type HelpLine = Shape<typeof HelpLine>;

export const PlayInfo = Type.Object({
  restriction: Type.Optional(Restriction),
  limits: Type.Array(PlayLimit),
  reality: Type.Object({
    minutes: Type.Optional(Type.Integer()),
    /** When this session of play began, when it is interrupted next, and whether that is now. */
    since: Type.Optional(Moment),
    dueAt: Type.Optional(Moment),
    due: Type.Boolean(),
    session: PlaySum,
  }),
  net: Type.Object({ day: PlaySum, week: PlaySum, month: PlaySum, all: PlaySum }),
  openStakes: Amount,
});
export type PlayInfo = Shape<typeof PlayInfo>;

export const PlayStatement = Type.Object({
  from: Type.String({ format: 'date' }),
  to: Type.String({ format: 'date' }),
  deposits: Amount,
  withdrawals: Amount,
  rewards: SignedAmount,
  ...PlaySum.properties,
  bets: Type.Integer(),
  /** Per day of the site, those without any movement left out. */
  days: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date' }),
      deposits: Amount,
      withdrawals: Amount,
      ...PlaySum.properties,
      bets: Type.Integer(),
    }),
  ),
});
export type PlayStatement = Shape<typeof PlayStatement>;
