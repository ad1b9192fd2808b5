import { describe, expect, it } from 'vitest';
import { conditionPercent, levelPercent } from './rows.tsx';

describe('the way to a team level', () => {
  it('counts each condition in whole percent, and 100 only when it is met', () => {
    expect(conditionPercent({ needed: 20, have: 14, met: false })).toBe(70);
    expect(conditionPercent({ needed: 20, have: 0, met: false })).toBe(0);
    expect(conditionPercent({ needed: 20, have: 25, met: true })).toBe(100);
    expect(conditionPercent({ needed: 1_000_000, have: 999_999, met: false })).toBe(99);
    expect(conditionPercent({ needed: 0, have: 0, met: true })).toBe(100);
  });

  it('is as far as the condition that is furthest behind', () => {
    const met = { needed: 5, have: 5, met: true };
    expect(levelPercent([met, { needed: 10, have: 3, met: false }])).toBe(30);
    expect(levelPercent([met])).toBe(100);
    expect(levelPercent([])).toBe(100);
  });
});
