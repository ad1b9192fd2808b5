import { hourMs } from '@touchline/contract/durations';
import type { Refusal } from '@touchline/contract/envelope';
import { limits as bounds } from '@touchline/contract/limits';
import type {
  Exclusion,
  LimitKind,
  LimitPeriod,
  Restriction,
  TimeOut,
} from '@touchline/contract/shapes/play';

/** The state of a limit, in minor units; null: none. */
export type LimitState = {
  amount: bigint | null;
  /** The pending change: a higher amount or none, from when on it can be confirmed, and until when. */
  pending: { id: string; amount: bigint | null; from: Date; until: Date } | null;
};
export type Limit = LimitState & { kind: LimitKind; period: LimitPeriod };

export const noLimit: LimitState = { amount: null, pending: null };

const isHigher = (wanted: bigint | null, than: bigint): boolean => wanted === null || wanted > than;

/** The pending change, unless its time is over. */
const pendingAt = ({ pending }: LimitState, now: Date): LimitState['pending'] =>
  pending && pending.until > now ? pending : null;

/**
 * Changes a limit. A lower one, or the first, takes effect at once and ends a pending change; a higher one,
 * or none, is pending. The same change again does not restart the wait.
 * @param id of the change, if it has to wait
 */
export const changeLimit = (
  state: LimitState,
  wanted: bigint | null,
  { now, id }: { now: Date; id: string },
): LimitState => {
  if (state.amount === null || !isHigher(wanted, state.amount)) return { amount: wanted, pending: null };
  const waiting = pendingAt(state, now);
  if (waiting && waiting.amount === wanted) return { amount: state.amount, pending: waiting };
  const from = new Date(now.getTime() + bounds.limitWaitHours * hourMs);
  const until = new Date(from.getTime() + bounds.limitConfirmHours * hourMs);
  return { amount: state.amount, pending: { id, amount: wanted, from, until } };
};

/** Confirms a pending change. @returns undefined when it is too early or too late */
export const confirmLimit = (state: LimitState, now: Date): LimitState | undefined => {
  const waiting = pendingAt(state, now);
  return waiting && waiting.from <= now ? { amount: waiting.amount, pending: null } : undefined;
};

/** A time-out or exclusion; `opensAt` null: time alone does not end it. */
export type Hold = {
  kind: Restriction['kind'];
  since: Date;
  /** null: for good. */
  until: Date | null;
  opensAt: Date | null;
};

/** The restriction in force at a given time. */
export const inForce = (hold: Hold | undefined, now: Date): Hold | undefined =>
  hold && (hold.opensAt === null || hold.opensAt > now) ? hold : undefined;

/** After the end of an exclusion the member asks to return, which takes effect after this. */
export const returnWaitMs = 24 * hourMs;

const timeOutHours: Record<TimeOut, number> = {
  '24h': 24,
  '48h': 48,
  '7d': 7 * 24,
  '14d': 14 * 24,
  '30d': 30 * 24,
  '6w': 42 * 24,
};
const exclusionMonths: Record<Exclusion, number | null> = {
  '6m': 6,
  '1y': 12,
  '2y': 24,
  '5y': 60,
  permanent: null,
};

/** Months later at the same time of day; in a shorter month on its last day. UTC. */
const monthsAfter = (at: Date, months: number): Date => {
  const then = new Date(at);
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() + months);
  const days = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  then.setUTCDate(Math.min(at.getUTCDate(), days));
  return then;
};

/**
 * A time-out from now on. @returns the restriction afterwards: a longer one stays, and an exclusion does in
 * any case
 */
export const takeTimeOut = (current: Hold | undefined, length: TimeOut, now: Date): Hold => {
  const holding = inForce(current, now);
  const until = new Date(now.getTime() + timeOutHours[length] * hourMs);
  const isLonger = holding !== undefined && (holding.opensAt === null || holding.opensAt >= until);
  if (holding?.kind === 'excluded' || isLonger) return holding;
  return { kind: 'time_out', since: holding?.since ?? now, until, opensAt: until };
};

/** An exclusion from now on. @returns the restriction afterwards: a longer one stays */
export const takeExclusion = (current: Hold | undefined, length: Exclusion, now: Date): Hold => {
  const months = exclusionMonths[length];
  return excludedUntil(current, months === null ? null : monthsAfter(now, months), now);
};

/**
 * An exclusion from now on until a given time; null: for good. @returns the restriction afterwards: a longer exclusion stays
 */
export const excludedUntil = (current: Hold | undefined, until: Date | null, now: Date): Hold => {
  const holding = inForce(current, now);
  if (holding?.kind !== 'excluded') return { kind: 'excluded', since: now, until, opensAt: null };
  const isLonger = holding.until === null || (until !== null && holding.until >= until);
  return isLonger ? holding : { ...holding, until, opensAt: null };
};

/** Whether the time of an exclusion is over and only the member's request is missing. */
export const mayAskBack = (hold: Hold, now: Date): boolean =>
  hold.kind === 'excluded' && hold.until !== null && hold.until <= now && hold.opensAt === null;

/** A restriction on the wire. Once the member has asked to return, it lasts until that takes effect. */
export const restrictionToWire = (hold: Hold, now: Date): Restriction => {
  const until = hold.opensAt ?? hold.until;
  return {
    kind: hold.kind,
    since: hold.since.toISOString(),
    until: until?.toISOString(),
    mayReturn: mayAskBack(hold, now) || undefined,
  };
};

/** The part of a refusal about a restriction. */
export const excludedDetail = (hold: Hold): Pick<Refusal, 'restriction' | 'until'> => {
  const until = hold.opensAt ?? hold.until;
  return { restriction: hold.kind, until: until?.toISOString() };
};
