import { minuteMs } from '@touchline/contract/durations';
import type { BoardEvent } from '../../pricing/index.ts';
import type { EventMove, ReportedIncident } from '../../catalogue/index.ts';
import type { AcceptedReport, LiveGoal, LiveReport, MatchPhase } from './word.ts';

const states = {
  before: 'scheduled',
  first_half: 'live',
  half_time: 'half_time',
  second_half: 'live',
  over: 'finished',
} as const satisfies Record<MatchPhase, EventMove['state']>;

/** From kick-off to the start of the second half. */
const SECOND_HALF_MS = 62 * minuteMs;

/**
 * The new state of an event by an accepted report. Results are proposed, never confirmed by the feed itself.
 */
export const moveOf = (
  event: BoardEvent,
  word: LiveReport,
  of: { believed: AcceptedReport; isSuspended: boolean; source: string },
): EventMove => {
  const { believed, isSuspended, source } = of;
  const { phase, score, ht, redCards } = believed;
  const isBefore = phase === 'before';
  // A match that began before its time began at the time in the feed, or now.
  const began = new Date(Math.min(event.kickOff.getTime(), Math.max(word.kickOff.getTime(), 0), word.asOf));
  const kickOff = isBefore ? event.kickOff : began;
  return {
    kickOff,
    state: states[phase],
    minute: phase === 'first_half' || phase === 'second_half' ? word.minute : undefined,
    clockMinute: phase === 'half_time' ? 45 : believed.clockMinute,
    score: isBefore ? undefined : score,
    ht: isBefore ? undefined : ht,
    redCards: isBefore ? undefined : redCards,
    incidents: isBefore ? [] : incidentsOf(word, believed, kickOff),
    isSuspended,
    results: [
      ...(ht !== undefined && event.ht === undefined ? [{ ht, source }] : []),
      ...(phase === 'over' ? [{ ht, ft: score, source }] : []),
    ],
  };
};

/** Stops betting and leaves the event in its state. */
export const holdOf = (event: BoardEvent, believed: AcceptedReport | undefined): EventMove => ({
  kickOff: event.kickOff,
  state: event.state,
  minute: event.minute,
  clockMinute: believed?.clockMinute ?? 0,
  score: event.score,
  ht: event.ht,
  redCards: event.redCards,
  incidents: [],
  isSuspended: true,
  results: [],
});

/** The incidents so far, when the goals agree with the score; empty while they do not. */
const incidentsOf = (
  word: LiveReport,
  { phase, score, ht }: AcceptedReport,
  kickOff: Date,
): ReportedIncident[] => {
  const count = (side: LiveGoal['side']) => word.goals.filter((goal) => goal.side === side).length;
  if (count('home') !== score.home || count('away') !== score.away) return [];
  const at = (ms: number) => new Date(kickOff.getTime() + ms);
  const running = { home: 0, away: 0 };
  const goals = (half: 1 | 2): ReportedIncident[] =>
    word.goals
      .filter((goal) => goal.half === half)
      .toSorted((a, b) => a.minute - b.minute)
      .map(({ side, shown, minute }) => {
        running[side] += 1;
        const sinceMs = half === 1 ? minute * minuteMs : SECOND_HALF_MS + (minute - 45) * minuteMs;
        return { kind: 'goal' as const, side, minute: shown, at: at(sinceMs), score: { ...running } };
      });
  const first = goals(1);
  const afterFirst = { ...running };
  const list: ReportedIncident[] = [{ kind: 'kick_off', at: kickOff, score: { home: 0, away: 0 } }, ...first];
  if (phase === 'first_half') return list;
  // Goals in the wrong half would contradict the record of half time.
  if (ht === undefined || ht.home !== afterFirst.home || ht.away !== afterFirst.away) return list;
  list.push({ kind: 'half_time', at: at(47 * minuteMs), score: ht });
  if (phase === 'half_time') return list;
  list.push({ kind: 'second_half', at: at(SECOND_HALF_MS), score: ht }, ...goals(2));
  if (phase === 'over') list.push({ kind: 'full_time', at: new Date(word.asOf), score });
  return list;
};
