import type { StakeReturns } from '../betting/index.ts';
import type { Members } from '../accounts/index.ts';
import type { Wallet } from '../ledger/index.ts';
import type { Queryable } from '../core/database/database.ts';
import type { Owner } from '../core/owner.ts';
import type { Context, Module } from '../core/module.ts';
import { createCalendar } from './calendar.ts';
import type { DepositsOf } from './deposits.ts';
import { Likenesses, type Sharing } from './likenesses.ts';
import { playHandlers } from './routes.ts';
import { createPlay } from './service.ts';
import { createMemberLimits } from './member-limits.ts';

/** Reads a member's recharges or withdrawals of a span. */
type ReadMoves = (
  on: Queryable,
  owner: Owner,
  span: { since: Date; before: Date },
) => Promise<{ at: Date; amountMinor: bigint }[]>;

/** Opens what placing needs of safer play: the limits and restrictions of members, kept in memory. */
export const openMemberLimits = (
  { connections: { calls }, config, clock, currency }: Context,
  { wallet }: { wallet: Wallet },
) => ({
  service: createMemberLimits({
    pool: calls.pool,
    wallet,
    calendar: createCalendar(config.SITE_TIME_ZONE),
    scale: currency.scale,
    now: () => clock.now(),
  }),
});

/** Opens safer play: limits, restrictions and reality checks. */
export const openPlay = (
  { connections: { calls }, config, clock, currency, bus, receipts }: Context,
  {
    wallet,
    members,
    returns,
    payments,
    sharing,
  }: {
    wallet: Wallet;
    /** Other accounts that share something with one; see Likenesses. */
    sharing: Sharing;
    payments: { deposits: DepositsOf; creditedWithin: ReadMoves; paidWithin: ReadMoves };
    members: Pick<Members, 'endSessions' | 'checkPassword'>;
    returns: Pick<StakeReturns, 'openStakes' | 'returnStakes'>;
  },
) => {
  const { pool } = calls;
  const play = createPlay({
    pool,
    wallet,
    clock,
    currency,
    timeZone: config.SITE_TIME_ZONE,
    depositsOf: payments.deposits,
    moves: {
      credited: (owner, span) => payments.creditedWithin(pool, owner, span),
      paidOut: (owner, span) => payments.paidWithin(pool, owner, span),
    },
    openStakes: (owner) => returns.openStakes(owner),
    returnStakes: (owner, since) => returns.returnStakes(owner, since),
    endSessions: (memberId, which, why) => members.endSessions(memberId, which, why),
    receipts,
    bus,
  });
  const likenesses = new Likenesses({
    pool,
    sharing,
    depositsOf: payments.deposits,
    play,
    now: () => clock.now(),
  });
  return {
    service: { ...play, likenesses },
    handlers: playHandlers({ play, checkPassword: (given) => members.checkPassword(given) }),
    routines: [
      { name: 'limits ready', everyMs: 60_000, run: () => play.tellReady() },
      { name: 'stakes to return', everyMs: 5_000, run: () => play.finishReturns() },
    ],
  } satisfies Module;
};
