import { expect, it } from 'vitest';
import { countOf } from './competition-counts.ts';

const today = '2026-06-11';
const counts = { inPlay: 2, today: 5, open: 30 };

it.each([
  ['open', '', 30],
  ['open', today, 5],
  ['open', '2026-06-12', undefined],
  ['live', '', 2],
  ['scheduled', '', 28],
  ['scheduled', today, undefined],
  ['finished', '', undefined],
  ['finished', today, undefined],
] as const)('counts the matches that the list has: %s %s', (state, day, count) => {
  expect(countOf(counts, { state, day }, today)).toBe(count);
});
