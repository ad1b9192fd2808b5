import { createHash } from 'node:crypto';
import type { EventState, Incident } from '@touchline/contract/shapes/football';
import type { Score } from '@touchline/football/score';
import { type RecordedGoal, type RecordedMatch, shownMinute, type Side } from '../../catalogue/index.ts';

const HALF_MINUTES = 45;
const BREAK_MINUTES = 15;

/** One match on its own clock: match minutes since kick-off, stoppage and break included. */
export type Timeline = {
  halfTimeAt: number;
  secondHalfAt: number;
  endAt: number;
  goals: readonly { at: number; minute: string; side: Side }[];
  ht: Score;
  ft: Score;
};

/** The feed's report of a match at one time. */
export type TimelineState = {
  state: Extract<EventState, 'scheduled' | 'live' | 'half_time' | 'finished'>;
  /** As shown; absent while the clock does not run. */
  minute?: string;
  /** The match clock as pricing takes it: 0 … 45 and on in the first half, 45 … 90 and on in the second. */
  clockMinute: number;
  score?: Score;
  /** Once the first half is complete. */
  ht?: Score;
  incidents: readonly TimelineIncident[];
  /** Whether a goal has just fallen. */
  isGoalFresh: boolean;
};
type TimelineIncident = Omit<Incident, 'at'> & {
  /** Match minutes since kick-off. */
  at: number;
};

/**
 * Lays a recorded match out in time. Stoppage time is plausible (1–4 and 3–8 minutes) and as long as the recorded
 * goals need; a goal falls at a given time within its recorded minute. All of it depends on the seed and the match only.
 * @throws when the record does not know the half-time score: such a match cannot be replayed
 */
export const timelineOf = (match: RecordedMatch, seed: string): Timeline => {
  if (match.ht === undefined) {
    throw new Error(`Match ${match.no} (${match.home} – ${match.away}) has no half-time score to replay`);
  }
  const stoppage = (half: 1 | 2, least: number, spread: number): number =>
    Math.max(
      least + Math.floor(chanceFrom(seed, match.no, 'stoppage', half) * spread),
      ...match.goals.filter((goal) => goal.half === half).map((goal) => goal.stoppage),
    );
  const halfTimeAt = HALF_MINUTES + stoppage(1, 1, 4);
  const secondHalfAt = halfTimeAt + BREAK_MINUTES;
  const goals = match.goals
    .map((goal, index) => ({
      at: goalAt(goal, secondHalfAt) + 0.1 + 0.8 * chanceFrom(seed, match.no, 'goal', index),
      minute: shownMinute(goal),
      side: goal.side,
    }))
    .toSorted((a, b) => a.at - b.at);
  const endAt = secondHalfAt + HALF_MINUTES + stoppage(2, 3, 6);
  return { halfTimeAt, secondHalfAt, endAt, goals, ht: match.ht, ft: match.ft };
};

/** Where a goal's minute begins: "9" is the ninth minute, eight after kick-off. */
const goalAt = ({ half, minute, stoppage }: RecordedGoal, secondHalfAt: number): number =>
  (half === 1 ? 0 : secondHalfAt - HALF_MINUTES) + minute - 1 + stoppage;

/**
 * The state of the match at a number of match minutes after kick-off.
 * @param freshMinutes for how long a goal counts as just fallen
 */
export const stateAt = (timeline: Timeline, minutes: number, freshMinutes: number): TimelineState => {
  if (minutes < 0) return { state: 'scheduled', clockMinute: 0, incidents: [], isGoalFresh: false };
  const incidents = incidentsUntil(timeline, minutes);
  const score = incidents.at(-1)?.score ?? { home: 0, away: 0 };
  const isGoalFresh = timeline.goals.some(({ at }) => at <= minutes && minutes - at < freshMinutes);
  const common = { score, incidents, isGoalFresh };
  const { halfTimeAt, secondHalfAt, endAt, ht } = timeline;
  if (minutes < halfTimeAt) {
    return { ...common, state: 'live', minute: clockText(minutes, 1), clockMinute: minutes };
  }
  if (minutes < secondHalfAt) return { ...common, state: 'half_time', clockMinute: HALF_MINUTES, ht };
  const clockMinute = minutes - secondHalfAt + HALF_MINUTES;
  if (minutes < endAt) {
    return { ...common, state: 'live', minute: clockText(clockMinute, 2), clockMinute, ht };
  }
  return { ...common, isGoalFresh: false, state: 'finished', clockMinute, ht };
};

/** "1" in the first minute, "45+2" in the second of stoppage time. */
const clockText = (clockMinute: number, half: 1 | 2): string => {
  const running = Math.floor(clockMinute) + 1;
  const last = half * HALF_MINUTES;
  return running <= last ? String(running) : `${last}+${running - last}`;
};

const incidentsUntil = (timeline: Timeline, minutes: number): TimelineIncident[] => {
  const goals = timeline.goals.map((goal) => ({ kind: 'goal' as const, ...goal }));
  const all = [
    { kind: 'kick_off' as const, at: 0 },
    ...goals,
    { kind: 'half_time' as const, at: timeline.halfTimeAt },
    { kind: 'second_half' as const, at: timeline.secondHalfAt },
    { kind: 'full_time' as const, at: timeline.endAt },
  ].toSorted((a, b) => a.at - b.at);
  const score = { home: 0, away: 0 };
  const happened: TimelineIncident[] = [];
  for (const incident of all.filter(({ at }) => at <= minutes)) {
    if ('side' in incident) score[incident.side] += 1;
    happened.push({ ...incident, score: { ...score } });
  }
  return happened;
};

/** A number in 0 … 1 (below 1) derived from the words alone: the replay's only source of variety. */
const chanceFrom = (...words: (string | number)[]): number =>
  createHash('sha256').update(words.join('\u0000')).digest().readUInt32BE(0) / 2 ** 32;
