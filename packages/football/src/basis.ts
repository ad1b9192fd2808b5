/**
 * What the prices of a match can rest on, the least reliable first: few results of one of the teams, results, a trader's own
 * numbers, market prices.
 */
export const basisLevels = ['few_results', 'results', 'trader', 'market'] as const;
export type BasisLevel = (typeof basisLevels)[number];

/** Whether prices that rest on one level are worse founded than another. */
export const isBelow = (level: BasisLevel, least: BasisLevel): boolean =>
  basisLevels.indexOf(level) < basisLevels.indexOf(least);
