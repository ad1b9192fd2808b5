import { isWithin, type Score } from '@touchline/football/score';
import type { LiveGoal, LiveWord, Phase } from '../live/word.ts';
import type { FeedMatch, FeedStatus } from '../snapshot.ts';
import type { ApiFixture } from './schema.ts';

type Status = ApiFixture['fixture']['status']['short'];

/** The phase of the match by status. After 90 minutes it is over for every bet. */
const phaseOf: Readonly<Partial<Record<Status, Phase>>> = {
  TBD: 'before',
  NS: 'before',
  '1H': 'first_half',
  HT: 'half_time',
  '2H': 'second_half',
  ET: 'over',
  BT: 'over',
  P: 'over',
  FT: 'over',
  AET: 'over',
  PEN: 'over',
};
type Off = 'postponed' | 'cancelled' | 'abandoned' | 'awarded';
const offOf: Readonly<Partial<Record<Status, Off>>> = {
  PST: 'postponed',
  CANC: 'cancelled',
  ABD: 'abandoned',
  AWD: 'awarded',
  WO: 'awarded',
};

/** A well-formed fixture with impossible content. */
export class Implausible extends Error {}

const pairOf = ({ home, away }: { home: number | null; away: number | null }): Score | undefined =>
  home === null || away === null ? undefined : { home, away };

/** A fixture as an import reads it. @throws Implausible when it is over without a possible score */
export const toFeedMatch = (item: ApiFixture): FeedMatch => {
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
    time: fixture.status.short === 'TBD' ? undefined : at.slice(11, 16),
    ...statusOf(item),
  };
};

const statusOf = (item: ApiFixture): FeedStatus => {
  const { short } = item.fixture.status;
  const off = offOf[short];
  if (off !== undefined) return { status: off };
  return phaseOf[short] === 'over' ? { status: 'finished', ...finalOf(item) } : { status: 'scheduled' };
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
 * @throws Implausible when a score is missing
 */
export const toLiveWord = (item: ApiFixture, at: Date): LiveWord => {
  const { fixture } = item;
  const { short, elapsed, extra } = fixture.status;
  const common = {
    asOf: at.getTime(),
    kickOff: new Date(fixture.timestamp * 1_000),
    goals: goalsOf(item),
    redCards: redCardsOf(item),
  };
  const running = pairOf(item.goals);
  const off = offOf[short];
  if (off !== undefined) {
    const score = running ?? { home: 0, away: 0 };
    return { ...common, phase: undefined, off, clockMinute: elapsed ?? 0, score, isHalted: true };
  }
  // Interrupted, or "LIVE" without a half.
  const isHalted = phaseOf[short] === undefined;
  const phase = phaseOf[short] ?? haltedPhase(item);
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

const haltedPhase = ({ fixture, score }: ApiFixture): Phase =>
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
