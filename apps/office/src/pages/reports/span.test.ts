import { expect, test } from 'vitest';
import { isAsked, quickSpan, spanOf } from './span.ts';

const today = '2026-03-02';

test('quick choices end today and count it', () => {
  expect(quickSpan('7', today)).toEqual({ from: '2026-02-24', to: today });
  expect(quickSpan('90', today)).toEqual({ from: '2025-12-03', to: today });
  expect(quickSpan('month', today)).toEqual({ from: '2026-03-01', to: today });
});

test('what an address names counts, what is no day does not', () => {
  expect(spanOf({ from: '2026-01-01', to: '2026-01-31' }, today)).toEqual({
    from: '2026-01-01',
    to: '2026-01-31',
  });
  expect(spanOf({ from: 'yesterday', to: '2026-13-45' }, today)).toEqual(quickSpan('30', today));
});

test('days in the wrong order, or too many, are not asked for', () => {
  expect(isAsked({ from: today, to: today })).toBe(true);
  expect(isAsked({ from: today, to: '2026-03-01' })).toBe(false);
  expect(isAsked({ from: '2025-01-27', to: today })).toBe(true);
  expect(isAsked({ from: '2025-01-26', to: today })).toBe(false);
});
