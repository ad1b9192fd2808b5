import { expect, test } from 'vitest';
import { momentOfWall, wallTime } from './wall-time.ts';

test('a time is shown as clocks in its zone show it', () => {
  expect(wallTime(new Date('2026-06-11T19:00:00Z'), 'Europe/Berlin')).toBe('2026-06-11T21:00');
  expect(wallTime(new Date('2026-06-11T19:00:00Z'), 'Pacific/Kiritimati')).toBe('2026-06-12T09:00');
});

test('a time on the wall is converted back, on both sides of a change of the clocks', () => {
  for (const [wall, zone, moment] of [
    ['2026-06-11T21:00', 'Europe/Berlin', '2026-06-11T19:00:00.000Z'],
    ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T01:30', 'Europe/Berlin', '2026-10-24T23:30:00.000Z'],
    ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    // The hour that comes twice, and one that does not come.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2027-09-05T00:00', 'America/Santiago', '2027-09-05T04:00:00.000Z'],
    ['2027-09-05T00:30', 'America/Santiago', '2027-09-05T04:00:00.000Z'],
    ['2026-11-01T00:00', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    ['2026-01-01T00:00', 'Asia/Shanghai', '2025-12-31T16:00:00.000Z'],
    ['2026-01-01T00:00', 'UTC', '2026-01-01T00:00:00.000Z'],
  ] as const) {
    expect(momentOfWall(wall, zone)?.toISOString()).toBe(moment);
  }
});

test('a text that is no date is no time', () => {
  expect(momentOfWall('', 'UTC')).toBeUndefined();
  expect(momentOfWall('yesterday', 'UTC')).toBeUndefined();
});
