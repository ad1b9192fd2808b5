import { dayMs, minuteMs } from '@touchline/contract/durations';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localTime } from '../../core/local-time.ts';
import { dayBefore, nextDayAt } from './days.ts';

const next = (at: string, zone: string): string => nextDayAt(new Date(at), zone).toISOString();
const dayOf = (at: string, zone: string): string => localTime(new Date(at), zone).date;

/** Zones with clock changes of many kinds: none, an hour, half an hour, at midnight, and across the date line. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Africa/Cairo',
  'America/Havana',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
];

describe('days of the site', () => {
  test('the last second and the first', () => {
    expect(dayOf('2026-06-11T21:59:59.999Z', 'Europe/Berlin')).toBe('2026-06-11');
    expect(dayOf('2026-06-11T22:00:00Z', 'Europe/Berlin')).toBe('2026-06-12');
    expect(next('2026-06-11T21:59:59.999Z', 'Europe/Berlin')).toBe('2026-06-11T22:00:00.000Z');
    expect(next('2026-06-11T22:00:00Z', 'Europe/Berlin')).toBe('2026-06-12T22:00:00.000Z');
  });

  test('a day of 23 hours and one of 25', () => {
    expect(next('2026-03-28T23:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z');
    expect(next('2026-10-24T22:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T23:00:00.000Z');
    expect(dayBefore('2026-03-30', 'Europe/Berlin')).toBe('2026-03-29');
    expect(dayBefore('2026-10-26', 'Europe/Berlin')).toBe('2026-10-25');
  });

  test('a day that begins at one, since midnight was skipped', () => {
    expect(next('2024-04-25T12:00:00Z', 'Africa/Cairo')).toBe('2024-04-25T22:00:00.000Z');
    expect(dayOf('2024-04-25T22:00:00Z', 'Africa/Cairo')).toBe('2024-04-26');
    expect(dayBefore('2024-04-26', 'Africa/Cairo')).toBe('2024-04-25');
    expect(dayBefore('2024-04-27', 'Africa/Cairo')).toBe('2024-04-26');
  });

  test('a day that a zone skipped: Samoa had no 30 December 2011', () => {
    expect(dayOf('2011-12-30T09:59:59Z', 'Pacific/Apia')).toBe('2011-12-29');
    expect(dayOf('2011-12-30T10:00:00Z', 'Pacific/Apia')).toBe('2011-12-31');
    expect(next('2011-12-30T09:59:59Z', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z');
    expect(dayBefore('2011-12-31', 'Pacific/Apia')).toBe('2011-12-29');
    expect(dayBefore('2012-01-01', 'Pacific/Apia')).toBe('2011-12-31');
  });

  test('the day before the next day is today, everywhere and always', () => {
    const moment = fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2035, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, (zone, at) => {
        const now = new Date(at);
        const today = localTime(now, zone).date;
        const begins = nextDayAt(now, zone);
        expect(localTime(new Date(begins.getTime() - 1), zone).date).toBe(today);
        expect(begins.getTime() - at).toBeLessThanOrEqual(dayMs + 60 * minuteMs);
        expect(dayBefore(localTime(begins, zone).date, zone)).toBe(today);
      }),
      { numRuns: 300 },
    );
  });
});
