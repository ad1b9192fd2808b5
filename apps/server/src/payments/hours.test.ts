import { describe, expect, test } from 'vitest';
import { hoursAt } from './hours.ts';

describe('hours', () => {
  const zone = 'Europe/Berlin';
  const day = { hours: { from: '08:00', until: '22:00' } };
  const night = { hours: { from: '22:00', until: '06:00' } };

  test('always', () => {
    expect(hoursAt({ hours: { from: '00:00', until: '24:00' } }, new Date(), zone)).toEqual({ open: true });
  });

  test('in the time zone of the site', () => {
    expect(hoursAt(day, new Date('2026-06-11T06:00:00Z'), zone)).toEqual({ open: true });
    expect(hoursAt(day, new Date('2026-06-11T05:59:59Z'), zone)).toEqual({
      open: false,
      opensAt: new Date('2026-06-11T06:00:00Z'),
    });
    expect(hoursAt(day, new Date('2026-06-11T20:00:00Z'), zone)).toEqual({
      open: false,
      opensAt: new Date('2026-06-12T06:00:00Z'),
    });
  });

  test('over midnight', () => {
    expect(hoursAt(night, new Date('2026-06-11T21:00:00Z'), zone)).toEqual({ open: true });
    expect(hoursAt(night, new Date('2026-06-11T03:00:00Z'), zone)).toEqual({ open: true });
    expect(hoursAt(night, new Date('2026-06-11T04:00:00Z'), zone)).toEqual({
      open: false,
      opensAt: new Date('2026-06-11T20:00:00Z'),
    });
  });

  test('across a clock change', () => {
    expect(hoursAt(day, new Date('2026-10-24T20:30:00Z'), zone)).toEqual({
      open: false,
      opensAt: new Date('2026-10-25T07:00:00Z'),
    });
  });
});
