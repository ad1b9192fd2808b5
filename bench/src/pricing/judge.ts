export type ResultChances = readonly [home: number, draw: number, away: number];

/** How well chances foretold results: mean logarithmic loss, and mean ranked probability score (Epstein 1969). */
export type Accuracy = { logLoss: number; rps: number };

/**
 * Judges chances of 1X2 by what came.
 * @param cases chances, and the result: 0 home, 1 draw, 2 away
 */
export const judge = (cases: readonly { chances: ResultChances; result: 0 | 1 | 2 }[]): Accuracy => ({
  logLoss: mean(cases.map(({ chances, result }) => -Math.log(chances[result]))),
  rps: mean(cases.map(({ chances, result }) => rps(chances, result))),
});

const rps = ([home, draw]: ResultChances, result: 0 | 1 | 2): number =>
  ((home - (result === 0 ? 1 : 0)) ** 2 + (home + draw - (result === 2 ? 0 : 1)) ** 2) / 2;

/** The mean; NaN of nothing. */
export const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
