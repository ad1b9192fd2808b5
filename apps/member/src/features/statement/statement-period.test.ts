import { describe, expect, it } from 'vitest';
import { daysBetween, periodAround, periodBeside, todayOf } from './statement-period.ts';

describe('the period around a day', () => {
  it('is that day, its week from Monday, its month or its year', () => {
    expect(periodAround('day', '2026-06-11')).toEqual({ from: '2026-06-11', to: '2026-06-11' });
    expect(periodAround('week', '2026-06-11')).toEqual({ from: '2026-06-08', to: '2026-06-14' });
    expect(periodAround('week', '2026-06-14')).toEqual({ from: '2026-06-08', to: '2026-06-14' });
    expect(periodAround('month', '2028-02-11')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(periodAround('year', '2026-06-11')).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  });

  it('reaches over the end of a month or a year', () => {
    expect(periodAround('week', '2026-01-01')).toEqual({ from: '2025-12-29', to: '2026-01-04' });
  });
});

describe('the period after another', () => {
  it('touches it without a gap', () => {
    const march = periodAround('month', '2026-03-31');
    expect(periodBeside('month', march, -1)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(periodBeside('month', march, 1)).toEqual({ from: '2026-04-01', to: '2026-04-30' });
    expect(periodBeside('day', { from: '2026-03-01', to: '2026-03-01' }, -1).to).toBe('2026-02-28');
    expect(periodBeside('year', periodAround('year', '2026-06-11'), -1).from).toBe('2025-01-01');
  });
});

it('counts the days of a stretch, also where clocks change', () => {
  expect(daysBetween({ from: '2026-03-28', to: '2026-03-30' })).toEqual([
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
  ]);
  expect(daysBetween({ from: '2026-01-01', to: '2026-12-31' })).toHaveLength(365);
  expect(daysBetween({ from: '2026-03-30', to: '2026-03-28' })).toEqual([]);
});

it('begins with today where the site is', () => {
  expect(todayOf(new Date('2026-06-11T20:00:00Z'), 'Asia/Tokyo')).toBe('2026-06-12');
});
