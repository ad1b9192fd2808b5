import { afterEach, expect, it, vi } from 'vitest';
import { byServer, noteServerTime, serverNow } from './server-clock.ts';

const noon = Date.parse('2026-06-11T12:00:00Z');
const hour = 3_600_000;
const at = (ms: number): string => new Date(ms).toUTCString();

afterEach(() => {
  noteServerTime(at(noon), noon);
  vi.useRealTimers();
});

it('follows the server where the phone is hours ahead or behind', () => {
  for (const off of [2 * hour, -2 * hour]) {
    vi.useFakeTimers({ now: noon + off });
    noteServerTime(at(noon), noon + off);
    expect(serverNow()).toBe(noon);
    expect(byServer(noon + off + 1_000)).toBe(noon + 1_000);
  }
});

it('leaves a clock alone that agrees, and one it does not know', () => {
  vi.useFakeTimers({ now: noon + 1_500 });
  noteServerTime(at(noon), noon + 1_500);
  expect(serverNow()).toBe(noon + 1_500);
  noteServerTime(null, noon);
  noteServerTime('soon', noon);
  expect(serverNow()).toBe(noon + 1_500);
});

it('forgets the difference when the clock has been set right', () => {
  vi.useFakeTimers({ now: noon });
  noteServerTime(at(noon + 2 * hour), noon);
  expect(serverNow()).toBe(noon + 2 * hour);
  noteServerTime(at(noon), noon);
  expect(serverNow()).toBe(noon);
});
