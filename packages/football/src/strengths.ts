import { DEFAULT_RHO, type GoalMeans, drawChance } from './scoring-rates.ts';
import { isScore } from './check-scores.ts';
import { type Belief, type Form, createBelief } from './strengths-belief.ts';
import { type Dynamics, NEWCOMER_MS, driftOver, usualDynamics } from './strengths-dynamics.ts';
import { type RhoTally, createRhoTally } from './strengths-rho.ts';
import {
  type MatchShots,
  SHOT_SLOPES,
  SHOT_WEIGHT,
  type ShotTally,
  type Slopes,
  createShotTally,
} from './strengths-shots.ts';

/** A recorded result after 90 minutes. `at` is the kick-off in milliseconds since 1970. */
export type RecordedResult = {
  home: string;
  away: string;
  homeGoals: number;
  awayGoals: number;
  at: number;
  /** Played on neutral ground: no home advantage. */
  neutral: boolean;
  /** Competitions have their own level of goals and home advantage. Results that name none share one. */
  competition?: string | undefined;
  /** Shots of both sides, where the source counts them. */
  shots?: MatchShots | undefined;
};

/** Who plays where. */
export type Pairing = Pick<RecordedResult, 'home' | 'away' | 'neutral' | 'competition'>;

export type RatingOptions = {
  /** Group of a team where it is not that of the competition it is first seen in: its confederation. */
  groupOf?: ((team: string) => string | undefined) | undefined;
  /** How strengths start and move, the usual way when not given. */
  dynamics?: Dynamics | undefined;
};

/** Attack and defence as factors of the goals; a defence above 1 lets in more. */
export type Rating = { attack: number; defence: number };

export type Strengths = {
  /** Rating of a team; one without results has that of its group, or of the competition's newcomers. */
  rating: (team: string, competition?: string) => Rating;
  /** Expected home goals ÷ away goals of two even teams with the first at home. */
  homeAdvantage: (competition?: string) => number;
  /** Dependence of the sides, by how often matches were drawn. */
  rho: () => number;
  /** Expected goals of both sides over 90 minutes. */
  means: (pairing: Pairing) => GoalMeans;
};

/** Strengths as they grow with the results. */
export type Ratings = Strengths & {
  /** Takes in one result. @throws RangeError for one before the last, or goals that are none */
  learn: (result: RecordedResult) => void;
  /** Other ratings that know the same results and learn separately. */
  copy: () => Ratings;
};

const LEAST_MEAN = 0.15;
const MOST_MEAN = 6;
/**
 * How many goals the teams bring differs less than the strengths say: ln(√(home × away) ÷ usual) counts by this much. Who is
 * better counts in full, so a mismatch keeps its goals. Fitted on seasons that begin in odd years (docs/pricing.md).
 */
const OPENNESS_SLOPE = 0.65;

type Competition = { level: number; home: number; newcomers: number; firstAt: number; shots: ShotTally };
type Team = { strength: Form; openness: Form };

/**
 * Strengths that learn from each result in its turn. Goals are Poisson with mean
 * level × attack × opponent's defence × home advantage (Maher 1982, Dixon and Coles 1997), whose logarithms move
 * as random walks (Crowder, Dixon, Ledford and Robinson 2002): old results fade, teams with few results stay near
 * their group, and newcomers start where earlier newcomers of the competition were.
 */
export function createRatings(options: RatingOptions = {}): Ratings {
  const { dynamics = usualDynamics } = options;
  const known: Known = {
    belief: createBelief(),
    tally: createRhoTally(dynamics.rho),
    competitions: new Map(),
    groups: new Map(),
    teams: new Map(),
    lastAt: -Infinity,
  };
  return ratingsFrom(known, options);
}

/** What ratings have learnt so far; the maps say where in the belief a variable is. */
type Known = {
  belief: Belief;
  tally: RhoTally;
  competitions: Map<string, Competition>;
  groups: Map<string, number>;
  teams: Map<string, { strength: number; openness: number }>;
  lastAt: number;
};

