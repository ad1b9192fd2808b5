import { expect, it } from 'vitest';
import { bracketed } from './bracketed.ts';

it.each([
  ['en', 'Over 2.5 (First half)'],
  ['de', 'Over 2.5 (First half)'],
  ['ko', 'Over 2.5 (First half)'],
  ['zh-CN', 'Over 2.5（First half）'],
  ['zh-TW', 'Over 2.5（First half）'],
  ['ja', 'Over 2.5（First half）'],
] as const)('puts an aside in the brackets of %s', (lan, text) => {
  expect(`Over 2.5${bracketed('First half', lan)}`).toBe(text);
});
