import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readConfig } from '../../core/config/config.ts';
import { readVipLevels } from '../../core/config/growth.ts';
import { levelAt, progressOf } from './domain.ts';

const levels = readVipLevels(readConfig({}), 2);

test('a level is reached to the cent', () => {
  const reached = (minor: bigint): number => levelAt(levels, minor).level;
  expect([0n, 99_999n, 100_000n, 999_999n, 1_000_000n].map(reached)).toEqual([0, 0, 1, 1, 2]);
  expect([99_999_999n, 100_000_000n, 10n ** 15n].map(reached)).toEqual([4, 5, 5]);
});

test('the progress to the next', () => {
  expect(progressOf(levels, 550_000n)).toMatchObject({
    current: { level: 1 },
    next: { level: 2, leftMinor: 450_000n },
    percent: 50,
  });
  expect(progressOf(levels, 99_999n)).toMatchObject({ next: { level: 1, leftMinor: 1n }, percent: 99 });
  const top = progressOf(levels, 100_000_000n);
  expect(top.percent).toBe(100);
  expect(top.next).toBeUndefined();
});

test('the rest takes a member exactly to the next level', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 120_000_000n }), (turnover) => {
      const { current, next, percent } = progressOf(levels, turnover);
      if (next === undefined) return;
      expect(percent).toBeLessThan(100);
      expect(levelAt(levels, turnover + next.leftMinor).level).toBe(current.level + 1);
      expect(levelAt(levels, turnover + next.leftMinor - 1n).level).toBe(current.level);
    }),
  );
});
