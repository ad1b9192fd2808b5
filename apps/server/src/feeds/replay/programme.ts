import type { Team } from '@touchline/contract/shapes/football';
import type { GoalMeans } from '@touchline/football/scoring-rates';
import type { Ratings, RecordedResult } from '@touchline/football/strengths';
import {
  expectedGoals,
  nationalCompetition,
  type NationalTeams,
  type RecordedMatch,
  resultCounts,
} from '../../catalogue/index.ts';
import type { BasisOrigin } from '../../pricing/index.ts';
import { calendarOf, type ReplayCalendar, type MatchSlot } from './calendar.ts';

/** The matches on when a replay starts for the first time: the tenth is in its first half, the ninth in its second. */
const FIRST_START = { match: 9, minutesPlayed: 36 } as const;

/** A match of one run, its times in match minutes since the first run began. */
export type Performance = {
  feedRef: string;
  run: number;
  plan: MatchSlot;
  home: Team;
  away: Team;
  shownAt: number;
  kickOffAt: number;
  endAt: number;
};

/** What is replayed when, in match minutes since the first run began. */
export type Programme = {
  name: string;
  calendar: ReplayCalendar;
  /** Corrections made to the record so that its goals agree with its scores. */
  corrections: readonly string[];
  teams: readonly Team[];
  /** The minute at which the replay starts for the first time. */
  firstMinute: number;
  runAt: (minute: number) => number;
  /** The matches of a run by kick-off. */
  run: (run: number) => Performance[];
  /**
   * Expected goals of a match from the results known at a minute: those before the tournament, and this run so far.
   */
  meansAt: (performance: Performance, minute: number) => GoalMeans;
  /** How many results those means rest on. */
  basisAt: (performance: Performance, minute: number) => BasisOrigin;
};

/**
 * Builds the programme.
 * @param tournament the one replayed, matches by kick-off
 * @param known ratings that know the results before the tournament, and none of its own
 * @param countOf how many results of a team they know
 * @param hostOf the team that plays at home, if one does
 * @param prefix of the events' references, "wc2026"
 */
export const programmeOf = (options: {
  tournament: { name: string; matches: readonly RecordedMatch[] };
  known: Ratings;
  countOf: (team: string) => number;
  hostOf?: (match: RecordedMatch) => string | undefined;
  teams: NationalTeams;
  seed: string;
  prefix: string;
}): Programme => {
  const { tournament, known, countOf, hostOf = () => undefined, teams, seed, prefix } = options;
  const calendar = calendarOf(tournament.matches, seed);
  const teamOf = (name: string): Team => {
    const team = teams.byName.get(name);
    if (team === undefined) throw new Error(`Team ${name} is not in the table of national teams`);
    return team;
  };

  const run = (number: number): Performance[] => {
    const base = number * calendar.length;
    return calendar.plans.map((plan) => ({
      feedRef: `${prefix}/${number}/${plan.match.no}`,
      run: number,
      plan,
      home: teamOf(plan.match.home),
      away: teamOf(plan.match.away),
      shownAt: base + plan.shownAt,
      kickOffAt: base + plan.kickOffAt,
      endAt: base + plan.endAt,
    }));
  };

  /** The matches of its run that are over at a minute. */
  const finishedAt = ({ run: number }: Performance, minute: number): RecordedMatch[] => {
    const played = minute - number * calendar.length;
    return calendar.plans.filter(({ endAt }) => endAt <= played).map(({ match }) => match);
  };

  return {
    name: tournament.name,
    calendar,
    corrections: tournament.matches.flatMap(({ corrections }) => corrections),
    teams: [...new Set(tournament.matches.flatMap(({ home, away }) => [home, away]))].map(teamOf),
    firstMinute: (calendar.plans[FIRST_START.match]?.kickOffAt ?? 0) + FIRST_START.minutesPlayed,
    runAt: (minute) => Math.floor(minute / calendar.length),
    run,
    meansAt: (performance, minute) => {
      const { match } = performance.plan;
      const results = finishedAt(performance, minute).map((each) => toResult(each, hostOf(each)));
      const fixture = toResult(match, hostOf(match));
      const { homeMean, awayMean, ...rest } = expectedGoals(fixture, known, results);
      return fixture.home === match.home
        ? { homeMean, awayMean, ...rest }
        : { homeMean: awayMean, awayMean: homeMean, ...rest };
    },
    basisAt: (performance, minute) => {
      const { home, away } = performance.plan.match;
      const since = resultCounts(finishedAt(performance, minute));
      const results = Math.min(...[home, away].map((team) => countOf(team) + since(team)));
      return { kind: 'results', results };
    },
  };
};

/** A match as ratings learn it: a host comes first, others are on neutral ground. */
const toResult = (match: RecordedMatch, host: string | undefined): RecordedResult => {
  const { home, away, ft } = match;
  const ground = {
    at: match.kickOff.getTime(),
    neutral: host === undefined,
    competition: nationalCompetition,
  };
  return host === away
    ? { home: away, away: home, homeGoals: ft.away, awayGoals: ft.home, ...ground }
    : { home, away, homeGoals: ft.home, awayGoals: ft.away, ...ground };
};
