import { expect, it } from 'vitest';
import { countdownText } from './countdown.ts';

it.each([
  [1_491_000, '24:51'],
  [1_490_001, '24:51'],
  [59_000, '0:59'],
  [3_891_000, '1:04:51'],
  [86_400_000, '24:00:00'],
  [0, '0:00'],
  [-5_000, '0:00'],
])('%i ms are %s', (ms, text) => {
  expect(countdownText(ms)).toBe(text);
});
