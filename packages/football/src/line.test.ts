import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatLine, linesBetween, outcomeByQuarters, parseLine } from './line.ts';

test.each([
  ['0', 0],
  ['0.5', 2],
  ['2', 8],
  ['2.0', 8],
  ['2.00', 8],
  ['2.25', 9],
  ['2.5', 10],
  ['2.50', 10],
  ['2.75', 11],
  ['10.5', 42],
  ['-0.75', -3],
  ['+0.5', 2],
  ['-0', 0],
])('%s is %i quarters', (text, quarters) => {
  expect(parseLine(text)).toBe(quarters);
});

test.each([
  '',
  '.5',
  '2.',
  '2.3',
  '2.125',
  '02.5',
  '1e1',
  ' 2',
  '2 ',
  '−0.5',
  '100',
  '2,5',
  'x',
  '2.5\n',
  '--1',
])('%j is no line', (text) => {
  expect(parseLine(text)).toBeUndefined();
});

test('a written line is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -399, max: 399 }), (quarters) => {
      expect(parseLine(formatLine(quarters))).toBe(quarters);
    }),
  );
});

test('lines ascend in quarters', () => {
  expect(linesBetween(2, 6)).toEqual(['0.5', '0.75', '1', '1.25', '1.5']);
});

test.each([
  [-5, 'lose'],
  [-2, 'lose'],
  [-1, 'half-lose'],
  [0, 'push'],
  [1, 'half-win'],
  [2, 'win'],
  [7, 'win'],
] as const)('%i quarters ahead is %s', (ahead, outcome) => {
  expect(outcomeByQuarters(ahead)).toBe(outcome);
});
