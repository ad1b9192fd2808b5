import { expect, test } from 'vitest';
import { nextOf } from './use-queue.ts';

const next = (rows: readonly string[], key: string) => nextOf(rows, key, (row) => row);

test('the queue goes to the one after', () => {
  expect(next(['a', 'b', 'c'], 'a')).toBe('b');
  expect(next(['a', 'b', 'c'], 'b')).toBe('c');
});

test('from its end it goes to the one before', () => {
  expect(next(['a', 'b', 'c'], 'c')).toBe('b');
});

test('when nothing else waits, nothing follows', () => {
  expect(next(['a'], 'a')).toBeUndefined();
  expect(next([], 'a')).toBeUndefined();
});

test('what has left the queue in the meantime is followed by its first', () => {
  expect(next(['b', 'c'], 'a')).toBe('b');
});
