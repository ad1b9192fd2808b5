import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAfter } from '../../core/local-time.ts';
import { rewardOf, streakOn, type CheckInRun } from './domain.ts';

const on = (run: CheckInRun | undefined, day: string) => streakOn(run, day, 'UTC');

describe('a run of check-ins', () => {
  test('continues from day to day', () => {
    const run = { lastDay: '2026-06-11', streak: 3 };
    expect(on(run, '2026-06-11')).toEqual({ today: true, streak: 3, next: 3 });
    expect(on(run, '2026-06-12')).toEqual({ today: false, streak: 3, next: 3 });
  });

  test('restarts after a missed day', () => {
    expect(on({ lastDay: '2026-06-11', streak: 3 }, '2026-06-13')).toEqual({
      today: false,
      streak: 0,
      next: 0,
    });
    expect(on(undefined, '2026-06-13')).toEqual({ today: false, streak: 0, next: 0 });
  });

  test('restarts after the seventh', () => {
    const run = { lastDay: '2026-06-11', streak: 7 };
    expect(on(run, '2026-06-11')).toEqual({ today: true, streak: 7, next: 0 });
    expect(on(run, '2026-06-12')).toEqual({ today: false, streak: 0, next: 0 });
  });

  test('continues over a day the zone skipped', () => {
    const run = { lastDay: '2011-12-29', streak: 2 };
    expect(streakOn(run, '2011-12-31', 'Pacific/Apia').next).toBe(2);
    expect(streakOn(run, '2011-12-31', 'UTC').next).toBe(0);
  });

  test('a clock that is behind gives no day twice', () => {
    expect(on({ lastDay: '2026-06-12', streak: 3 }, '2026-06-11').today).toBe(true);
  });

  test('is the number of consecutive days, counted in sevens', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (checks) => {
        let run: CheckInRun | undefined;
        for (const [i, checked] of checks.entries()) {
          const day = dayAfter('2026-02-10', i);
          const before = checks.slice(0, i);
          const inRow = before.length - 1 - before.lastIndexOf(false);
          const state = on(run, day);
          expect(state).toEqual({ today: false, streak: inRow % 7, next: inRow % 7 });
          if (checked) run = { lastDay: day, streak: state.next + 1 };
        }
      }),
    );
  });
});

test('a level adds to the reward, rounded down', () => {
  expect(rewardOf(500n, 110)).toBe(550n);
  expect(rewardOf(1n, 175)).toBe(1n);
  expect(rewardOf(300n, 200)).toBe(600n);
});