function ratingsFrom(known: Known, options: RatingOptions): Ratings {
  const { groupOf, dynamics = usualDynamics } = options;
  const { belief, tally, competitions, groups, teams } = known;
  let { lastAt } = known;

  /** What a team is believed to be: by its results, else by its group and by being new or not. */
  const teamOf = (name: string, competitionName: string): Team => {
    const team = teams.get(name);
    if (team !== undefined) return { strength: [[team.strength, 1]], openness: [[team.openness, 1]] };
    const competition = competitions.get(competitionName);
    const group = groups.get(groupOf?.(name) ?? competitionName);
    const isNewcomer = competition !== undefined && lastAt - competition.firstAt > NEWCOMER_MS;
    const places = [group, isNewcomer ? competition.newcomers : undefined];
    return {
      strength: places.filter((place) => place !== undefined).map((place) => [place, 1]),
      openness: [],
    };
  };

  /**
   * The logarithms of the expected goals of both sides.
   * @param slopes of another count than goals
   */
  const forms = (
    { home, away, neutral, competition = '' }: Pairing,
    slopes: Slopes = { strength: 1, home: 1 },
  ): [Form, Form] => {
    const of = competitions.get(competition);
    const half = slopes.strength / 2;
    const level: Form = of === undefined ? [] : [[of.level, 1]];
    const lift: Form = of === undefined || neutral ? [] : [[of.home, slopes.home / 2]];
    const [us, them] = [teamOf(home, competition), teamOf(away, competition)];
    const ours: Form = [...times(us.strength, half), ...times(them.strength, -half)];
    const both: Form = [...level, ...times(us.openness, 0.5), ...times(them.openness, 0.5)];
    return [
      [...both, ...ours, ...lift],
      [...both, ...times(ours, -1), ...times(lift, -1)],
    ];
  };

  const means = (pairing: Pairing): GoalMeans => {
    const [home, away] = forms(pairing);
    const of = competitions.get(pairing.competition ?? '');
    const level = of === undefined ? dynamics.level.mean : 0;
    const usualLift = of === undefined ? dynamics.home.mean / 2 : belief.mean([[of.home, 0.5]]);
    const lift = of === undefined && !pairing.neutral ? usualLift : 0;
    const [ofHome, ofAway] = [level + lift + belief.mean(home), level - lift + belief.mean(away)];
    const usual = of === undefined ? level : belief.mean([[of.level, 1]]);
    const shrunk = Math.exp((OPENNESS_SLOPE - 1) * ((ofHome + ofAway) / 2 - usual));
    return { homeMean: bounded(Math.exp(ofHome) * shrunk), awayMean: bounded(Math.exp(ofAway) * shrunk) };
  };

  const meet = ({ home, away, competition = '', at }: RecordedResult): void => {
    if (!competitions.has(competition)) {
      competitions.set(competition, {
        level: belief.add([], dynamics.level.mean, dynamics.level.variance),
        home: belief.add([], dynamics.home.mean, dynamics.home.variance),
        newcomers: belief.add([], dynamics.newcomers.mean, dynamics.newcomers.variance),
        firstAt: at,
        shots: createShotTally(),
      });
    }
    for (const name of [home, away].filter((each) => !teams.has(each))) {
      const group = groupOf?.(name) ?? competition;
      if (!groups.has(group)) groups.set(group, belief.add([], 0, dynamics.group));
      const { strength, openness } = teamOf(name, competition);
      const { newcomers, start } = dynamics;
      teams.set(name, {
        strength: belief.add(strength, 0, strength.length > 1 ? newcomers.each : start.strength),
        openness: belief.add(openness, 0, start.openness),
      });
    }
  };

  const pass = (at: number): void => {
    const drift = driftOver(lastAt === -Infinity ? 0 : at - lastAt, dynamics);
    lastAt = at;
    for (const { strength, openness } of teams.values()) {
      belief.widen(strength, drift.strength);
      belief.widen(openness, drift.openness);
    }
    for (const { level, home } of competitions.values()) {
      belief.widen(level, drift.level);
      belief.widen(home, drift.home);
    }
  };

  const learn = (result: RecordedResult): void => {
    const { at, homeGoals, awayGoals, home, away } = result;
    if (!isScore({ home: homeGoals, away: awayGoals }) || home === away || !(at >= lastAt)) {
      throw new RangeError(`no result to learn from: ${JSON.stringify(result)}`);
    }
    pass(at);
    meet(result);
    tally.learn(drawChance(means(result), DEFAULT_RHO), homeGoals === awayGoals);
    const { shots, competition = '' } = result;
    const shotTally = competitions.get(competition)?.shots;
    if (shots === undefined || shotTally === undefined) {
      belief.learn(...forms(result), [homeGoals, awayGoals]);
      return;
    }
    const worth = [shotTally.worth(homeGoals, shots.home), shotTally.worth(awayGoals, shots.away)] as const;
    belief.learn(...forms(result, SHOT_SLOPES), worth, SHOT_WEIGHT);
    shotTally.learn(homeGoals + awayGoals, shots);
  };

  return {
    learn,
    means,
    rho: () => tally.rho(),
    copy: () =>
      ratingsFrom(
        {
          belief: belief.copy(),
          tally: tally.copy(),
          competitions: new Map(
            [...competitions].map(([name, of]) => [name, { ...of, shots: of.shots.copy() }]),
          ),
          groups: new Map(groups),
          teams: new Map(teams),
          lastAt,
        },
        options,
      ),
    rating: (name, competition = '') => {
      const team = teamOf(name, competition);
      const [strength, openness] = [belief.mean(team.strength), belief.mean(team.openness)];
      return { attack: Math.exp((openness + strength) / 2), defence: Math.exp((openness - strength) / 2) };
    },
    homeAdvantage: (competition = '') => {
      const of = competitions.get(competition);
      return Math.exp(of === undefined ? dynamics.home.mean : belief.mean([[of.home, 1]]));
    },
  };
}

/**
 * Strengths fitted on the results before a given time.
 * @param results in any order; those at or after `asOf` are ignored, so that no price knows the future
 * @param asOf milliseconds since 1970
 * @returns the same for the same results to the last bit, in any order
 * @throws RangeError for a result with goals that are none
 */
export function fitStrengths(
  results: readonly RecordedResult[],
  { asOf, ...options }: RatingOptions & { asOf: number },
): Strengths {
  const ratings = createRatings(options);
  for (const result of inOrder(results.filter(({ at }) => at < asOf))) ratings.learn(result);
  return ratings;
}

/** Results in the order they are learnt in: by kick-off, those at the same time by the names of the teams. */
export function inOrder(results: readonly RecordedResult[]): RecordedResult[] {
  return results.toSorted((a, b) => a.at - b.at || compare(a.home, b.home) || compare(a.away, b.away));
}

/** By code units: no locale. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function times(form: Form, factor: number): Form {
  return form.map(([place, each]) => [place, each * factor]);
}

function bounded(mean: number): number {
  return Math.min(MOST_MEAN, Math.max(LEAST_MEAN, mean));
}
