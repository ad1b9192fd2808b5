import { expect, test } from 'vitest';
import { leastSquares } from './least-squares.ts';

test('the step and the errors of known slopes', () => {
  const { move, errors } = leastSquares([
    [1, 1, 2],
    [0, 2, -1],
  ]);
  // Curvature 6, 0, 5; totals 4 and 1.
  expect(move[0]).toBeCloseTo(4 / 6, 10);
  expect(move[1]).toBeCloseTo(1 / 5, 10);
  expect(errors[0]).toBeCloseTo(Math.sqrt(1 / 6), 10);
  expect(errors[1]).toBeCloseTo(Math.sqrt(1 / 5), 10);
});
