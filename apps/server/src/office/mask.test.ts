import { expect, test } from 'vitest';
import { maskEmail, maskMobile, maskName } from './wire.ts';

test('contacts and names show too little to use', () => {
  expect(maskEmail('ann.lee@example.com')).toBe('an•••@example.com');
  expect(maskEmail('a@b@example.com')).toBe('a@•••@example.com');
  expect(maskMobile('44', '7700900121')).toBe('+44 •••21');
  expect(maskName('Ann  Mary Lee')).toBe('A••• M••• L•••');
  expect(maskName('李小龙')).toBe('李•••');
  expect(maskName('𝒜nn')).toBe('𝒜•••');
});
