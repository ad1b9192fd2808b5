import { expect, test } from 'vitest';
import { momentIn } from './void-form.tsx';

test('a local time is the time at which clocks there show it', () => {
  expect(momentIn('2026-06-11T19:02', 'UTC')).toBe('2026-06-11T19:02:00.000Z');
  expect(momentIn('2026-06-11T19:02:30', 'Europe/Berlin')).toBe('2026-06-11T17:02:30.000Z');
  expect(momentIn('2026-01-11T19:02', 'America/Sao_Paulo')).toBe('2026-01-11T22:02:00.000Z');
  expect(momentIn('2026-03-29T03:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  expect(momentIn('2026-10-25T06:00', 'Europe/Berlin')).toBe('2026-10-25T05:00:00.000Z');
});

test('what is no time is none', () => {
  expect(momentIn('', 'UTC')).toBeUndefined();
  expect(momentIn('2026-13-01T00:00', 'UTC')).toBeUndefined();
});
