import { factorOf } from '@touchline/money/factor';
import { payout } from '@touchline/money/payout';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addExposure,
  BeyondCells,
  emptyExposure,
  exposureFrom,
  exposureOf,
  largestUnit,
  legFactors,
  worstCase,
} from './exposure.ts';
import type { Exposure, LegFactors } from './exposure.ts';
import { graderOf, UnknownBet } from './grade.ts';
import type { Leg } from './grade.ts';
import { heatMap } from './heat-map.ts';
import { legLineOf } from './leg-line.ts';
import { marketNames } from './market-names.ts';
import type { Outcome } from './market.ts';
import { markets } from './markets.ts';
import { isWithin } from './score.ts';
import type { Score } from './score.ts';
import type { Reached } from './worst-case.ts';

type Bet = { leg: Leg; unitMinor: bigint; oddsMilli: number };

const outcomes: readonly Outcome[] = ['win', 'half-win', 'push', 'half-lose', 'lose'];
const kickOff: Score = { home: 0, away: 0 };

function factors(oddsMilli: number): LegFactors {
  return legFactors({ k: 1, oddsMilli: [oddsMilli], place: 0 });
}

function exposureOfAll(bets: readonly Bet[]): Exposure {
  return bets.reduce(
    (sum, { leg, unitMinor, oddsMilli }) =>
      addExposure(sum, exposureOf(leg, { unitMinor, lines: 1, factors: factors(oddsMilli) })),
    emptyExposure(),
  );
}

/** What the house loses on a bet at one end of the match, by settling it. */
function lossOf({ leg, unitMinor, oddsMilli }: Bet): (ht: Score, ft: Score) => bigint {
  const grader = graderOf(leg);
  const loss = (outcome: Outcome) => payout(unitMinor, factorOf(outcome, oddsMilli)) - unitMinor;
  const losses = new Map(outcomes.map((outcome) => [outcome, loss(outcome)]));
  return (ht, ft) => {
    const outcome =
      grader.period === 'both' ? grader.of(ht, ft) : grader.of(grader.period === 'ht' ? ht : ft);
    return losses.get(outcome) ?? 0n;
  };
}

/** The worst of all ends of a match in which no side scores more than nine goals. */
function worstBySettling(bets: readonly Bet[], { score, ht: half }: Reached): bigint {
  const each = bets.map(lossOf);
  const goals = Array.from({ length: 10 }, (_, index) => index);
  const scores = goals.flatMap((home) => goals.map((away) => ({ home, away })));
  const halves = half === undefined ? scores.filter((ht) => isWithin(score, ht)) : [half];
  let worst: bigint | undefined;
  for (const ft of scores.filter((end) => isWithin(score, end))) {
    for (const ht of halves) {
      if (!isWithin(ht, ft)) continue;
      const loss = each.reduce((sum, of) => sum + of(ht, ft), 0n);
      if (worst === undefined || loss > worst) worst = loss;
    }
  }
  if (worst === undefined) throw new Error('no end of the match');
  return worst;
}

const legs = fc.tuple(fc.constantFrom(...marketNames), fc.nat(), fc.nat()).map(([name, one, other]): Leg => {
  const { selections, lines } = markets[name];
  const selection = selections[one % selections.length] ?? '';
  return {
    market: name,
    selection,
    line: legLineOf(name, selection, lines[other % Math.max(1, lines.length)]),
  };
});
const bets = fc.array(
  fc.record({
    leg: legs,
    unitMinor: fc.bigInt({ min: 1n, max: 100_000n }),
    oddsMilli: fc.integer({ min: 1010, max: 30_000 }),
  }),
  { minLength: 1, maxLength: 6 },
);
const goals = fc.integer({ min: 0, max: 2 });
const score = fc.record({ home: goals, away: goals });
const reached = fc.oneof(
  fc.record({ score }),
  fc.record({ ht: score, more: score }).map(({ ht, more }) => ({
    ht,
    score: { home: ht.home + more.home, away: ht.away + more.away },
  })),
);

