import { describe, expect, it } from 'vitest';
import { playedMinutes, waitUntil } from './played-minutes.ts';

const now = Date.parse('2026-06-11T12:00:00Z');

describe('the time played', () => {
  it('counts whole minutes, and none before it began', () => {
    expect(playedMinutes('2026-06-11T11:16:01Z', now)).toBe(43);
    expect(playedMinutes('2026-06-11T12:00:05Z', now)).toBe(0);
    expect(playedMinutes('', now)).toBe(0);
  });
});

describe('the wait for a reality check', () => {
  it('lasts until it is due, and no time when it is over', () => {
    expect(waitUntil('2026-06-11T12:15:00Z', now)).toBe(900_000);
    expect(waitUntil('2026-06-11T11:00:00Z', now)).toBe(0);
  });

  it('is never longer than a timer can wait', () => {
    expect(waitUntil('2036-06-11T12:15:00Z', now)).toBe(2_147_483_647);
  });

  it('is none where none is due', () => {
    expect(waitUntil(undefined, now)).toBeUndefined();
  });
});
