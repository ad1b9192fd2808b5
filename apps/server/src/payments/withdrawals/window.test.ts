import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localTime } from '../../core/local-time.ts';
import { arrivesBy, windowAt, type Window } from './window.ts';

const workdays: Window = { days: [1, 2, 3, 4, 5], from: '00:00', to: '23:59', timeZone: 'Europe/Berlin' };

// 2026-06-12 is a Friday; Berlin is two hours ahead of UTC.
describe('the window of withdrawals', () => {
  test('Monday to Friday, to the last second', () => {
    expect(windowAt(workdays, new Date('2026-06-12T21:59:59Z'))).toEqual({ open: true });
    expect(windowAt(workdays, new Date('2026-06-12T22:00:00Z'))).toEqual({
      open: false,
      opensAt: new Date('2026-06-14T22:00:00Z'),
    });
    expect(windowAt(workdays, new Date('2026-06-14T21:59:59Z')).open).toBe(false);
    expect(windowAt(workdays, new Date('2026-06-14T22:00:00Z')).open).toBe(true);
  });

  test('hours of a day', () => {
    const office = { ...workdays, from: '09:00', to: '16:59' };
    expect(windowAt(office, new Date('2026-06-11T06:59:59Z'))).toEqual({
      open: false,
      opensAt: new Date('2026-06-11T07:00:00Z'),
    });
    expect(windowAt(office, new Date('2026-06-11T14:59:59Z')).open).toBe(true);
    expect(windowAt(office, new Date('2026-06-11T15:00:00Z'))).toEqual({
      open: false,
      opensAt: new Date('2026-06-12T07:00:00Z'),
    });
  });

  test('it is open at the time it names, and closed just before', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
        (now, days) => {
          const window = { ...workdays, days, from: '09:00', to: '16:59' };
          const told = windowAt(window, now);
          if (told.open) return;
          expect(told.opensAt > now).toBe(true);
          expect(windowAt(window, told.opensAt).open).toBe(true);
          expect(windowAt(window, new Date(told.opensAt.getTime() - 1)).open).toBe(false);
        },
      ),
    );
  });
});

describe('arrival', () => {
  test('within a day', () => {
    expect(arrivesBy(workdays, new Date('2026-06-11T10:00:00Z'), 24)).toEqual(
      new Date('2026-06-12T10:00:00Z'),
    );
  });

  test("Friday's arrive on Monday", () => {
    expect(arrivesBy(workdays, new Date('2026-06-12T10:00:00Z'), 24)).toEqual(
      new Date('2026-06-15T21:59:59Z'),
    );
  });

  test('never on a day without payments', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
        (now) => {
          const { weekday } = localTime(arrivesBy(workdays, now, 24), workdays.timeZone);
          expect(workdays.days).toContain(weekday);
        },
      ),
    );
  });
});
