import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { gainSteps, gist, levelOf, lossSteps, stepOf, wholeOf } from './heat-scale.ts';

test('the largest loss bears the darkest step, and every amount the side it is on', () => {
  const amounts = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1 });
  fc.assert(
    fc.property(amounts, (all) => {
      const step = stepOf(all);
      const levels = all.map((amount) => levelOf(amount, step));
      for (const [at, level] of levels.entries()) {
        expect(Math.sign(level)).toBe(Math.sign(all[at] ?? 0));
        expect(level).toBeGreaterThanOrEqual(-lossSteps);
        expect(level).toBeLessThanOrEqual(gainSteps);
      }
      const least = Math.min(...all);
      expect(least >= 0 || Math.min(...levels) === -lossSteps).toBe(true);
    }),
  );
});

test('a larger loss is never lighter', () => {
  const money = fc.integer({ min: -1e6, max: 1e6 });
  fc.assert(
    fc.property(money, money, fc.integer({ min: 1, max: 1e5 }), (a, b, step) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      expect(levelOf(low, step)).toBeLessThanOrEqual(levelOf(high, step));
    }),
  );
});

test('at a glance amounts are whole, and nothing bears no sign', () => {
  expect(['-12.50', '-12.49', '0.50', '-0.49', '0', '1234567.89', '-0.00'].map(wholeOf)).toEqual([
    '-13',
    '-12',
    '1',
    '0',
    '0',
    '1234568',
    '0',
  ]);
});

test('a grid is described by its ends', () => {
  const cells = [
    { home: 0, away: 0, worst: '3.00', best: '5.00' },
    { home: 1, away: 0, worst: '-20.00', best: '-9.00' },
    { home: 0, away: 1, worst: '-20.00', best: '6.00' },
  ];
  expect(gist(cells)).toEqual({ worst: cells[1], best: cells[2], losing: 2, count: 3 });
  expect(gist([])).toBeUndefined();
});
