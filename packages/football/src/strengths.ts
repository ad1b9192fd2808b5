import type { GoalMeans } from './grid.ts';
import { fitFactors, groundFactor } from './strengths-fit.ts';
import type { SideGoals } from './strengths-fit.ts';

/** A recorded result after 90 minutes. `at` is the kick-off in milliseconds since 1970. */
export type RecordedResult = {
  home: string;
  away: string;
  homeGoals: number;
  awayGoals: number;
  at: number;
  /** Played on neutral ground: no home advantage. */
  neutral: boolean;
};

export type FitOptions = {
  /** Only results before this moment count, milliseconds since 1970: no price knows the future. */
  asOf: number;
  /** Days after which a result counts half; 250 suits a league, 3,000 national teams seen every four years. */
  halfLifeDays?: number | undefined;
  /** Pull towards the average of a team's group, in goals: as if it had scored and let in so many as expected. */
  shrinkageGoals?: number | undefined;
  /** Group of a team (a confederation, a division): unknown teams are as good as their group. */
  groupOf?: ((team: string) => string | undefined) | undefined;
};

/** Attack and defence relative to the average team, 1; a defence above 1 lets in more. */
export type Rating = { attack: number; defence: number };

export type Strengths = {
  /** Goals of a side in a match of average teams on neutral ground. */
  goalsPerSide: number;
  /** Expected home goals ÷ away goals of two average teams with the first at home. */
  homeAdvantage: number;
  /** Rating of a team; a team without results has its group's, or the average. */
  rating: (team: string) => Rating;
  /** Expected goals of both sides over 90 minutes; `neutral` leaves out the home advantage. */
  means: (home: string, away: string, neutral: boolean) => GoalMeans;
};

const DAY_MS = 86_400_000;
const DEFAULT_HALF_LIFE_DAYS = 250;
const DEFAULT_SHRINKAGE_GOALS = 4;
const LEAST_MEAN = 0.15;
const MOST_MEAN = 6;

/**
 * Fits attack and defence of every team on recorded results: goals are Poisson with mean
 * goalsPerSide × attack × opponent's defence, times √homeAdvantage at home and divided by it away
 * (Maher 1982), each result weighted by ½^(age / half-life) (Dixon and Coles 1997), with gamma priors that
 * shrink teams with few results.
 * @param results in any order; those at or after `asOf` are ignored
 * @returns the fitted strengths; the same input gives the same output to the last bit
 * @throws RangeError when the half-life is not positive or the shrinkage is negative
 */
export function fitStrengths(results: readonly RecordedResult[], options: FitOptions): Strengths {
  const { asOf, groupOf = () => undefined } = options;
  const { halfLifeDays = DEFAULT_HALF_LIFE_DAYS, shrinkageGoals = DEFAULT_SHRINKAGE_GOALS } = options;
  if (!(halfLifeDays > 0) || !(shrinkageGoals >= 0)) {
    throw new RangeError(`half-life ${halfLifeDays} days, shrinkage ${shrinkageGoals} goals`);
  }
  const known = results.filter(({ at }) => at < asOf);
  const teams = numbered(known.flatMap(({ home, away }) => [home, away]));
  const groups = numbered([...teams.keys()].map(groupOf));
  const sides = known.flatMap((result) =>
    sidesOf(result, teams, 0.5 ** ((asOf - result.at) / DAY_MS / halfLifeDays)),
  );
  const groupOfTeams = [...teams.keys()].map((team) => groups.get(groupOf(team)) ?? 0);
  const fit = fitFactors(sides, groupOfTeams, groups.size, shrinkageGoals);

  const rating = (team: string): Rating => {
    const place = teams.get(team) ?? -1;
    const group = groups.get(groupOf(team)) ?? -1;
    return {
      attack: (fit.attack[place] ?? 1) * (fit.groupAttack[group] ?? 1),
      defence: (fit.defence[place] ?? 1) * (fit.groupDefence[group] ?? 1),
    };
  };
  const means = (home: string, away: string, neutral: boolean): GoalMeans => {
    const [us, them] = [rating(home), rating(away)];
    const lift = groundFactor(fit.lift, neutral ? 0 : 1);
    return {
      homeMean: bounded(fit.goalsPerSide * us.attack * them.defence * lift),
      awayMean: bounded((fit.goalsPerSide * them.attack * us.defence) / lift),
    };
  };
  return { goalsPerSide: fit.goalsPerSide, homeAdvantage: fit.lift ** 2, rating, means };
}

/** Numbers distinct keys from 0 in order of appearance. */
function numbered<Key>(keys: readonly Key[]): Map<Key, number> {
  return new Map([...new Set(keys)].map((key, index) => [key, index]));
}

function sidesOf(result: RecordedResult, teams: ReadonlyMap<string, number>, weight: number): SideGoals[] {
  const { homeGoals, awayGoals, neutral } = result;
  const home = teams.get(result.home) ?? 0;
  const away = teams.get(result.away) ?? 0;
  return [
    { scorer: home, keeper: away, goals: homeGoals, weight, ground: neutral ? 0 : 1 },
    { scorer: away, keeper: home, goals: awayGoals, weight, ground: neutral ? 0 : -1 },
  ];
}

function bounded(mean: number): number {
  return Math.min(MOST_MEAN, Math.max(LEAST_MEAN, mean));
}
