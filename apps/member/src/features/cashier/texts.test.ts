import { expect, it } from 'vitest';
import { hoursText, inGroups, maskedAccount, shortAddress, weekdaysText } from './texts.ts';

it('shows the last four characters of an account', () => {
  expect(maskedAccount('DE89 3704 0044 0532 0130 00')).toBe('•••• 3000');
  expect(maskedAccount('•••• 4821')).toBe('•••• 4821');
  expect(maskedAccount('****4821')).toBe('•••• 4821');
  expect(maskedAccount('1234')).toBe('1234');
  expect(maskedAccount('')).toBe('');
});

it('shows both ends of an address', () => {
  expect(shortAddress('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')).toBe('TQn9Y2…KcbLSE');
  expect(shortAddress('0x1234')).toBe('0x1234');
});

it('groups what has to be compared', () => {
  expect(inGroups('TQn9Y2khEs')).toEqual(['TQn9', 'Y2kh', 'Es']);
  expect(inGroups('')).toEqual([]);
});

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
