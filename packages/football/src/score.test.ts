import { expect, test } from 'vitest';
import { checkScores, ImpossibleScore, isScore } from './check-scores.ts';
import { isWithin, shortestScores, winnerIndex, winnerOf, winners } from './score.ts';

const at = (home: number, away: number) => ({ home, away });

test.each([
  [at(1, 0), '1'],
  [at(7, 6), '1'],
  [at(0, 0), 'X'],
  [at(4, 4), 'X'],
  [at(0, 1), '2'],
  [at(2, 5), '2'],
])('%j is won by %s', (score, winner) => {
  expect(winnerOf(score)).toBe(winner);
  expect(winners[winnerIndex(score)]).toBe(winner);
});

test('each winner has its shortest score', () => {
  expect(shortestScores.map(winnerOf)).toEqual(winners);
  expect(shortestScores).toEqual([at(1, 0), at(0, 0), at(0, 1)]);
});

test.each([
  [at(0, 0), true],
  [at(31, 0), true],
  [at(-1, 0), false],
  [at(0, -1), false],
  [at(0.5, 0), false],
  [at(0, Number.NaN), false],
])('%j as a score: %s', (score, is) => {
  expect(isScore(score)).toBe(is);
});

test.each([
  [at(0, 0), at(0, 0), true],
  [at(1, 1), at(1, 2), true],
  [at(2, 0), at(1, 5), false],
  [at(0, 2), at(5, 1), false],
])('%j can precede %j: %s', (part, whole, can) => {
  expect(isWithin(part, whole)).toBe(can);
});

test('scores are checked in the order in which they occurred', () => {
  expect(() => checkScores()).not.toThrow();
  expect(() => checkScores(undefined, at(1, 0), undefined, at(1, 2))).not.toThrow();
  expect(() => checkScores(at(1, 0), undefined, at(0, 3))).toThrow(new ImpossibleScore('0-3 after 1-0'));
  expect(() => checkScores(at(0, 0), at(2, 2), at(3, 1))).toThrow(new ImpossibleScore('3-1 after 2-2'));
  expect(() => checkScores(at(1, -1))).toThrow(new ImpossibleScore('not a score: 1--1'));
  expect(new ImpossibleScore('x')).toMatchObject({ name: 'ImpossibleScore', message: 'x' });
});
