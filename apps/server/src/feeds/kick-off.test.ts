import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kickOffAt } from './kick-off.ts';

describe('the time of a kick-off', () => {
  it.each([
    ['2025-08-22', '20:30', 'Europe/Berlin', '2025-08-22T18:30:00.000Z'],
    ['2025-12-20', '15:30', 'Europe/Berlin', '2025-12-20T14:30:00.000Z'],
    ['2024-08-16', '20:00', 'Europe/London', '2024-08-16T19:00:00.000Z'],
    ['2024-12-26', '12:30', 'Europe/London', '2024-12-26T12:30:00.000Z'],
    // The days the clocks change.
    ['2025-03-30', '15:30', 'Europe/Berlin', '2025-03-30T13:30:00.000Z'],
    ['2025-10-26', '15:30', 'Europe/Berlin', '2025-10-26T14:30:00.000Z'],
    ['2025-10-26', '00:30', 'Europe/Berlin', '2025-10-25T22:30:00.000Z'],
    ['2027-09-05', '00:30', 'America/Santiago', '2027-09-05T04:00:00.000Z'],
    ['2026-06-11', '13:00', 'America/Mexico_City', '2026-06-11T19:00:00.000Z'],
  ])('%s %s in %s', (date, time, zone, utc) => {
    expect(kickOffAt({ date, time, zone })?.toISOString()).toBe(utc);
  });

  it('uses the offset where the feed gives one', () => {
    const at = kickOffAt({ date: '2026-06-11', time: '20:00', zone: 'Europe/Rome', utcOffsetMinutes: -360 });
    expect(at?.toISOString()).toBe('2026-06-12T02:00:00.000Z');
  });

  it('is the start of a day without a time', () => {
    expect(kickOffAt({ date: '2026-05-16', zone: 'Europe/Berlin' })?.toISOString()).toBe(
      '2026-05-15T22:00:00.000Z',
    );
    expect(kickOffAt({ date: '2027-09-05', zone: 'America/Santiago' })?.toISOString()).toBe(
      '2027-09-05T04:00:00.000Z',
    );
  });

  it('of a time in an unknown zone is unknown, of a day the first anywhere', () => {
    expect(kickOffAt({ date: '2026-05-16', time: '18:00' })).toBeUndefined();
    expect(kickOffAt({ date: '2026-05-16' })?.toISOString()).toBe('2026-05-15T10:00:00.000Z');
  });

  it('reads back as the same clock time in its zone', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'Europe/London', 'America/New_York', 'Asia/Kolkata');
    const moments = fc.date({
      min: new Date('2015-01-01'),
      max: new Date('2035-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(zones, moments, (zone, moment) => {
        const text = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'short',
        }).format(moment);
        const [date = '', time = ''] = text.split(' ');
        const again = kickOffAt({ date, time, zone });
        // In the hour that is repeated either is right.
        const apart = Math.abs(
          (again?.getTime() ?? Number.NaN) - Math.floor(moment.getTime() / 60_000) * 60_000,
        );
        expect([0, 3_600_000]).toContain(apart);
      }),
    );
  });
});
