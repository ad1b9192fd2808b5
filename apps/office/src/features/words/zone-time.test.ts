import { expect, test } from 'vitest';
import { fromZone, toZone } from './zone-time.ts';

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];

test.each(zones)('in %s every minute a clock shows comes back as it was', (timeZone) => {
  const first = Date.UTC(2026, 0, 1);
  for (let step = 0; step < 730; step++) {
    const local = toZone(new Date(first + step * 12 * 3_600_000 + 17 * 60_000).toISOString(), timeZone);
    const moment = fromZone(local, timeZone);
    expect(moment && toZone(moment, timeZone)).toBe(local);
  }
});

test.each([
  ['2026-06-11T18:30', 'Europe/Berlin', '2026-06-11T16:30:00.000Z'],
  ['2026-12-11T18:30', 'Europe/Berlin', '2026-12-11T17:30:00.000Z'],
  ['2026-06-11T00:00', 'Asia/Kolkata', '2026-06-10T18:30:00.000Z'],
  ['2026-03-08T02:30', 'America/New_York', '2026-03-08T06:30:00.000Z'],
])('%s in %s is %s', (local, timeZone, moment) => {
  expect(fromZone(local, timeZone)).toBe(moment);
});

test('what is not whole yet is no time', () => {
  for (const local of ['', '2026', '2026-13-01T00:00', 'soon']) {
    expect(fromZone(local, 'UTC')).toBeUndefined();
  }
});
