export type ResultChances = readonly [home: number, draw: number, away: number];

/** How well chances foretold results: mean logarithmic loss, and mean ranked probability score (Epstein 1969). */
export type Accuracy = { logLoss: number; rps: number };

/**
 * Judges chances of 1X2 by what came.
 * @param cases chances, and the result: 0 home, 1 draw, 2 away
 */
export const judge = (cases: readonly { chances: ResultChances; result: 0 | 1 | 2 }[]): Accuracy => ({
  logLoss: mean(cases.map(({ chances, result }) => -Math.log(chances[result]))),
  rps: mean(cases.map(({ chances, result }) => rpsOf(chances, result))),
});

/** The ranked probability score of chances of answers that have an order; of two answers the Brier score. */
export const rpsOf = (chances: readonly number[], answer: number): number => {
  let [sum, squares] = [0, 0];
  for (const [index, chance] of chances.slice(0, -1).entries()) {
    sum += chance;
    squares += (sum - (answer <= index ? 1 : 0)) ** 2;
  }
  return squares / (chances.length - 1);
};

/** The mean; NaN of nothing. */
export const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
