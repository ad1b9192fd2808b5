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

type ProgrammeOptions = {
  /** The one replayed, matches by kick-off. */
  tournament: { name: string; matches: readonly RecordedMatch[] };
  /** Ratings that know the results before the tournament, and none of its own. */
  known: Ratings;
  /** How many results of a team they know. */
  countOf: (team: string) => number;
  /** The team that plays at home, if one does. */
  hostOf?: (match: RecordedMatch) => string | undefined;
  teams: NationalTeams;
  seed: string;
  /** Of the events' references, "wc2026". */
  prefix: string;
};

/** What is replayed when, in match minutes since the first run began. */
export class Programme {
  readonly name: string;
  readonly calendar: ReplayCalendar;
  /** Corrections made to the record so that its goals agree with its scores. */
  readonly corrections: readonly string[];
  readonly teams: readonly Team[];
  /** The minute at which the replay starts for the first time. */
  readonly firstMinute: number;
  readonly #options: ProgrammeOptions;

  constructor(options: ProgrammeOptions) {
    const { tournament, seed } = options;
    this.#options = options;
    this.name = tournament.name;
    this.calendar = calendarOf(tournament.matches, seed);
    this.corrections = tournament.matches.flatMap(({ corrections }) => corrections);
    const names = new Set(tournament.matches.flatMap(({ home, away }) => [home, away]));
    this.teams = [...names].map((name) => this.#teamOf(name));
    this.firstMinute = (this.calendar.plans[FIRST_START.match]?.kickOffAt ?? 0) + FIRST_START.minutesPlayed;
  }

  /** The run that is on at a minute. */
  runAt(minute: number): number {
    return Math.floor(minute / this.calendar.length);
  }

  /** The matches of a run by kick-off. */
  run(run: number): Performance[] {
    const base = run * this.calendar.length;
    return this.calendar.plans.map((plan) => ({
      feedRef: `${this.#options.prefix}/${run}/${plan.match.no}`,
      run,
      plan,
      home: this.#teamOf(plan.match.home),
      away: this.#teamOf(plan.match.away),
      shownAt: base + plan.shownAt,
      kickOffAt: base + plan.kickOffAt,
      endAt: base + plan.endAt,
    }));
  }

  /**
   * Expected goals of a match from the results known at a minute: those before the tournament, and this run so far.
   */
  meansAt(performance: Performance, minute: number): GoalMeans {
    const { known, hostOf = () => undefined } = this.#options;
    const { match } = performance.plan;
    const results = this.#finishedAt(performance, minute).map((each) => toResult(each, hostOf(each)));
    const fixture = toResult(match, hostOf(match));
    const { homeMean, awayMean, ...rest } = expectedGoals(fixture, known, results);
    return fixture.home === match.home
      ? { homeMean, awayMean, ...rest }
      : { homeMean: awayMean, awayMean: homeMean, ...rest };
  }

  /** How many results those means rest on. */
  basisAt(performance: Performance, minute: number): BasisOrigin {
    const { home, away } = performance.plan.match;
    const since = resultCounts(this.#finishedAt(performance, minute));
    const results = Math.min(...[home, away].map((team) => this.#options.countOf(team) + since(team)));
    return { kind: 'results', results };
  }

  /** The matches of its run that are over at a minute. */
  #finishedAt({ run }: Performance, minute: number): RecordedMatch[] {
    const played = minute - run * this.calendar.length;
    return this.calendar.plans.filter(({ endAt }) => endAt <= played).map(({ match }) => match);
  }

  #teamOf(name: string): Team {
    const team = this.#options.teams.byName.get(name);
    if (team === undefined) throw new Error(`Team ${name} is not in the table of national teams`);
    return team;
  }
}

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
