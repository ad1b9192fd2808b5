import { type GoalMeans, scoreGrid } from '@touchline/football/grid';

/** The chance of each final score, read from the grid that prices are made of. */
export const scoreChances = (means: GoalMeans, rho: number): ((home: number, away: number) => number) => {
  const { ft, homeMax, awayMax } = scoreGrid(means, rho);
  return (home, away) => (home > homeMax || away > awayMax ? 0 : (ft[home * (awayMax + 1) + away] ?? 0));
};
