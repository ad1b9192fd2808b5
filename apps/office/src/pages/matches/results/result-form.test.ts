import { expect, test } from 'vitest';
import { readGoals } from './result-form.tsx';

test('a score is both sides, nothing, or none', () => {
  expect(readGoals({ home: '2', away: ' 0 ' })).toEqual({ home: 2, away: 0 });
  expect(readGoals({ home: '', away: ' ' })).toBeUndefined();
  expect(readGoals({ home: '2', away: '' })).toBe(false);
  expect(readGoals({ home: '-1', away: '0' })).toBe(false);
  expect(readGoals({ home: '1.5', away: '0' })).toBe(false);
});
