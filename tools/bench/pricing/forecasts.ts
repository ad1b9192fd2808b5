import type { GoalMeans } from '@touchline/football/scoring-rates';
import { createRatings, type RatingOptions } from '@touchline/football/strengths';
import type { BenchMatch } from './record.ts';
import type { ResultChances } from './judge.ts';

const DAY_MS = 86_400_000;
/** What comes before any match of a competition: about the usual shares of home wins, draws, away wins. */
const USUAL_RESULTS = [4.5, 2.7, 2.8] as const;

/** The server prices a match once both teams have this many results. */
export const FEWEST_RESULTS = 4;

/** Whether the server would price the match. */
export const isPriced = ({ known }: Pick<Forecast, 'known'>): boolean => known >= FEWEST_RESULTS;

/** What was expected of a match by what was known the day before. */
export type Forecast = {
  match: BenchMatch;
  means: GoalMeans;
  rho: number;
  /** Results known of the team with fewer of them. */
  known: number;
  /** How often results of this competition have been so until then. */
  base: { results: ResultChances };
};

/**
 * Walks forward through the record: each match is forecast from the days before its own, then learnt. No match sees
 * another of its day.
 * @param matches by kick-off
 */
export const walkForward = (matches: readonly BenchMatch[], options: RatingOptions = {}): Forecast[] => {
  const ratings = createRatings(options);
  const counts = new Map<string, number>();
  const countOf = (team: string) => counts.get(team) ?? 0;
  const frequencies = new Map<string, Frequencies>();
  const of = (competition: string): Frequencies => {
    const known = frequencies.get(competition) ?? new Frequencies();
    frequencies.set(competition, known);
    return known;
  };
  const days = Map.groupBy(matches, ({ at }) => Math.floor(at / DAY_MS));
  return [...days.values()].flatMap((day) => {
    const forecasts = day.map((match): Forecast => {
      const base = of(match.competition);
      return {
        match,
        means: ratings.means(match),
        rho: ratings.rho(),
        known: Math.min(countOf(match.home), countOf(match.away)),
        base: { results: base.results() },
      };
    });
    for (const match of day) {
      ratings.learn(match);
      for (const team of [match.home, match.away]) counts.set(team, countOf(team) + 1);
      of(match.competition).learn(match);
    }
    return forecasts;
  });
};

class Frequencies {
  readonly #results: [number, number, number] = [...USUAL_RESULTS];

  learn({ result }: BenchMatch): void {
    this.#results[result] += 1;
  }

  results(): ResultChances {
    const [home, draw, away] = this.#results;
    const all = home + draw + away;
    return [home / all, draw / all, away / all];
  }
}
