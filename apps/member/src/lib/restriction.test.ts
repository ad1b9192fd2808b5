import { describe, expect, it } from 'vitest';
import { inForce } from './restriction.ts';

const since = '2026-06-11T12:00:00.000Z';
const until = '2026-06-12T12:00:00.000Z';

describe('a restriction', () => {
  it('holds until its end', () => {
    const timeOut = { kind: 'time_out', since, until } as const;
    expect(inForce(timeOut, Date.parse(until) - 1)).toBe(timeOut);
    expect(inForce(timeOut, Date.parse(until))).toBeUndefined();
  });

  it('without an end holds for good', () => {
    const excluded = { kind: 'excluded', since } as const;
    expect(inForce(excluded, Date.parse('2100-01-01T00:00:00Z'))).toBe(excluded);
    expect(inForce(undefined, 0)).toBeUndefined();
  });
});
