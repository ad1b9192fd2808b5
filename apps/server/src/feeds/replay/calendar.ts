import type { RecordedMatch } from '../../catalogue/index.ts';
import { timelineOf, type Timeline } from './timeline.ts';

/** Match minutes from one kick-off to the next: matches last about 113, so two or three are on at once. */
const SLOT_MINUTES = 48;
/** The shortest time a fixture is open before kick-off, and the pause between two runs. */
const NOTICE_MINUTES = 30;
/** Kick-offs fall on multiples of this: whole real minutes at the default speed. */
const ROUND_MINUTES = 6;
/** Fixtures shown ahead, as far as their teams are known. */
const AHEAD = 12;
/**
 * Fixtures of the next run that are shown early, so that there is enough to bet on during the knock-out
 * stage.
 */
const OPENERS = 8;

/** A match of the tournament with its place in a run. Minutes are match minutes since the run began. */
export type MatchSlot = {
  match: RecordedMatch;
  timeline: Timeline;
  kickOffAt: number;
  endAt: number;
  /** From when the fixture is shown; before 0 for matches shown during the run before. */
  shownAt: number;
};

/** The whole tournament on its compressed calendar; every run is the same, `length` after the one before. */
export type ReplayCalendar = { plans: readonly MatchSlot[]; length: number };

/**
 * Puts a tournament on a compressed calendar: matches in their original order, one kick-off per slot, and a
 * knock-out match only when both its teams are known and its fixture has been open for a while.
 * @param matches by original kick-off
 */
export const calendarOf = (matches: readonly RecordedMatch[], seed: string): ReplayCalendar => {
  const plans: Omit<MatchSlot, 'shownAt'>[] = [];
  const known: number[] = [];
  for (const match of matches) {
    const knownAt = teamsKnownAt(match, plans);
    const slot = (plans.at(-1)?.kickOffAt ?? -SLOT_MINUTES) + SLOT_MINUTES;
    const kickOffAt = roundUp(Math.max(slot, knownAt + NOTICE_MINUTES));
    const timeline = timelineOf(match, seed);
    known.push(knownAt);
    plans.push({ match, timeline, kickOffAt, endAt: kickOffAt + timeline.endAt });
  }
  const length = roundUp(Math.max(...plans.map(({ endAt }) => endAt)) + NOTICE_MINUTES);
  const groupMatches = plans.filter(({ match }) => match.group !== undefined).length;
  const openersAt = (plans[groupMatches - AHEAD]?.kickOffAt ?? 0) - length;
  const shownAt = (index: number): number => {
    if (index < OPENERS) return openersAt;
    const ahead = plans[index - AHEAD]?.kickOffAt ?? (index - AHEAD) * SLOT_MINUTES;
    return Math.max(known[index] ?? 0, ahead);
  };
  return { plans: plans.map((plan, index) => ({ ...plan, shownAt: shownAt(index) })), length };
};

const roundUp = (minutes: number): number => Math.ceil(minutes / ROUND_MINUTES) * ROUND_MINUTES;

/** When both teams of a match are decided by the matches before it; −∞ for group matches. */
const teamsKnownAt = (match: RecordedMatch, before: readonly Omit<MatchSlot, 'shownAt'>[]): number => {
  if (match.group !== undefined) return Number.NEGATIVE_INFINITY;
  return Math.max(teamKnownAt(match.home, before), teamKnownAt(match.away, before));
};

const teamKnownAt = (team: string, before: readonly Omit<MatchSlot, 'shownAt'>[]): number => {
  const last = before.findLast(({ match }) => match.home === team || match.away === team);
  if (last === undefined) return 0;
  if (last.match.group === undefined) return last.endAt;
  const groupStage = before.filter(({ match }) => match.group !== undefined);
  const group = groupStage.filter(({ match }) => match.group === last.match.group);
  // The third place waits for all groups, as does a second place on goal difference.
  const deciding = isAhead(team, group) ? group : groupStage;
  return Math.max(...deciding.map(({ endAt }) => endAt));
};

/** Whether at most one other team of the group has as many points. */
const isAhead = (team: string, group: readonly { match: RecordedMatch }[]): boolean => {
  const points = new Map<string, number>();
  const give = (to: string, earned: number) => points.set(to, (points.get(to) ?? 0) + earned);
  for (const { match } of group) {
    const difference = match.ft.home - match.ft.away;
    give(match.home, difference > 0 ? 3 : difference === 0 ? 1 : 0);
    give(match.away, difference < 0 ? 3 : difference === 0 ? 1 : 0);
  }
  const own = points.get(team) ?? 0;
  return [...points].filter(([other, earned]) => other !== team && earned >= own).length <= 1;
};
