import { describe, expect, it } from 'vitest';
import { adopts, moveOf } from './price-change.ts';

describe('a price move', () => {
  it('is told by value, not by text', () => {
    expect(moveOf('2.35', '2.40')).toBe(1);
    expect(moveOf('9.60', '10.5')).toBe(1);
    expect(moveOf('2.40', '2.35')).toBe(-1);
    expect(moveOf('2.4', '2.40')).toBe(0);
  });

  it('is none when either side has no price', () => {
    expect(moveOf(null, '2.40')).toBe(0);
    expect(moveOf('2.40', null)).toBe(0);
    expect(moveOf(undefined, undefined)).toBe(0);
  });

  it('is taken without asking only as the member chose', () => {
    expect([adopts('none', '2.00', '2.10'), adopts('none', '2.00', '1.90')]).toEqual([false, false]);
    expect([adopts('better', '2.00', '2.10'), adopts('better', '2.00', '1.90')]).toEqual([true, false]);
    expect([adopts('any', '2.00', '2.10'), adopts('any', '2.00', '1.90')]).toEqual([true, true]);
    expect(adopts('any', '2.00', '2.00')).toBe(false);
  });
});
