import { minuteMs } from '@touchline/contract/durations';
import type { EventMove, NewEvent } from '../../catalogue/index.ts';
import type { BoardEvent } from '../../pricing/index.ts';
import type { Performance, Programme } from './programme.ts';
import { momentOf, type ReplayClock } from './replay-clock.ts';
import { stateAt } from './timeline.ts';

export const FEED = 'replay';
/** The author of the replay's changes, who confirms its results. */
export const WHO = 'feed:replay';
const SOURCE = 'openfootball';

/** Betting stops for about this long after a goal, but within these match minutes. */
const SUSPENSION_MS = 4_000;
const [LEAST_SUSPENSION, MOST_SUSPENSION] = [1, 8] as const;

/** For how many match minutes betting stops after a goal. */
const suspensionMinutes = (speed: number): number =>
  Math.min(MOST_SUSPENSION, Math.max(LEAST_SUSPENSION, (SUSPENSION_MS * speed) / minuteMs));

/**
 * The announcement of a performance. One that is over already gets no markets: no member could bet on it.
 * @param minute of the replay
 */
export const announcement = (
  performance: Performance,
  at: { programme: Programme; clock: ReplayClock; minute: number; competitionId: string },
): NewEvent => {
  const { programme, clock, minute, competitionId } = at;
  const { plan, kickOffAt, endAt } = performance;
  return {
    feed: FEED,
    feedRef: performance.feedRef,
    competitionId,
    stage: plan.match.stage,
    homeId: performance.home.id,
    awayId: performance.away.id,
    neutral: true,
    kickOff: new Date(momentOf(clock, kickOffAt)),
    replay: true,
    recordedAt: plan.match.kickOff,
    means: minute >= endAt ? undefined : programme.meansAt(performance, Math.min(minute, kickOffAt)),
    basis: programme.basisAt(performance, Math.min(minute, kickOffAt)),
  };
};

/** A change of an event before kick-off: its time, its expected goals, or both. */
export const moveBefore = (
  kickOff: Date,
  { means, basis }: Pick<EventMove, 'means' | 'basis'> = {},
): EventMove => ({
  state: 'scheduled',
  kickOff,
  means,
  basis,
  clockMinute: 0,
  incidents: [],
  isSuspended: false,
  results: [],
});

/** The state of an event from kick-off on, and a text that differs whenever the state does. */
export const moveSince = (
  event: BoardEvent,
  performance: Performance,
  at: { clock: ReplayClock; minute: number },
): { move: EventMove; word: string } => {
  const { clock, minute } = at;
  const { kickOffAt, plan } = performance;
  const now = stateAt(plan.timeline, minute - kickOffAt, suspensionMinutes(clock.speed));
  const { state, score, ht, isGoalFresh } = now;
  const recorded = { source: SOURCE, confirmedBy: WHO };
  const move: EventMove = {
    kickOff: event.kickOff,
    state,
    minute: now.minute,
    clockMinute: now.clockMinute,
    score,
    ht,
    incidents: now.incidents.map((incident) => ({
      ...incident,
      at: new Date(momentOf(clock, kickOffAt + incident.at)),
    })),
    isSuspended: isGoalFresh,
    results: [
      ...(ht !== undefined && event.ht === undefined ? [{ ht, ...recorded }] : []),
      ...(state === 'finished' ? [{ ht, ft: score, ...recorded }] : []),
    ],
  };
  return { move, word: [state, now.minute, score?.home, score?.away, isGoalFresh].join(' ') };
};
