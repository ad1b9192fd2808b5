import { expect, test } from 'vitest';
import { byChance, Returns } from './returns.ts';

test('returns of flat bets, with half outcomes and pushes', () => {
  const returns = new Returns();
  const bet = { name: 'x', oddsMilli: 3000, chance: 0.25 };
  returns.add([{ ...bet, outcome: 'win' }]);
  returns.add([{ ...bet, outcome: 'half-win' }]);
  returns.add([{ ...bet, outcome: 'push' }]);
  returns.add([{ ...bet, outcome: 'half-lose' }]);
  returns.add([{ ...bet, outcome: 'lose' }]);
  const of = returns.of('x');
  expect(of?.bets).toBe(5);
  expect(of?.profit).toBeCloseTo((2 + 1 + 0 - 0.5 - 1) / 5, 12);
  // One and a half stakes won of three decided, where a quarter was expected.
  expect(of?.observed).toBeCloseTo(1.5 / 0.75, 12);
  const squares = [2, 1, 0, -0.5, -1].map((profit) => (profit - 0.3) ** 2).reduce((a, b) => a + b);
  expect(of?.error).toBeCloseTo(Math.sqrt(squares) / 5, 12);
  // Three decided stakes at a quarter of three: each a quarter below the stake.
  expect(of?.expected).toBeCloseTo((-0.25 * 3) / 5, 12);
  expect(returns.of('y')).toBeUndefined();
});

test('bets on one match are one observation', () => {
  const [apart, together] = [new Returns(), new Returns()];
  const won = { name: 'x', oddsMilli: 2000, chance: 0.5, outcome: 'win' } as const;
  const lost = { ...won, outcome: 'lose' } as const;
  for (const bet of [won, won, lost, lost]) apart.add([bet]);
  together.add([won, won]);
  together.add([lost, lost]);
  expect(apart.of('x')).toMatchObject({ bets: 4, matches: 4, profit: 0, error: 0.5 });
  expect(together.of('x')).toMatchObject({ bets: 4, matches: 2, profit: 0 });
  expect(together.of('x')?.error).toBeCloseTo(Math.SQRT1_2, 12);
});

test('classes that chance alone would bring', () => {
  const fair = { bets: 1, matches: 1, profit: 0, error: 0.1, observed: 1, expected: 0 };
  // 2.275 % of fair classes are above two standard errors, 0.135 % of those whose margin is one; half of any above its mean.
  expect(byChance([fair], 2)).toBeCloseTo(0.0227501, 6);
  expect(byChance([fair, { ...fair, expected: -0.1 }], 2)).toBeCloseTo(0.0227501 + 0.0013499, 6);
  expect(
    byChance(
      [
        { ...fair, expected: 0.2 },
        { ...fair, expected: 0.4 },
      ],
      2,
    ),
  ).toBeCloseTo(0.5 + 0.9772499, 6);
  expect(byChance([{ ...fair, error: 0 }], 2)).toBe(0);
});
