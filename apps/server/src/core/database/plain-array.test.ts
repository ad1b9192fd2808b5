import { expect, test } from 'vitest';
import { plainArray } from './database.ts';

test('an array is written as the database reads it', () => {
  expect(plainArray([])).toBe('{}');
  expect(plainArray([1, -2n, null, true, '01a1fd78-2a07-7001-9a63-e98035a8dd9a'])).toBe(
    '{1,-2,NULL,true,01a1fd78-2a07-7001-9a63-e98035a8dd9a}',
  );
});
