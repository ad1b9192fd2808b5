import { dayBefore } from './days.ts';

/** Days of a run; after the last one a new run begins. */
export const runDays = 7;

/** The last day of a member's check-ins, and the number of consecutive days, 1 … 7. */
export type CheckInRun = { lastDay: string; streak: number };

/** The state of a run on a day. */
export type StreakState = {
  /** Whether the day is checked in. */
  today: boolean;
  /** Consecutive days up to today, or up to yesterday while today is open. */
  streak: number;
  /** Place of the next reward on the scale, from 0: today's, or tomorrow's once today is checked in. */
  next: number;
};

/**
 * The state of a run on a day of a zone's calendar. A missed day, or a complete run, ends it.
 * @param run undefined for a member who never checked in
 */
export const streakOn = (run: CheckInRun | undefined, day: string, zone: string): StreakState => {
  if (run === undefined) return { today: false, streak: 0, next: 0 };
  const { lastDay, streak } = run;
  // A day that is past by the clock of another process counts as checked in: no day is given after a later
  // one.
  if (lastDay >= day) return { today: true, streak, next: streak % runDays };
  const goesOn = streak < runDays && lastDay === dayBefore(day, zone);
  return goesOn ? { today: false, streak, next: streak } : { today: false, streak: 0, next: 0 };
};

/** The first day of a run whose n-th day is `day`. */
export const firstOfRun = (day: string, streak: number, zone: string): string =>
  streak <= 1 ? day : firstOfRun(dayBefore(day, zone), streak - 1, zone);

/** The reward of a day at a level's percent, rounded down. Minor units. */
export const rewardOf = (ordinaryMinor: bigint, percent: number): bigint =>
  (ordinaryMinor * BigInt(percent)) / 100n;
