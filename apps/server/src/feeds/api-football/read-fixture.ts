import { isWithin, type Score } from '@touchline/football/score';
import type { LiveGoal, LiveReport, MatchPhase } from '../live/word.ts';
import type { FeedMatch, FeedStatus } from '../snapshot.ts';
import type { ApiFixture } from './schema.ts';

type Off = 'postponed' | 'cancelled' | 'abandoned' | 'awarded';
/** A status of the service: the phase of the match, how it was called off, or play without a known half. */
type Status = { phase: MatchPhase } | { off: Off } | { isHalted: true };

/** After 90 minutes a match is over for every bet. */
const statuses = new Map<string, Status>([
  ['TBD', { phase: 'before' }],
  ['NS', { phase: 'before' }],
  ['1H', { phase: 'first_half' }],
  ['HT', { phase: 'half_time' }],
  ['2H', { phase: 'second_half' }],
  ['ET', { phase: 'over' }],
  ['BT', { phase: 'over' }],
  ['P', { phase: 'over' }],
  ['FT', { phase: 'over' }],
  ['AET', { phase: 'over' }],
  ['PEN', { phase: 'over' }],
  ['SUSP', { isHalted: true }],
  ['INT', { isHalted: true }],
  ['LIVE', { isHalted: true }],
  ['PST', { off: 'postponed' }],
  ['CANC', { off: 'cancelled' }],
  ['ABD', { off: 'abandoned' }],
  ['AWD', { off: 'awarded' }],
  ['WO', { off: 'awarded' }],
]);

/** A well-formed fixture with impossible content. */
export class Implausible extends Error {}

const shortOf = ({ fixture }: ApiFixture): string => fixture.status.short.trim().toUpperCase();

/** The status in any capitals. @throws Implausible for an unknown one */
const stateOf = (item: ApiFixture): Status => {
  const known = statuses.get(shortOf(item));
  if (known === undefined)
    throw new Implausible(`unknown status ${JSON.stringify(item.fixture.status.short)}`);
  return known;
};

/** A fixture for people: "1379300 (Arsenal – Chelsea)". */
export const fixtureName = ({ fixture, teams }: ApiFixture): string =>
  `${fixture.id} (${teams.home.name} – ${teams.away.name})`;

const pairOf = ({ home, away }: { home: number | null; away: number | null }): Score | undefined =>
  home === null || away === null ? undefined : { home, away };

/**
 * A fixture as an import reads it. One that is over without a possible score has at least begun.
 * @param onProblem hears what cannot be read of it
 * @throws Implausible for an unknown status
 */
export const toFeedMatch = (
  item: ApiFixture,
  onProblem: (problem: string) => void = () => undefined,
): FeedMatch => {
  const { fixture, league, teams } = item;
  const at = new Date(fixture.timestamp * 1_000).toISOString();
  return {
    ref: String(fixture.id),
    competition: `${league.country ?? 'World'}: ${league.name}`,
    home: teams.home.name,
    away: teams.away.name,
    stage: league.round ?? undefined,
    date: at.slice(0, 10),
    utcOffsetMinutes: 0,
    time: shortOf(item) === 'TBD' ? undefined : at.slice(11, 16),
    ...statusOf(item, onProblem),
  };
};

const statusOf = (item: ApiFixture, onProblem: (problem: string) => void): FeedStatus => {
  const state = stateOf(item);
  if ('off' in state) return { status: state.off };
  if ('isHalted' in state) return { status: 'in_play' };
  if (state.phase === 'before') return { status: 'scheduled' };
  if (state.phase !== 'over') return { status: 'in_play' };
  try {
    return { status: 'finished', ...finalOf(item) };
  } catch (error) {
    if (!(error instanceof Implausible)) throw error;
    onProblem(error.message);
    return { status: 'in_play' };
  }
};

