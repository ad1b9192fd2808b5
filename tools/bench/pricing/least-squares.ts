/**
 * The step that makes each match's slopes add up best to 1, which is Newton's step of a log likelihood with the outer
 * product of its slopes for curvature; and the standard error of each unknown.
 * @param slopes of the log likelihood of each match, by unknown
 */
export const leastSquares = (
  slopes: readonly (readonly number[])[],
): { move: number[]; errors: number[] } => {
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  const curvature = slopes.map((one) => slopes.map((other) => product(one, other)));
  const inverse = inverseOf(curvature);
  const totals = slopes.map((of) => of.reduce((a, b) => a + b, 0));
  return {
    move: inverse.map((row) => product(row, totals)),
    errors: inverse.map((row, index) => Math.sqrt(row[index] ?? Number.NaN)),
  };
};

/** By elimination: enough for a positive definite matrix. */
const inverseOf = (matrix: readonly (readonly number[])[]): number[][] => {
  const size = matrix.length;
  const rows = matrix.map((row, index) => [
    ...row,
    ...Array.from({ length: size }, (_, column) => (column === index ? 1 : 0)),
  ]);
  for (let pivot = 0; pivot < size; pivot++) {
    const scale = rows[pivot]?.[pivot] ?? Number.NaN;
    const scaled = (rows[pivot] ?? []).map((value) => value / scale);
    for (const [index, row] of rows.entries()) {
      const factor = row[pivot] ?? 0;
      rows[index] = index === pivot ? scaled : row.map((value, at) => value - factor * (scaled[at] ?? 0));
    }
  }
  return rows.map((row) => row.slice(size));
};
