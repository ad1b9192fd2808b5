import { describe, expect, test } from 'vitest';
import { daysOf, freeBefore, monthAfter, weekdays } from './month.ts';

describe('a month of the calendar', () => {
  test('has its days', () => {
    expect(daysOf('2026-02')).toHaveLength(28);
    expect(daysOf('2028-02').at(-1)).toBe('2028-02-29');
    expect(daysOf('2026-12').slice(0, 2)).toEqual(['2026-12-01', '2026-12-02']);
    expect(daysOf('2026-12')).toHaveLength(31);
  });

  test('follows and precedes another over the year', () => {
    expect(monthAfter('2026-12', 1)).toBe('2027-01');
    expect(monthAfter('2026-01', -1)).toBe('2025-12');
  });

  test('begins under its weekday, in the order of the language', () => {
    // The first of June 2026 is a Monday, that of November a Sunday.
    expect(freeBefore('2026-06', 'en')).toBe(0);
    expect(freeBefore('2026-06', 'ar')).toBe(2);
    expect(freeBefore('2026-11', 'en')).toBe(6);
    expect(weekdays('de')).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(weekdays('ar')).toEqual([6, 7, 1, 2, 3, 4, 5]);
  });
});
