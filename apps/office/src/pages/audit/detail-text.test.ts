import { expect, test } from 'vitest';
import { detailText } from './detail-text.ts';

test('names and values stand one after the other', () => {
  expect(detailText({ reason: 'other', amount: '5.00' })).toBe('reason: other, amount: 5.00');
});

test('what is more than a text is written out', () => {
  expect(detailText({ roles: ['cashier'], disabled: false, before: null })).toBe(
    'roles: ["cashier"], disabled: false, before: null',
  );
});

test('nothing is nothing', () => {
  expect(detailText({})).toBe('');
});
