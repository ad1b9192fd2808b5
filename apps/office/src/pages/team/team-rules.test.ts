import { expect, test } from 'vitest';
import { draftOf, isChanged, levelsOf, typed } from './team-rules.tsx';

const level = (number: number, people: number) => ({
  level: number,
  conditions: { people, recharged: 5, rechargeEach: '100.00', sessions: 50 },
  rates: ['8', '3.5', '1'],
});
const levels = [level(1, 0), level(2, 5), level(3, 9)];

test('an untouched draft is the levels it was made of', () => {
  expect(levelsOf(draftOf(levels))).toEqual(levels);
  expect(isChanged(draftOf(levels), levels)).toBe(false);
});

test('typing changes one field only', () => {
  const draft = typed(draftOf(levels), 1, 4, ' 9.25 ');
  expect(isChanged(draft, levels)).toBe(true);
  expect(levelsOf(draft)).toEqual([levels[0], { ...level(2, 5), rates: ['9.25', '3.5', '1'] }, levels[2]]);
});
