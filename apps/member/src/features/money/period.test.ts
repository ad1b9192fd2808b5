import { describe, expect, it } from 'vitest';
import { daysOf } from './period.ts';

const days = (period: Parameters<typeof daysOf>[0], now: string, timeZone = 'UTC') =>
  daysOf(period, { now: new Date(now), timeZone });

describe('the days of a period', () => {
  it('end today where the site is, and are as many as they say', () => {
    expect(days('today', '2026-06-11T12:00:00Z')).toEqual({ from: '2026-06-11', to: '2026-06-11' });
    expect(days('week', '2026-06-11T12:00:00Z')).toEqual({ from: '2026-06-05', to: '2026-06-11' });
    expect(days('month', '2026-03-01T12:00:00Z')).toEqual({ from: '2026-01-31', to: '2026-03-01' });
    expect(days('today', '2026-06-11T20:00:00Z', 'Asia/Tokyo')).toEqual({
      from: '2026-06-12',
      to: '2026-06-12',
    });
    // Clocks went forward on the 29th.
    expect(days('week', '2026-03-31T22:30:00Z', 'Europe/Berlin')).toEqual({
      from: '2026-03-26',
      to: '2026-04-01',
    });
  });

  it('are none for any time', () => {
    expect(days('any', '2026-06-11T12:00:00Z')).toEqual({});
  });
});
