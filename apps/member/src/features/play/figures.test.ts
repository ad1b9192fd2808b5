import { formatAmount } from '@touchline/money/amount';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  exclusionEnd,
  exclusions,
  playedMinutes,
  timeOutEnd,
  timeOuts,
  usedPercent,
  waitUntil,
} from './figures.ts';

const at = Date.parse('2026-08-31T18:30:00.000Z');

it('ends a time-out after its hours', () => {
  expect(timeOuts.map((length) => timeOutEnd(length, at))).toEqual([
    '2026-09-01T18:30:00.000Z',
    '2026-09-02T18:30:00.000Z',
    '2026-09-07T18:30:00.000Z',
    '2026-09-14T18:30:00.000Z',
    '2026-09-30T18:30:00.000Z',
    '2026-10-12T18:30:00.000Z',
  ]);
});

it('ends an exclusion on the same day of a later month, or the last there is, or never', () => {
  expect(exclusions.map((length) => exclusionEnd(length, at))).toEqual([
    '2027-02-28T18:30:00.000Z',
    '2027-08-31T18:30:00.000Z',
    '2028-08-31T18:30:00.000Z',
    '2031-08-31T18:30:00.000Z',
    undefined,
  ]);
});

describe('the bar of a limit', () => {
  it('shows what is used of it in whole percent', () => {
    expect(usedPercent('0.00', '100.00', 2)).toBe(0);
    expect(usedPercent('33.39', '100.00', 2)).toBe(33);
    expect(usedPercent('99.99', '100.00', 2)).toBe(99);
    expect(usedPercent('100.00', '100.00', 2)).toBe(100);
  });

  it('is full when more was used than a lowered limit allows, and with a limit of nothing', () => {
    expect(usedPercent('120.00', '100.00', 2)).toBe(100);
    expect(usedPercent('0.00', '0.00', 2)).toBe(100);
  });

  it('is full exactly when nothing is left', () => {
    const minor = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(minor, minor, (used, limit) => {
        const percent = usedPercent(formatAmount(used, 2), formatAmount(limit, 2), 2);
        expect(percent === 100).toBe(used >= limit);
        expect(percent).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

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
