import { minuteMs } from '@touchline/contract/durations';
import type { LimitPeriod } from '@touchline/contract/shapes/play';
import type { PlayEntry } from '../ledger/index.ts';
import { periodOf, type Calendar } from './calendar.ts';

/** One day of the site, in minor units. */
type DaySum = {
  /** Stakes that left the balance. */
  stakes: bigint;
  /** The refunded part of this day's stakes, whenever it was refunded. */
  refunded: bigint;
  /** Returns of bets on this day, whenever they were placed; below zero when corrections took more. */
  returns: bigint;
  bets: number;
};

/** Play without a pause of half an hour, so far. */
type Session = { since: Date; last: Date; stakes: bigint; returns: bigint };

/** Stakes and returns of a member, folded from the entries of the wallet. */
export type StakeSums = {
  days: Map<string, DaySum>;
  /** The day on which each bet was counted. */
  placed: Map<string, { day: string; at: Date; refunded: bigint }>;
  session: Session | undefined;
};

/** A session begins with the first bet after a pause of this length. */
export const sessionPauseMs = 30 * minuteMs;

export const noSums = (): StakeSums => ({ days: new Map(), placed: new Map(), session: undefined });

const dayIn = (sums: StakeSums, day: string): DaySum => {
  const known = sums.days.get(day);
  if (known) return known;
  const made = { stakes: 0n, refunded: 0n, returns: 0n, bets: 0 };
  sums.days.set(day, made);
  return made;
};

/**
 * Counts one entry, in place; entries come in the order of their versions. A stake counts on the day it left
 * the balance. A refund is a return of the day it comes back, and frees its part on the day of the stake. An
 * order that was refused after its delay never was a stake: it is subtracted where it was counted.
 */
export const addEntry = (sums: StakeSums, entry: PlayEntry, { dayOf }: Pick<Calendar, 'dayOf'>): void => {
  const { kind, amountMinor, at } = entry;
  const ref = entry.ref ?? '';
  switch (kind) {
    case 'stake':
    case 'live_delay': {
      const day = dayOf(at);
      const sum = dayIn(sums, day);
      sum.stakes -= amountMinor;
      sum.bets += 1;
      sums.placed.set(ref, { day, at, refunded: 0n });
      const { session } = sums;
      if (session && at.getTime() - session.last.getTime() < sessionPauseMs) {
        session.last = at > session.last ? at : session.last;
        session.stakes -= amountMinor;
      } else sums.session = { since: at, last: at, stakes: -amountMinor, returns: 0n };
      return;
    }
    case 'live_refused': {
      const placed = sums.placed.get(ref);
      if (!placed) return;
      const sum = dayIn(sums, placed.day);
      sum.stakes -= amountMinor;
      sum.bets -= 1;
      sums.placed.delete(ref);
      if (sums.session && placed.at >= sums.session.since) sums.session.stakes -= amountMinor;
      return;
    }
    case 'payout':
    case 'refund':
    case 'cash_out':
    case 'correction': {
      dayIn(sums, dayOf(at)).returns += amountMinor;
      if (sums.session) sums.session.returns += amountMinor;
      const placed = sums.placed.get(ref);
      if (!placed) return;
      // A refund that is clawed back, as when a void is revoked, counts as stake again.
      const more =
        kind === 'refund' ? amountMinor : kind === 'correction' ? takenBack(placed, amountMinor) : 0n;
      placed.refunded += more;
      dayIn(sums, placed.day).refunded += more;
      return;
    }
    default:
  }
};

/** The part of a refund that a correction takes, below zero; zero when it gives, or there was none. */
const takenBack = ({ refunded }: { refunded: bigint }, amountMinor: bigint): bigint => {
  if (amountMinor >= 0n) return 0n;
  return -amountMinor < refunded ? amountMinor : -refunded;
};

/** Stakes and returns from a day on. */
export const sumFrom = (
  { days }: Pick<StakeSums, 'days'>,
  from: string,
): Omit<DaySum, 'bets'> & { bets: number } => {
  const sum = { stakes: 0n, refunded: 0n, returns: 0n, bets: 0 };
  for (const [day, each] of days) {
    if (day < from) continue;
    sum.stakes += each.stakes;
    sum.refunded += each.refunded;
    sum.returns += each.returns;
    sum.bets += each.bets;
  }
  return sum;
};

/**
 * The use of a limit in the period of `day`: for stakes those that were not refunded, for losses the stakes
 * less all returns, below zero for a member who has won.
 */
export const usedOf = (
  sums: Pick<StakeSums, 'days'>,
  { kind, period }: { kind: 'stake' | 'loss'; period: LimitPeriod },
  day: string,
): bigint => {
  const { stakes, refunded, returns } = sumFrom(sums, periodOf(day, period).from);
  return kind === 'stake' ? stakes - refunded : stakes - returns;
};

/** The stake of a bet that still runs, in minor units. */
export type OpenStake = { id: string; stakeMinor: bigint };

/** The stakes that still run by the day on which they were counted; those of other days are left out. */
export const openByDay = (
  { placed }: Pick<StakeSums, 'placed'>,
  open: readonly OpenStake[],
): Map<string, bigint> => {
  const days = new Map<string, bigint>();
  for (const { id, stakeMinor } of open) {
    const day = placed.get(id)?.day;
    if (day !== undefined) days.set(day, (days.get(day) ?? 0n) + stakeMinor);
  }
  return days;
};

/** The first day that any period still needs. */
export const windowFrom = (day: string): string => {
  const [month, week] = [periodOf(day, 'month').from, periodOf(day, 'week').from];
  return month < week ? month : week;
};

/** Deletes days that no period needs any more, in place. */
export const forgetBefore = (sums: StakeSums, day: string): void => {
  for (const each of sums.days.keys()) if (each < day) sums.days.delete(each);
  for (const [ref, placed] of sums.placed) if (placed.day < day) sums.placed.delete(ref);
};
