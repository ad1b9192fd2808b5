import { expect, it } from 'vitest';
import { exclusionEnd, exclusions, timeOutEnd, timeOuts } from './lengths.ts';

const at = Date.parse('2026-08-31T18:30:00.000Z');

it('ends a time-out after so many hours', () => {
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
