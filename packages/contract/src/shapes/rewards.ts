import { Type } from 'typebox';
import { Amount, Moment, oneOf } from './common.ts';
import { Percent } from './team.ts';
import type { Shape } from '../sendable.ts';

export const CheckInInfo = Type.Object({
  today: Type.Boolean(),
  streak: Type.Integer(),
  /** Why it is closed: nothing is given, or the member is restricted. */
  open: Type.Boolean(),
  /** What the days of a streak bring this member, from the first to the seventh; then it starts again. */
  scale: Type.Array(Amount),
  /** Place of today's (or, once it is taken, the next) reward on the scale, from 0. */
  next: Type.Integer(),
  /** The days of the month with what was given on them. */
  month: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' }),
  days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), reward: Amount })),
  /** Today, on the site's calendar, and when its next day begins. */
  date: Type.String({ format: 'date' }),
  nextAt: Moment,
});
export type CheckInInfo = Shape<typeof CheckInInfo>;

export const supportKinds = ['standard', 'priority'] as const;

export const VipLevel = Type.Object({
  level: Type.Integer(),
  name: Type.String(),
  /** Settled stakes it takes. */
  turnover: Amount,
  benefits: Type.Object({
    withdrawFee: Percent,
    withdrawMax: Amount,
    /** The check-in reward of this level, in percent of the ordinary one. */
    checkIn: Type.Integer(),
    support: oneOf([...supportKinds]),
  }),
});
export type VipLevel = Shape<typeof VipLevel>;
