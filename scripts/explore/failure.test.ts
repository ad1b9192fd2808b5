import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeFailure, readFound } from './failure.ts';

const errorOf = (work: () => void): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error('it did not fail');
};
const broken = fc.property(fc.array(fc.nat()), fc.string(), (numbers, text) => {
  if (numbers.some((n) => n > 99)) throw new Error(`too large${text}`);
});
const message = errorOf(() => fc.assert(broken, { seed: 7, includeErrorInReport: true }));

it('reads what fast-check found', () => {
  expect(readFound(message)).toEqual({
    replay: expect.stringMatching(/^seed: 7, path: "[\d:]+"$/),
    example: '[[100],""]',
    cause: expect.stringContaining('too large'),
  });
  expect(readFound('expected 1 to be 2')).toBeUndefined();
});

it('prints lines with which the test fails again', () => {
  const text = describeFailure({ file: 'packages/a/b.test.ts', test: 'sums > agree', error: message }, 7);
  expect(text).toContain('FAILED packages/a/b.test.ts > sums > agree');
  expect(text).toContain('examples: [[[100],""]],');
  expect(text).toMatch(/seed: 7, path: "[\d:]+",/);
  expect(text).toContain('npm run explore -- --seed 7 packages/a/b.test.ts');
  expect(() => fc.assert(broken, { seed: 1, numRuns: 1, examples: [[[100], '']] })).toThrow(
    'Counterexample: [[100],""]',
  );
});

it('prints the error of a test without properties', () => {
  const text = describeFailure({ file: 'a.test.ts', test: 'adds', error: 'expected 1\nto be 2' }, 3);
  expect(text.split('\n')).toEqual([
    'FAILED a.test.ts > adds',
    '  expected 1',
    '  to be 2',
    '  again: npm run explore -- --seed 3 a.test.ts',
  ]);
});