describe('the worst case', () => {
  test('of no bets is nothing, of one bet its winnings', () => {
    expect(worstCase(emptyExposure())).toBe(0n);
    const single = { leg: { market: '1x2', selection: 'X' }, unitMinor: 1_000n, oddsMilli: 3_500 };
    expect(worstCase(exposureOfAll([single]))).toBe(2_500n);
  });

  test('adds bets that can win together and sets off those that cannot', () => {
    const unitMinor = 1_000n;
    const home = { leg: { market: '1x2', selection: '1' }, unitMinor, oddsMilli: 2_000 };
    const away = { leg: { market: '1x2', selection: '2' }, unitMinor, oddsMilli: 2_000 };
    const halves = { leg: { market: 'ht_ft', selection: '2/1' }, unitMinor, oddsMilli: 30_000 };
    const half = { leg: { market: 'ht_correct_score', selection: '1-0' }, unitMinor, oddsMilli: 5_000 };
    expect(worstCase(exposureOfAll([home, home]))).toBe(2_000n);
    expect(worstCase(exposureOfAll([home, away]))).toBe(0n);
    expect(worstCase(exposureOfAll([home, halves]))).toBe(30_000n);
    // At half time either 1-0 or the away side leads, never both.
    expect(worstCase(exposureOfAll([halves, half]))).toBe(28_000n);
    expect(worstCase(exposureOfAll([away, half]))).toBe(5_000n);
  });

  test('knows no half-time lead of a side that never scores', () => {
    const unitMinor = 1_000n;
    const turned = { leg: { market: 'ht_ft', selection: '1/2' }, unitMinor, oddsMilli: 2_000 };
    const notBoth = { leg: { market: 'btts', selection: 'no' }, unitMinor, oddsMilli: 2_000 };
    expect(worstCase(exposureOfAll([turned, notBoth]))).toBe(0n);
  });

  test('is negative where the house gains however it ends', () => {
    const all = markets['1x2'].selections.map((selection) => ({
      leg: { market: '1x2', selection },
      unitMinor: 1_000n,
      oddsMilli: 2_700,
    }));
    expect(worstCase(exposureOfAll(all))).toBe(-300n);
  });

  test('rounds each payout down, as settlement does', () => {
    const third = { leg: { market: 'btts', selection: 'yes' }, unitMinor: 1n, oddsMilli: 1_990 };
    expect(worstCase(exposureOfAll([third, third, third]))).toBe(0n);
  });

  test('is that of settling the bets at every end', () => {
    fc.assert(
      fc.property(bets, (list) => {
        expect(worstCase(exposureOfAll(list))).toBe(worstBySettling(list, { score: kickOff }));
      }),
      { numRuns: 25 },
    );
  });

  test('leaves out what the match has passed', () => {
    fc.assert(
      fc.property(bets, reached, (list, at) => {
        expect(worstCase(exposureOfAll(list), at)).toBe(worstBySettling(list, at));
      }),
      { numRuns: 50 },
    );
  });

  test.each<[Reached]>([
    [{ score: { home: 25, away: 0 } }],
    [{ score: { home: 25, away: 25 } }],
    [{ score: { home: 25, away: 11 }, ht: { home: 13, away: 11 } }],
  ])('beyond the cells the ends at their edge stand: %j', (at) => {
    const worst = (market: string, selection: string, line?: string) =>
      worstCase(
        exposureOfAll([{ leg: { market, selection, line }, unitMinor: 1_000n, oddsMilli: 2_000 }]),
        at,
      );
    expect(worst('over_under', 'over', '6.5')).toBe(1_000n);
    expect(worst('over_under', 'under', '6.5')).toBe(-1_000n);
    expect(worst('odd_even', 'odd')).toBe(1_000n);
    expect(worst('odd_even', 'even')).toBe(1_000n);
    expect(worst('ht_ft', '2/1')).toBe(-1_000n);
  });
});

test('a bet taken off again leaves what was there before', () => {
  fc.assert(
    fc.property(bets, bets, (one, other) => {
      const before = exposureOfAll(one);
      const more = exposureOfAll(other);
      expect(addExposure(addExposure(before, more), more, -1)).toEqual(before);
    }),
    { numRuns: 20 },
  );
});

test('a stored exposure is read back; what is none is refused', () => {
  const leg = { market: 'correct_score', selection: '2-1' };
  const exposure = exposureOfAll([{ leg, unitMinor: 700n, oddsMilli: 9_000 }]);
  expect(exposureFrom([...exposure])).toEqual(exposure);
  expect(exposureFrom([...exposure].map(BigInt))).toEqual(exposure);
  expect(() => exposureFrom([...exposure, 0])).toThrow(new BeyondCells('not an exposure'));
  expect(exposureFrom([...exposure].with(3, 2 ** 51))[3]).toBe(2 ** 51);
  expect(() => exposureFrom([])).toThrow(BeyondCells);
  expect(() => exposureFrom([...exposure].with(0, 0.5))).toThrow(BeyondCells);
  expect(() => exposureFrom([...exposure].with(3, 2 ** 51 + 1))).toThrow(BeyondCells);
});

