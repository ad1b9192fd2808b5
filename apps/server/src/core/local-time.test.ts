import { dayMs } from '@touchline/contract/durations';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localTime, momentOf } from './local-time.ts';
import { dayStarts, zones } from './database/testing/day-starts.ts';

describe('the start of a day', () => {
  it.each(dayStarts)('%s in %s', (day, zone, at) => {
    expect(momentOf(day, '00:00', zone).toISOString()).toBe(at);
  });

  it('shows the day, and the millisecond before an earlier one, everywhere', () => {
    const days = fc.integer({ min: Date.UTC(2005, 0, 1) / dayMs, max: Date.UTC(2035, 0, 1) / dayMs });
    fc.assert(
      fc.property(fc.constantFrom(...zones), days, (zone, number) => {
        const day = new Date(number * dayMs).toISOString().slice(0, 10);
        const start = momentOf(day, '00:00', zone);
        expect(localTime(start, zone).date >= day).toBe(true);
        expect(localTime(new Date(start.getTime() - 1), zone).date < day).toBe(true);
      }),
    );
  });
});

describe('the first occurrence of a time', () => {
  it.each([
    // A skipped time is that of the change, also west of Greenwich.
    ['2027-09-05', '00:30', 'America/Santiago', '2027-09-05T04:00:00.000Z'],
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    // Of a repeated one it is the earlier.
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-11-01', '00:30', 'America/Havana', '2026-11-01T04:30:00.000Z'],
    ['2026-10-25', '03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    ['2026-06-11', '23:59:59', 'Asia/Kathmandu', '2026-06-11T18:14:59.000Z'],
  ])('%s %s in %s', (day, time, zone, at) => {
    expect(momentOf(day, time, zone).toISOString()).toBe(at);
  });
});
