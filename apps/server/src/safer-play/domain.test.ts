import { limits } from '@touchline/contract/limits';
import { exclusions, timeOuts } from '@touchline/contract/shapes/play';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changeLimit,
  confirmLimit,
  inForce,
  mayAskBack,
  noLimit,
  takeExclusion,
  takeTimeOut,
  type Hold,
  type LimitState,
} from './domain.ts';
import { commandLists } from '../testing/commands.ts';

const now = new Date('2026-06-11T12:00:00Z');
const hours = (count: number): Date => new Date(now.getTime() + count * 3_600_000);
let ids = 0;
const wish = (state: LimitState, wanted: bigint | null, at = now): LimitState =>
  changeLimit(state, wanted, { now: at, id: `id-${(ids += 1)}` });

describe('a limit', () => {
  test('takes effect at once when it is the first, or lower', () => {
    const first = wish(noLimit, 100n);
    expect(first).toEqual({ amount: 100n, pending: null });
    expect(wish(first, 40n)).toEqual({ amount: 40n, pending: null });
    expect(wish(first, 0n)).toEqual({ amount: 0n, pending: null });
  });

  test.each([200n, null])('waits to become %s, and for a confirmation within its time', (wanted) => {
    const state = wish(wish(noLimit, 100n), wanted);
    expect(state).toMatchObject({ amount: 100n, pending: { amount: wanted, from: hours(24) } });
    const { limitWaitHours: wait, limitConfirmHours: within } = limits;
    expect(confirmLimit(state, hours(wait - 0.01))).toBeUndefined();
    expect(confirmLimit(state, hours(wait))).toEqual({ amount: wanted, pending: null });
    expect(confirmLimit(state, hours(wait + within - 0.01))).toEqual({ amount: wanted, pending: null });
    expect(confirmLimit(state, hours(wait + within))).toBeUndefined();
  });

  test('a lower one ends what is pending, the same one again does not restart the wait', () => {
    const waiting = wish(wish(noLimit, 100n), 200n);
    expect(wish(waiting, 200n, hours(20))).toEqual(waiting);
    expect(wish(waiting, 300n, hours(20)).pending?.from).toEqual(hours(44));
    expect(wish(waiting, 100n)).toEqual({ amount: 100n, pending: null });
    expect(wish(waiting, 99n)).toEqual({ amount: 99n, pending: null });
    expect(confirmLimit(wish(waiting, 99n), hours(30))).toBeUndefined();
  });

  test('never rises without 24 hours between the request and the confirmation, in any order of requests', () => {
    const step = fc.record({
      hours: fc.integer({ min: 0, max: 60 }),
      wanted: fc.option(fc.bigInt({ min: 0n, max: 5n }), { nil: null }),
      isYes: fc.boolean(),
    });
    fc.assert(
      fc.property(commandLists(step, { maxLength: 30 }), (steps) => {
        let at = 0;
        let state = noLimit;
        let wished: { wanted: bigint | null; at: number } | undefined;
        for (const { hours: pause, wanted, isYes } of steps) {
          at += pause;
          const before = state;
          if (isYes) state = confirmLimit(state, hours(at)) ?? state;
          else {
            state = wish(state, wanted, hours(at));
            if (state.pending && state.pending.id !== before.pending?.id) wished = { wanted, at };
          }
          const rose = before.amount !== null && (state.amount === null || state.amount > before.amount);
          if (!rose) continue;
          expect(isYes).toBe(true);
          expect(state.amount).toBe(wished?.wanted);
          expect(at - (wished?.at ?? at)).toBeGreaterThanOrEqual(limits.limitWaitHours);
        }
      }),
    );
  });
});

describe('restrictions', () => {
  const length = fc.oneof(fc.constantFrom(...timeOuts), fc.constantFrom(...exclusions));
  const isTimeOut = (one: string): one is (typeof timeOuts)[number] => timeOuts.some((each) => each === one);
  const isExclusion = (one: string): one is (typeof exclusions)[number] =>
    exclusions.some((each) => each === one);
  const end = ({ until }: Hold): number => until?.getTime() ?? Infinity;

  test('never become shorter, and an exclusion never becomes a time-out', () => {
    const step = fc.record({ hours: fc.integer({ min: 0, max: 900 }), length });
    fc.assert(
      fc.property(commandLists(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let at = 0;
        let hold: Hold | undefined;
        for (const each of steps) {
          at += each.hours;
          const before: Hold | undefined = inForce(hold, hours(at));
          if (isTimeOut(each.length)) hold = takeTimeOut(hold, each.length, hours(at));
          else if (isExclusion(each.length)) hold = takeExclusion(hold, each.length, hours(at));
          if (!hold) throw new Error('nothing holds');
          expect(inForce(hold, hours(at))).toBe(hold);
          if (!before) continue;
          expect(end(hold)).toBeGreaterThanOrEqual(end(before));
          expect(before.kind === 'excluded' ? hold.kind : 'excluded').toBe('excluded');
        }
      }),
    );
  });

  test('a time-out ends automatically, an exclusion only at the member’s request, a permanent one never', () => {
    expect(inForce(takeTimeOut(undefined, '24h', now), hours(24))).toBeUndefined();
    expect(inForce(takeTimeOut(undefined, '24h', now), hours(23.99))).toBeDefined();
    const half = takeExclusion(undefined, '6m', now);
    expect(half.until).toEqual(new Date('2026-12-11T12:00:00Z'));
    expect(mayAskBack(half, new Date('2026-12-11T11:59:59Z'))).toBe(false);
    expect(mayAskBack(half, new Date('2026-12-11T12:00:00Z'))).toBe(true);
    expect(inForce(half, new Date('2030-01-01T00:00:00Z'))).toBe(half);
    const ever = takeExclusion(undefined, 'permanent', now);
    expect(ever.until).toBeNull();
    expect(mayAskBack(ever, new Date('2130-01-01T00:00:00Z'))).toBe(false);
  });

  test('months end on the last day where a month is shorter', () => {
    const august = new Date('2026-08-31T12:00:00Z');
    expect(takeExclusion(undefined, '6m', august).until).toEqual(new Date('2027-02-28T12:00:00Z'));
  });
});
