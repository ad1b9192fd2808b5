import { expect, it } from 'vitest';
import { hoursText, weekdaysText } from './window-text.ts';

it.each([
  [[1, 2, 3, 4, 5], 'Mon – Fri'],
  [[5, 1, 3, 2, 4, 4], 'Mon – Fri'],
  [[1, 2], 'Mon, Tue'],
  [[1, 3, 4, 5, 7], 'Mon, Wed – Fri, Sun'],
  [[], ''],
])('days %j are %s', (days, text) => {
  expect(weekdaysText(days, 'en')).toBe(text);
});

it('writes hours as they came, in Indonesian with a dot', () => {
  expect(hoursText({ from: '00:00', to: '23:59' }, 'en')).toBe('00:00–23:59');
  expect(hoursText({ from: '00:00', to: '23:59' }, 'id')).toBe('00.00–23.59');
});