describe('the largest stake that fits', () => {
  const single = (leg: Leg, oddsMilli: number, capMinor: bigint, exposure = emptyExposure()) =>
    largestUnit({ exposure, leg, bet: { lines: 1, factors: factors(oddsMilli) }, capMinor });

  test.each([
    [2_000, 1_000n, 1_000n],
    [3_000, 1_000n, 500n],
    [1_500, 1_000n, 2_001n],
    [1_010, 0n, 99n],
    [501_000, 499n, 0n],
    [501_000, 500n, 1n],
    [2_000, 0n, 0n],
    [2_000, -1n, 0n],
  ])('at odds %i under a cap of %i is %i', (oddsMilli, capMinor, unitMinor) => {
    expect(single({ market: '1x2', selection: '1' }, oddsMilli, capMinor)).toBe(unitMinor);
  });

  test('is that of its costliest outcome, whatever score that comes at', () => {
    expect(single({ market: 'over_under', selection: 'under', line: '2.25' }, 2_000, 1_000n)).toBe(1_000n);
    expect(single({ market: 'over_under', selection: 'over', line: '2.75' }, 2_000, 1_000n)).toBe(1_000n);
  });

  test('leaves room for what can be lost together with it only', () => {
    const before = exposureOfAll([
      { leg: { market: '1x2', selection: '1' }, unitMinor: 1_000n, oddsMilli: 2_000 },
    ]);
    expect(single({ market: '1x2', selection: '1' }, 2_000, 1_500n, before)).toBe(500n);
    expect(single({ market: '1x2', selection: '2' }, 2_000, 1_500n, before)).toBe(2_500n);
    expect(single({ market: 'over_under', selection: 'over', line: '2.5' }, 2_000, 1_500n, before)).toBe(
      500n,
    );
  });

  test('a bet that helps is never in the way of a cap that is passed', () => {
    const before = exposureOfAll([
      { leg: { market: '1x2', selection: '1' }, unitMinor: 1_000n, oddsMilli: 2_000 },
    ]);
    expect(single({ market: '1x2', selection: '1' }, 2_000, 500n, before)).toBe(0n);
    expect(single({ market: '1x2', selection: 'X' }, 2_000, 500n, before)).toBe(1_500n);
  });

  test('a bet that can cost nothing has no largest stake', () => {
    expect(single({ market: '1x2', selection: '1' }, 1_000, 0n)).toBeUndefined();
    const over = { market: 'over_under', selection: 'under', line: '0.5' };
    const lost = { score: { home: 1, away: 0 } };
    const bet = { lines: 1, factors: factors(3_000) };
    expect(
      largestUnit({ exposure: emptyExposure(), leg: over, bet, capMinor: 0n, reached: lost }),
    ).toBeUndefined();
  });

  test('is the last stake that keeps the worst case within the cap', () => {
    const odds = fc.array(fc.integer({ min: 1010, max: 9_000 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(bets, legs, odds, fc.nat(), fc.nat(3_000_000), (list, leg, oddsMilli, pick, above) => {
        const exposure = exposureOfAll(list);
        const before = worstCase(exposure);
        const capMinor = (before > 0n ? before : 0n) + BigInt(above);
        const k = 1 + (pick % oddsMilli.length);
        const lines = linesOf(k, oddsMilli.length);
        const bet = { lines, factors: legFactors({ k, oddsMilli, place: pick % oddsMilli.length }) };
        const unitMinor = largestUnit({ exposure, leg, bet, capMinor });
        const after = (unit: bigint) =>
          worstCase(addExposure(exposure, exposureOf(leg, { ...bet, unitMinor: unit })));
        expect(unitMinor).toBeGreaterThanOrEqual(0n);
        expect(after(unitMinor ?? -1n)).toBeLessThanOrEqual(capMinor);
        expect(after((unitMinor ?? -1n) + 1n)).toBeGreaterThan(capMinor);
      }),
      { numRuns: 60 },
    );
  });
});

function linesOf(k: number, n: number): number {
  return k === 0 ? 1 : (linesOf(k - 1, n - 1) * n) / k;
}

test('an accumulator counts at each match with what it pays when all others win', () => {
  const accumulator = legFactors({ k: 2, oddsMilli: [2_000, 3_000], place: 0 });
  expect(accumulator.win).toEqual({ num: 6n, den: 1n });
  expect(accumulator['half-win']).toEqual({ num: 9n, den: 2n });
  expect(accumulator.push).toEqual({ num: 3n, den: 1n });
  expect(accumulator['half-lose']).toEqual({ num: 3n, den: 2n });
  expect(accumulator.lose).toEqual({ num: 0n, den: 1n });
  const system = legFactors({ k: 1, oddsMilli: [2_000, 3_000], place: 1 });
  expect(system.lose).toEqual({ num: 2n, den: 1n });
  expect(system.win).toEqual({ num: 5n, den: 1n });
});

test('the heat map is the result of the house at each score', () => {
  const unitMinor = 1_000n;
  const exposure = exposureOfAll([
    { leg: { market: 'correct_score', selection: '2-1' }, unitMinor, oddsMilli: 9_000 },
    { leg: { market: 'ht_1x2', selection: 'X' }, unitMinor, oddsMilli: 2_200 },
  ]);
  const map = heatMap(exposure, 5);
  expect(map).toHaveLength(36);
  expect(map[0]).toEqual({ home: 0, away: 0, worstMinor: -200n, bestMinor: -200n });
  expect(map.find(({ home, away }) => home === 2 && away === 1)).toEqual({
    ...{ home: 2, away: 1 },
    ...{ worstMinor: -9_200n, bestMinor: -7_000n },
  });
  expect(map.find(({ home, away }) => home === 1 && away === 0)).toEqual({
    ...{ home: 1, away: 0 },
    ...{ worstMinor: -200n, bestMinor: 2_000n },
  });
  const later = heatMap(exposure, 2, { score: { home: 1, away: 1 }, ht: { home: 1, away: 0 } });
  expect(later).toEqual([
    { home: 1, away: 1, worstMinor: 2_000n, bestMinor: 2_000n },
    { home: 1, away: 2, worstMinor: 2_000n, bestMinor: 2_000n },
    { home: 2, away: 1, worstMinor: -7_000n, bestMinor: -7_000n },
    { home: 2, away: 2, worstMinor: 2_000n, bestMinor: 2_000n },
  ]);
});

describe('what cannot be kept exactly is refused', () => {
  const leg: Leg = { market: 'asian_handicap', selection: 'home', line: '-0.5' };

  test('a handicap struck at too long a lead', () => {
    const stake = { unitMinor: 1n, lines: 1, factors: factors(2_000) };
    const problem = (score: string) => new BeyondCells(`a lead of more than 5 goals: ${score}`);
    expect(() => exposureOf({ ...leg, since: { home: 6, away: 0 } }, stake)).toThrow(problem('6-0'));
    expect(() => exposureOf({ ...leg, since: { home: 1, away: 7 } }, stake)).toThrow(problem('1-7'));
    expect(problem('6-0').name).toBe('BeyondCells');
    expect(worstCase(exposureOf({ ...leg, since: { home: 9, away: 4 } }, stake))).toBe(1n);
  });

  test('amounts whose sum might lose a unit', () => {
    const half = exposureOf(leg, { unitMinor: 2n ** 50n, lines: 1, factors: factors(2_000) });
    const whole = addExposure(half, half);
    expect(worstCase(whole)).toBe(2n ** 51n);
    expect(() => addExposure(whole, half)).toThrow(BeyondCells);
    const all = (minor: number) => emptyExposure().fill(minor);
    expect(addExposure(all(1 - 2 ** 51), all(-1))).toEqual(all(-(2 ** 51)));
    expect(() => addExposure(all(-(2 ** 51)), all(1), -1)).toThrow(
      new BeyondCells(`too much for one event: ${-(2n ** 51n) - 1n}`),
    );
    const most = { unitMinor: 2n ** 51n, lines: 1, factors: factors(2_000) };
    expect(worstCase(exposureOf(leg, most))).toBe(2n ** 51n);
    expect(() => exposureOf(leg, { ...most, unitMinor: 2n ** 51n + 1n })).toThrow(
      new BeyondCells(`too much for one bet: ${2n ** 51n + 1n}`),
    );
  });

  test('an unknown bet', () => {
    const bet = { unitMinor: 1n, lines: 1, factors: factors(2_000) };
    expect(() => exposureOf({ ...leg, line: '9' }, bet)).toThrow(UnknownBet);
    expect(() =>
      largestUnit({ exposure: emptyExposure(), leg: { ...leg, market: 'x' }, bet, capMinor: 1n }),
    ).toThrow(UnknownBet);
  });
});
