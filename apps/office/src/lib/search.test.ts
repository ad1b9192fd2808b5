import { expect, test } from 'vitest';
import { choiceOf, pageOf, stringifySearch } from './search.ts';
import { parseSearch } from '@touchline/kit/search';

test('filters are in the address unchanged, empty ones are left out', () => {
  expect(stringifySearch({ queue: 'paying', page: '', q: '1e5' })).toBe('?queue=paying&q=1e5');
  expect(parseSearch('?queue=paying&q=1e5')).toEqual({ queue: 'paying', q: '1e5' });
  expect(stringifySearch({})).toBe('');
});

test.each([
  [undefined, 1],
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['1e9', 1],
  ['two', 1],
])('page %s of an address is page %i', (page, number) => {
  expect(pageOf(page === undefined ? {} : { page })).toBe(number);
});

test('an unknown filter is none', () => {
  expect(choiceOf('paying', ['in_review', 'paying'])).toBe('paying');
  expect(choiceOf('toString', ['in_review', 'paying'])).toBeUndefined();
});
