import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freshPace, paceAfter, type CallOutcome } from './pace.ts';

const now = new Date('2026-05-01T12:00:00Z');
const after = (outcome: CallOutcome, failures = 0, random = 1) =>
  paceAfter({ failures, notBefore: 0 }, outcome, { now, baseMs: 2_000, random });
const pauseMs = (...of: Parameters<typeof after>) => after(...of).notBefore - now.getTime();

describe('the pause before the next call', () => {
  it('is zero while all is well', () => {
    expect(after({ is: 'well', minuteLeft: 3, dayLeft: 50 }, 4)).toEqual({
      failures: 0,
      notBefore: now.getTime(),
    });
  });

  it('is a minute, or until midnight UTC, when the calls are used up', () => {
    expect(pauseMs({ is: 'well', minuteLeft: 0 })).toBe(60_000);
    expect(pauseMs({ is: 'well', dayLeft: 0 })).toBe(12 * 3_600_000);
    expect(pauseMs({ is: 'limited', until: 'day' })).toBe(12 * 3_600_000);
  });

  it('is the one that the service asks for', () => {
    expect(pauseMs({ is: 'limited', until: 'minute' })).toBe(60_000);
    expect(pauseMs({ is: 'limited', until: 'minute', retryAfterMs: 7_000 })).toBe(7_000);
    expect(pauseMs({ is: 'failed', retryAfterMs: 90_000 })).toBe(90_000);
  });

  it('doubles with each failure up to a minute, cut at random by half at most', () => {
    expect([0, 1, 2, 9].map((failures) => pauseMs({ is: 'failed' }, failures))).toEqual([
      2_000, 4_000, 8_000, 60_000,
    ]);
    fc.assert(
      fc.property(fc.nat(30), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
        const longest = pauseMs({ is: 'failed' }, failures);
        const pause = pauseMs({ is: 'failed' }, failures, random);
        expect(pause).toBeLessThanOrEqual(longest);
        expect(pause).toBeGreaterThanOrEqual(longest / 2);
      }),
    );
  });

  it('starts with none', () => {
    expect(freshPace.notBefore).toBe(0);
  });
});
