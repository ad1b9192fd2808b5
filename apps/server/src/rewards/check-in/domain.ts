import { dayBefore } from './days.ts';

/** Days of a run: after the last one it begins anew. */
export const runDays = 7;

/** The last day of a member's check-ins, and how many there were in a row, 1 … 7. */
export type Run = { lastDay: string; streak: number };

/** How a run stands on a day. */
export type Standing = {
  /** Whether the day is taken. */
  today: boolean;
  /** Days in a row up to today, or up to yesterday while today is not taken. */
  streak: number;
  /** Place on the scale, from 0, of what comes next: today's, or tomorrow's once today is taken. */
  next: number;
};

/**
 * How a run stands on a day of a zone's calendar. A missed day, or a whole run, ends it; nothing else is lost.
 * @param run undefined for a member who never checked in
 */
export const standingOn = (run: Run | undefined, day: string, zone: string): Standing => {
  if (run === undefined) return { today: false, streak: 0, next: 0 };
  const { lastDay, streak } = run;
  // A day that is past by the clock of another process counts as taken: no day is given after a later one.
  if (lastDay >= day) return { today: true, streak, next: streak % runDays };
  const goesOn = streak < runDays && lastDay === dayBefore(day, zone);
  return goesOn ? { today: false, streak, next: streak } : { today: false, streak: 0, next: 0 };
};

/** The first day of a run of which a day is the last of so many. */
export const firstOfRun = (day: string, streak: number, zone: string): string =>
  streak <= 1 ? day : firstOfRun(dayBefore(day, zone), streak - 1, zone);

/** What a day gives at a level's percent, rounded down. Minor units. */
export const rewardOf = (ordinaryMinor: bigint, percent: number): bigint =>
  (ordinaryMinor * BigInt(percent)) / 100n;