/** The score after 90 minutes: goals of extra time are in `goals` only, those of a shoot-out not here. */
const finalOf = (item: ApiFixture): { ft: Score; ht?: Score | undefined } => {
  const ft = pairOf(item.score.fulltime);
  const ht = pairOf(item.score.halftime);
  if (ft === undefined) throw new Implausible('over without a score after 90 minutes');
  if (ht !== undefined && !isWithin(ht, ft)) throw new Implausible('half time above the final score');
  return { ft, ht };
};

/**
 * A fixture's present state of its match.
 * @param at the time of the answer
 * @throws Implausible when a score is missing, or for an unknown status
 */
export const toLiveWord = (item: ApiFixture, at: Date): LiveReport => {
  const { fixture } = item;
  const { elapsed, extra } = fixture.status;
  const common = {
    asOf: at.getTime(),
    kickOff: new Date(fixture.timestamp * 1_000),
    goals: goalsOf(item),
    redCards: redCardsOf(item),
  };
  const running = pairOf(item.goals);
  const state = stateOf(item);
  if ('off' in state) {
    const score = running ?? { home: 0, away: 0 };
    return { ...common, phase: undefined, off: state.off, clockMinute: elapsed ?? 0, score, isHalted: true };
  }
  // Interrupted, or "LIVE" without a half.
  const isHalted = 'isHalted' in state;
  const phase = 'phase' in state ? state.phase : haltedPhase(item);
  if (phase === 'over') {
    const { ft, ht } = finalOf(item);
    return { ...common, phase, clockMinute: 90, score: ft, ht, isHalted };
  }
  if (phase === 'before') {
    return { ...common, phase, clockMinute: 0, score: { home: 0, away: 0 }, goals: [], isHalted };
  }
  if (running === undefined) throw new Implausible('in play without a score');
  return {
    ...common,
    phase,
    score: running,
    isHalted,
    clockMinute: phase === 'half_time' ? 45 : (elapsed ?? 0) + (extra ?? 0),
    minute: shownMinute(elapsed, extra),
    // During the first half the service shows the running score instead of the half-time score.
    ht: phase === 'first_half' ? undefined : pairOf(item.score.halftime),
  };
};

const shownMinute = (elapsed: number | null, extra: number | null | undefined): string | undefined => {
  if (elapsed === null) return undefined;
  return (extra ?? 0) > 0 ? `${elapsed}+${extra}` : String(elapsed);
};

const haltedPhase = ({ fixture, score }: ApiFixture): MatchPhase =>
  (fixture.status.elapsed ?? 0) > 45 && pairOf(score.halftime) !== undefined ? 'second_half' : 'first_half';

/** Regular time ends here; later events belong to extra time or the shoot-out. */
const LAST_MINUTE = 90;

const sideOf = ({ teams }: ApiFixture, teamId: number | null): LiveGoal['side'] | undefined => {
  if (teamId === teams.home.id) return 'home';
  return teamId === teams.away.id ? 'away' : undefined;
};

/** The goals of regular time. */
const goalsOf = (item: ApiFixture): LiveGoal[] =>
  (item.events ?? [])
    .filter(
      ({ type, detail, time }) =>
        type === 'Goal' && detail !== 'Missed Penalty' && time.elapsed <= LAST_MINUTE,
    )
    .flatMap(({ time, team }) => {
      const side = sideOf(item, team.id);
      const extra = time.extra ?? 0;
      const shown = extra > 0 ? `${time.elapsed}+${extra}` : String(time.elapsed);
      const half = time.elapsed <= 45 ? 1 : 2;
      return side === undefined ? [] : [{ side, half, shown, minute: time.elapsed + extra } as const];
    });

/** Red cards of regular time, also by a second yellow; undefined where the service sends no events. */
const redCardsOf = (item: ApiFixture): Score | undefined => {
  if (item.events === undefined || item.events === null) return undefined;
  const sent = item.events
    .filter(({ type, time }) => type === 'Card' && time.elapsed <= LAST_MINUTE)
    .filter(({ detail }) => /^(red card|second yellow card)$/i.test(detail))
    .map(({ team }) => sideOf(item, team.id));
  return {
    home: sent.filter((side) => side === 'home').length,
    away: sent.filter((side) => side === 'away').length,
  };
};
