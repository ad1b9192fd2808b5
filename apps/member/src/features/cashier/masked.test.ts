import { expect, it } from 'vitest';
import { inGroups, maskedAccount, shortAddress } from './masked.ts';

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
