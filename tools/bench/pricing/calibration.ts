import { mean } from './judge.ts';

const GROUPS = 10;
const STEPS = 30;

type Case = { chance: number; came: boolean };

/** A tenth of the cases by chance: the average forecast, and how often it came. */
export type Decile = { cases: number; said: number; came: number };

/** The cases in ten groups of the same size, from the least chance to the greatest. */
export const decilesOf = (cases: readonly Case[]): Decile[] => {
  const inOrder = cases.toSorted((a, b) => a.chance - b.chance);
  return Array.from({ length: GROUPS }, (_, index) => {
    const edge = (at: number) => Math.round((at * inOrder.length) / GROUPS);
    const group = inOrder.slice(edge(index), edge(index + 1));
    return {
      cases: group.length,
      said: mean(group.map(({ chance }) => chance)),
      came: mean(group.map(({ came }) => (came ? 1 : 0))),
    };
  });
};

/**
 * The slope of calibration (Cox 1958): the factor by which log odds should be multiplied. Below 1, chances are too
 * extreme. By logistic regression with an intercept, Newton's method.
 * @returns the slope and its standard error, cases taken as independent
 */
export const slopeOf = (cases: readonly Case[]): { slope: number; error: number } => {
  let [intercept, slope] = [0, 1];
  let error = Number.NaN;
  for (let step = 0; step < STEPS; step++) {
    const sums = { a: 0, b: 0, aa: 0, ab: 0, bb: 0 };
    for (const { chance, came } of cases) {
      const x = Math.log(chance / (1 - chance));
      const p = 1 / (1 + Math.exp(-(intercept + slope * x)));
      const [miss, weight] = [(came ? 1 : 0) - p, p * (1 - p)];
      sums.a += miss;
      sums.b += miss * x;
      sums.aa += weight;
      sums.ab += weight * x;
      sums.bb += weight * x * x;
    }
    const determinant = sums.aa * sums.bb - sums.ab ** 2;
    intercept += (sums.bb * sums.a - sums.ab * sums.b) / determinant;
    slope += (sums.aa * sums.b - sums.ab * sums.a) / determinant;
    error = Math.sqrt(sums.aa / determinant);
  }
  return { slope, error };
};

/** The chances of every answer of a match, and the answer that came. */
type Answered = { chances: readonly number[]; came: number };

/**
 * The power that chances of a match should be raised to, and then made to sum to 1: below 1, they are too extreme. By
 * likelihood, Newton's method, so that a match counts once however many answers it has.
 */
export const powerOf = (cases: readonly Answered[]): { power: number; error: number } => {
  let [power, error] = [1, Number.NaN];
  for (let step = 0; step < STEPS; step++) {
    let [miss, information] = [0, 0];
    for (const { chances, came } of cases) {
      const logs = chances.map(Math.log);
      const raised = chances.map((chance) => chance ** power);
      const sum = raised.reduce((all, each) => all + each, 0);
      const expected = (of: readonly number[]) =>
        raised.reduce((all, each, index) => all + (each > 0 ? (each / sum) * (of[index] ?? 0) : 0), 0);
      const usual = expected(logs);
      miss += (logs[came] ?? 0) - usual;
      information += expected(logs.map((log) => (log - usual) ** 2));
    }
    power += miss / information;
    error = Math.sqrt(1 / information);
  }
  return { power, error };
};
