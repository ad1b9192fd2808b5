import type { MatchChances, MatchInsight } from '@touchline/contract/shapes/competition';
import type { Grid } from '@touchline/football/grid';
import type { Score } from '@touchline/football/score';
import type { Expectation } from '../matches/matches.ts';
import { letterOf, type FinishedMatch } from './match.ts';

/** How many of the likeliest scores are named. */
const likeliest = 3;

const percent = (chance: number): string => (100 * chance).toFixed(1);

const sumOf = (grid: Grid, counts: (score: Score) => boolean): number =>
  grid.scores.reduce((sum, score, at) => (counts(score) ? sum + (grid.ft[at] ?? 0) : sum), 0);

/** The chances of a grid for people. */
const chancesOf = (grid: Grid): MatchChances => ({
  home: percent(sumOf(grid, ({ home, away }) => home > away)),
  draw: percent(sumOf(grid, ({ home, away }) => home === away)),
  away: percent(sumOf(grid, ({ home, away }) => home < away)),
  bothScore: percent(sumOf(grid, ({ home, away }) => home > 0 && away > 0)),
  over25: percent(sumOf(grid, ({ home, away }) => home + away > 2)),
  scores: grid.scores
    .map((score, at) => ({ score, mass: grid.ft[at] ?? 0 }))
    .toSorted((a, b) => b.mass - a.mass)
    .slice(0, likeliest)
    .map(({ score, mass }) => ({ score, chance: percent(mass) })),
});

/** What was to be expected of a match, and with what chance it ended as it did. @param ft its result, once it is over */
export const expectedOf = (
  { means, before, now, basis }: Expectation,
  ft: Score | undefined,
): MatchInsight['expected'] => {
  const sideOf = ({ home, away }: Score): number => Math.sign(home - away);
  return {
    goals: { home: means.homeMean.toFixed(2), away: means.awayMean.toFixed(2) },
    before: chancesOf(before),
    now: now === undefined ? undefined : chancesOf(now),
    cameWith:
      ft === undefined
        ? undefined
        : {
            result: percent(sumOf(before, (score) => sideOf(score) === sideOf(ft))),
            score: percent(sumOf(before, ({ home, away }) => home === ft.home && away === ft.away)),
          },
    basis:
      basis === undefined
        ? { kind: 'results' }
        : {
            kind: basis.kind,
            results: basis.kind === 'results' ? basis.results : undefined,
            shots: basis.kind === 'results' ? basis.shots : undefined,
          },
  };
};

/** How often each of two teams won against the other. @param matches between them */
export const tallyOf = (
  matches: readonly FinishedMatch[],
  home: string,
): Omit<MatchInsight['meetings'], 'list'> => {
  const count = (letter: string): number =>
    matches.filter((match) => letterOf(match, home) === letter).length;
  const goals = (own: boolean): number =>
    matches.reduce((sum, match) => sum + ((match.home === home) === own ? match.ft.home : match.ft.away), 0);
  return {
    played: matches.length,
    homeWon: count('W'),
    drawn: count('D'),
    awayWon: count('L'),
    homeGoals: goals(true),
    awayGoals: goals(false),
  };
};
