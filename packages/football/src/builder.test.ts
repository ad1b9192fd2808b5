import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endingsOf } from './builder-endings.ts';
import { fairSubsets, monotone, payOf } from './builder-fair.ts';
import type { BuilderPart } from './builder-parts.ts';
import { type BuilderPrice, builderPrice, expectedBuilderFactor, gradeBuilder } from './builder.ts';
import { UnknownBet } from './grade.ts';
import { type Grid, scoreGrid } from './grid.ts';
import { formatLine, parseLine } from './line.ts';
import { legLineOf } from './leg-line.ts';
import { nextPrice, priceAtMost } from './ladder.ts';
import { liveGrid } from './live-grid.ts';
import { chanceOf, massOf } from './mass.ts';
import { priceEvent } from './price.ts';
import {
  anyMatch,
  anyPart,
  fairByTrying,
  gridOf,
  paidFor,
  pairsOf,
  plainPart,
  struckOn,
  wonAt,
} from './testing/builder-brute.ts';

const means = { homeMean: 1.6, awayMean: 1.1 };
const grid = scoreGrid(means);

/** "over_under:over:2.5" as a part. */
const part = (text: string): BuilderPart => {
  const [market = '', selection = '', line] = text.split(':');
  return { market, selection, line };
};
const partsOf = (...texts: string[]): BuilderPart[] => texts.map(part);

/** Prices as a board with five percent below the fair ones would have them. */
/** The fair price of a part alone, in thousandths. */
const fairOf = (on: Grid, part: BuilderPart): number => 1000 / (chanceOf(massOf(on, part)) ?? 1);

const ownOf = (on: Grid, parts: readonly BuilderPart[], share = 0.95): number[] =>
  parts.map((each) => Math.max(1010, priceAtMost(share * fairOf(on, each)) ?? 1010));

const priceOf = (parts: readonly BuilderPart[], on: Grid = grid): BuilderPrice =>
  builderPrice(on, parts, { own: ownOf(on, parts) });

const openPrice = (parts: readonly BuilderPart[], on: Grid = grid) => {
  const price = priceOf(parts, on);
  if (price.state !== 'open') throw new Error(`${price.state}: ${JSON.stringify(parts)}`);
  return price;
};

const builders = (one: fc.Arbitrary<BuilderPart>, most: number) =>
  fc.tuple(anyMatch, fc.array(one, { minLength: 1, maxLength: most })).map(([match, parts]) => ({
    match,
    parts: struckOn(match, parts),
  }));

/** Of random selections, those that can be priced together; the test must meet some. */
const forPriced = (
  { one, most, runs = 50 }: { one: fc.Arbitrary<BuilderPart>; most: number; runs?: number },
  check: (on: Grid, parts: BuilderPart[], price: Extract<BuilderPrice, { state: 'open' }>) => void,
) => {
  let met = 0;
  fc.assert(
    fc.property(builders(one, most), ({ match, parts }) => {
      const on = gridOf(match);
      // No board has a part that is so certain: the shortest price would be above the fair one.
      if (parts.some((each) => fairOf(on, each) < 1010)) return;
      const price = priceOf(parts, on);
      if (price.state !== 'open') return;
      met++;
      check(on, parts, price);
    }),
    { numRuns: runs },
  );
  expect(met).toBeGreaterThan(runs / 20);
};

describe('the fair price', () => {
  test('is that of going through every pair of scores by the rule', () => {
    fc.assert(
      fc.property(builders(anyPart, 3), ({ match, parts }) => {
        const on = gridOf(match);
        const fair = fairSubsets(parts.length, endingsOf(on, parts)).odds;
        const tried = fairByTrying(on, parts);
        for (const [set, odds] of tried.entries()) {
          // Where nothing can win both are Infinity, of which there is no ratio.
          expect(odds === Infinity ? Number(fair[set] === odds) : (fair[set] ?? 0) / odds).toBeCloseTo(1, 8);
        }
      }),
      { numRuns: 16 },
    );
  });

  test('without pushes is one over the chance that all parts win', () => {
    forPriced({ one: plainPart, most: 4 }, (on, parts, { chance, fair }) => {
      const sum = pairsOf(on)
        .filter(({ ht, ft }) => wonAt(parts, ht, ft)[0] === 2 ** parts.length - 1)
        .reduce((all, { mass }) => all + mass, 0);
      expect(chance / sum).toBeCloseTo(1, 9);
      expect(fair).toBe(1 / chance);
    });
  });

  test('gives the stake back on average, for every set of parts', () => {
    fc.assert(
      fc.property(builders(anyPart, 6), ({ match, parts }) => {
        const on = gridOf(match);
        const endings = endingsOf(on, parts);
        expect(endings.reduce((sum, { mass }) => sum + mass, 0)).toBeCloseTo(1, 9);
        const fair = fairSubsets(parts.length, endings);
        for (const [set, odds] of fair.odds.entries()) {
          if (set === 0 || odds === Infinity) continue;
          const prices = monotone(fair.odds, set, fair.fewerMost[set]);
          const back = endings.reduce((sum, ending) => sum + ending.mass * payOf(ending, prices, set), 0);
          expect(back).toBeCloseTo(1, 9);
        }
      }),
    );
  });

  test('of one part is that of its market', () => {
    fc.assert(
      fc.property(builders(anyPart, 1), ({ match, parts }) => {
        const on = gridOf(match);
        const [only = part('1x2:1')] = parts;
        const chance = chanceOf(massOf(on, only));
        const price = priceOf(parts, on);
        if (price.state !== 'open') return;
        expect(price.chance / (chance ?? Number.NaN)).toBeCloseTo(1, 9);
        expect(price.subsets).toEqual([1000, ...ownOf(on, parts)]);
      }),
    );
  });

  test.each([
    [['1x2:1', 'over_under:under:1.5'], ['correct_score:1-0']],
    [['1x2:X', 'over_under:under:0.5'], ['correct_score:0-0']],
    [['btts:yes', 'over_under:under:2.5'], ['correct_score:1-1']],
    [['ht_1x2:X', '1x2:2'], ['ht_ft:X/2']],
    [['double_chance:1X', 'double_chance:X2'], ['1x2:X']],
    [['double_chance:12', 'double_chance:1X'], ['asian_handicap:home:-0.5']],
    [
      ['ht_1x2:1', 'ht_over_under:under:1.5', '1x2:X'],
      ['ht_correct_score:1-0', 'ht_ft:1/X'],
    ],
    [
      ['btts:no', '1x2:1', 'over_under:over:1.5'],
      ['btts:no', 'asian_handicap:home:-1.5'],
    ],
    [['odd_even:even', 'over_under:under:3.5', 'btts:yes'], ['correct_score:1-1']],
    [
      ['draw_no_bet:1', 'btts:no'],
      ['asian_handicap:home:0', 'btts:no'],
    ],
  ])('%j is the same bet as %j', (one, other) => {
    const fair = (texts: string[]) =>
      fairSubsets(texts.length, endingsOf(grid, partsOf(...texts))).odds.at(-1) ?? 0;
    expect(fair(one) / fair(other)).toBeCloseTo(1, 12);
  });

  test('is the sum of chances where two builders share a match', () => {
    const yes = openPrice(partsOf('over_under:over:2.5', 'btts:yes')).chance;
    const no = openPrice(partsOf('over_under:over:2.5', 'btts:no')).chance;
    expect(yes + no).toBeCloseTo(massOf(grid, part('over_under:over:2.5')).win, 12);
    // What rises together costs less than the product.
    const product = massOf(grid, part('over_under:over:2.5')).win * massOf(grid, part('btts:yes')).win;
    expect(yes).toBeGreaterThan(product * 1.2);
  });
});

describe('what cannot be combined', () => {
  test.each([
    [['1x2:1', '1x2:2']],
    [['over_under:over:2.5', 'over_under:under:2.5']],
    [['correct_score:0-0', 'btts:yes']],
    [['ht_over_under:over:2.5', 'over_under:under:2.5']],
    [['ht_correct_score:2-0', '1x2:2', 'over_under:under:2.5']],
    [['draw_no_bet:1', 'draw_no_bet:2']],
  ])('%j is impossible', (texts) => {
    expect(priceOf(partsOf(...texts))).toEqual({ state: 'impossible' });
  });

  test.each([
    [['1x2:1', 'double_chance:1X'], [1]],
    [
      ['1x2:1', 'asian_handicap:home:-0.5'],
      [0, 1],
    ],
    [
      ['1x2:X', '1x2:X'],
      [0, 1],
    ],
    [['over_under:over:2.5', 'over_under:over:1.5', 'btts:yes'], [1]],
    [['draw_no_bet:1', 'double_chance:1X'], [0]],
    [
      ['correct_score:2-1', 'btts:yes', 'odd_even:odd'],
      [1, 2],
    ],
    [['ht_ft:1/1', 'ht_1x2:1'], [1]],
    [['btts:yes', 'over_under:over:1.75'], [1]],
    [['ht_over_under:over:0.5', 'over_under:over:1'], [1]],
    [['ht_over_under:over:1', 'over_under:over:0.5'], []],
    [['1x2:1', 'draw_no_bet:1'], [1]],
    [['btts:yes', 'over_under:over:2'], [1]],
    [['1x2:1', 'btts:yes'], []],
  ])('of %j the parts %j change nothing', (texts, redundant) => {
    const price = priceOf(partsOf(...texts));
    expect(price.state).toBe(redundant.length === 0 ? 'open' : 'redundant');
    expect(price.state === 'redundant' ? price.parts : []).toEqual(redundant);
  });

  test('a part that is decided in play is redundant or impossible', () => {
    const live = liveGrid(means, { score: { home: 1, away: 1 }, ht: { home: 1, away: 0 }, minute: 60 });
    expect(priceOf(partsOf('1x2:1', 'btts:yes'), live)).toEqual({ state: 'redundant', parts: [1] });
    expect(priceOf(partsOf('1x2:1', 'ht_1x2:X'), live)).toEqual({ state: 'impossible' });
    expect(priceOf(partsOf('1x2:1', 'ht_1x2:1'), live)).toEqual({ state: 'redundant', parts: [1] });
  });

  test('is told from what is only too unlikely', () => {
    const lopsided = scoreGrid({ homeMean: 0.15, awayMean: 4 });
    expect(priceOf(partsOf('correct_score:4-0', 'ht_correct_score:other'), lopsided).state).toBe('unpriced');
    const late = liveGrid(means, { score: { home: 0, away: 0 }, ht: { home: 0, away: 0 }, minute: 89.9 });
    expect(priceOf(partsOf('correct_score:4-4', 'over_under:over:6.5'), late).state).not.toBe('open');
    expect(priceOf(partsOf('correct_score:4-3', '1x2:1'), late).state).toBe('unpriced');
    expect(priceOf(partsOf('1x2:1', 'correct_score:other_away'), late).state).toBe('impossible');
  });

  test('is not redundant for what the grid leaves out', () => {
    const quiet = scoreGrid({ homeMean: 0.1, awayMean: 0.1 });
    expect(massOf(quiet, part('ht_over_under:under:6.5')).lose).toBe(0);
    const { state } = builderPrice(quiet, partsOf('1x2:1', 'ht_over_under:under:6.5'), {
      own: [20_000, 1_010],
    });
    expect(state).toBe('open');
  });

  test('is nothing, too much or unknown', () => {
    expect(() => builderPrice(grid, [], { own: [] })).toThrow(RangeError);
    const seven = Array.from({ length: 7 }, () => part('1x2:1'));
    expect(() => priceOf(seven)).toThrow(RangeError);
    expect(() => builderPrice(grid, partsOf('1x2:1', 'btts:yes'), { own: [2_000] })).toThrow(RangeError);
    expect(() => builderPrice(grid, partsOf('1x2:1', 'btts:maybe'), { own: [2_000, 2_000] })).toThrow(
      UnknownBet,
    );
  });
});

describe('the price on offer', () => {
  test('is on the ladder, never above the fair one, and says its margin', () => {
    forPriced({ one: anyPart, most: 6, runs: 120 }, (on, parts, { fair, oddsMilli, margin, subsets }) => {
      expect(oddsMilli).toBe(subsets.at(-1));
      expect(oddsMilli / 1000).toBeLessThanOrEqual(fair);
      expect(margin).toBe(Math.max(0, (1000 * fair) / oddsMilli - 1));
      expect(expectedBuilderFactor(on, parts, subsets)).toBeLessThanOrEqual(1 + 1e-9);
    });
  });

  test('is not above the fair one either where the board is', () => {
    fc.assert(
      fc.property(
        builders(plainPart, 4),
        fc.double({ min: 0.8, max: 1.3, noNaN: true }),
        ({ match, parts }, share) => {
          const on = gridOf(match);
          const price = builderPrice(on, parts, { own: ownOf(on, parts, share) });
          fc.pre(price.state === 'open' && parts.length > 1);
          expect(price.state === 'open' ? price.oddsMilli / 1000 / price.fair : 0).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test('keeps m / (1 + m) of the stake on average, where nothing is pushed', () => {
    forPriced({ one: plainPart, most: 5, runs: 80 }, (on, parts, { margin, subsets }) => {
      const back = expectedBuilderFactor(on, parts, subsets);
      expect(back).toBeCloseTo(Math.min(1, 1 / (1 + margin)), 9);
    });
  });

  test('does not depend on the order of the parts', () => {
    forPriced({ one: anyPart, most: 4, runs: 80 }, (on, parts, price) => {
      const turned = openPrice(parts.toReversed(), on);
      const bits = (set: number) =>
        parts
          .keys()
          .reduce((sum, at) => ((set & (1 << at)) === 0 ? sum : sum | (1 << (parts.length - 1 - at))), 0);
      expect(turned.chance / price.chance).toBeCloseTo(1, 9);
      expect(price.subsets.map((_, set) => turned.subsets[bits(set)])).toEqual(price.subsets);
    });
  });

  test('does not fall with more parts, and neither does the chance rise, where nothing is pushed', () => {
    forPriced({ one: plainPart, most: 4, runs: 80 }, (on, parts, price) => {
      for (const left of parts.keys()) {
        if (parts.length === 1) continue;
        const less = priceOf(parts.toSpliced(left, 1), on);
        if (less.state !== 'open') continue;
        expect(price.chance).toBeLessThanOrEqual(less.chance * (1 + 1e-12));
        expect(price.oddsMilli).toBeGreaterThanOrEqual(less.oddsMilli);
        const kept = price.subsets.filter((_, set) => (set & (1 << left)) === 0);
        expect(kept).toEqual(less.subsets);
      }
    });
  });

  test('is cut by one more part no more than by its chance, where some are pushed', () => {
    let met = 0;
    forPriced({ one: anyPart, most: 4, runs: 160 }, (on, parts, price) => {
      for (const left of parts.keys()) {
        if (parts.length === 1) continue;
        const [less, alone] = [parts.toSpliced(left, 1), parts.slice(left, left + 1)].map((few) =>
          priceOf(few, on),
        );
        if (less?.state !== 'open' || alone?.state !== 'open') continue;
        if (price.fair < less.fair) met++;
        expect(price.fair / (less.fair * alone.chance)).toBeGreaterThanOrEqual(1 - 1e-9);
        // Both prices are rounded to the ladder.
        expect(nextPrice(price.oddsMilli)).toBeGreaterThanOrEqual(
          priceAtMost(less.oddsMilli * alone.chance) ?? 0,
        );
      }
    });
    expect(met).toBeGreaterThan(0);
  });

  test.each([
    [['draw_no_bet:2', 'double_chance:X2', 'odd_even:even']],
    [['draw_no_bet:2', 'double_chance:X2']],
    [['draw_no_bet:2', 'asian_handicap:away:0.75']],
  ])('of %j is cut by no part more than by its chance, though its pushes pay more', (texts) => {
    const live = liveGrid(means, { score: { home: 1, away: 0 }, ht: { home: 1, away: 0 }, minute: 60 });
    const { odds } = fairSubsets(texts.length, endingsOf(live, partsOf(...texts)));
    const whole = odds.length - 1;
    for (let bit = 1; bit <= whole; bit <<= 1) {
      const cut = (odds[whole & ~bit] ?? 0) / (odds[bit] ?? Infinity);
      expect(odds[whole]).toBeGreaterThanOrEqual(cut * (1 - 1e-9));
    }
  });

  test('of a bet that a selection on offer is too is the price of that', () => {
    const parts = partsOf('ht_1x2:X', '1x2:2');
    const price = builderPrice(grid, parts, { own: ownOf(grid, parts), same: 5_400 });
    expect(price).toMatchObject({ state: 'open', oddsMilli: 5_400 });
    expect(price.state === 'open' && price.subsets.at(-1)).toBe(5_400);
    const shorter = builderPrice(grid, parts, { own: ownOf(grid, parts), same: 1_500 });
    expect(shorter.state === 'open' && shorter.subsets).toEqual([1000, 1_500, 1_500, 1_500]);
  });

  test('of fewer parts is never above that of more', () => {
    forPriced({ one: anyPart, most: 5, runs: 80 }, (_on, _parts, { subsets }) => {
      expect(subsets[0]).toBe(1000);
      for (const [set, odds] of subsets.entries()) {
        expect(Number.isInteger(odds)).toBe(true);
        for (let bit = 1; bit < subsets.length; bit <<= 1) {
          expect(odds).toBeLessThanOrEqual(subsets[set | bit] ?? 0);
        }
      }
    });
  });

  test('carries a margin that grows with the fair price, up to the most, with any margins of the parts', () => {
    const parts = partsOf('1x2:1', 'over_under:over:2.5', 'odd_even:odd');
    const marginAt = (share: number, rate: number, most: number) => {
      const price = builderPrice(grid, parts, { own: ownOf(grid, parts, share), margin: { rate, most } });
      return price.state === 'open' ? price.margin : Number.NaN;
    };
    const { fair } = openPrice(parts);
    // A step of the ladder is 50 to 100 thousandths at these odds.
    for (const share of [0.8, 0.95, 1]) {
      expect(Math.abs(marginAt(share, 0.04, 0.12) - (fair ** 0.04 - 1))).toBeLessThan(0.015);
      expect(Math.abs(marginAt(share, 0.06, 0.1) - 0.1)).toBeLessThan(0.015);
      expect(Math.abs(marginAt(share, 0.06, 0) - 0.06)).toBeLessThan(0.015);
      expect(marginAt(share, 0, 0)).toBeLessThan(0.015);
    }
  });

  test('is about that of the parts multiplied, where they do not depend on each other', () => {
    const { fair, oddsMilli } = openPrice(partsOf('ht_correct_score:0-0', 'odd_even:odd'));
    const alone = [3.1, 2].map((odds) => odds ** 0.05);
    expect(Math.abs((1000 * fair) / oddsMilli - alone.reduce((a, b) => a * b))).toBeLessThan(0.02);
  });

  test('lies between the prices of selections that follow and of those from which it follows', () => {
    const parts = partsOf('1x2:1', 'btts:yes');
    const { fair, oddsMilli } = openPrice(parts);
    const bounded = (implied: { oddsMilli: number; fair: number }[], implying: number[]) => {
      const price = builderPrice(grid, parts, { own: ownOf(grid, parts), bounds: { implied, implying } });
      return price.state === 'open' && price.oddsMilli;
    };
    expect(bounded([], [])).toBe(oddsMilli);
    expect(bounded([{ oddsMilli: 1_500, fair: 1.6 }], [90_000])).toBe(oddsMilli);
    expect(bounded([{ oddsMilli: oddsMilli + 50, fair }], [])).toBe(oddsMilli + 50);
    expect(bounded([{ oddsMilli: 4_000, fair: fair + 4 }], [])).toBe(oddsMilli);
    expect(bounded([{ oddsMilli: 2_000 * fair, fair: 2 * fair }], [])).toBeGreaterThan(oddsMilli);
    expect(bounded([{ oddsMilli: 99_000, fair }], [])).toBeLessThanOrEqual(1000 * fair);
    expect(bounded([], [2_000])).toBe(2_000);
  });

  test('of all pairs on a board: open at no more margin than the rule says, impossible or redundant', () => {
    const board = priceEvent(grid).flatMap(({ market, line, selections }) =>
      selections
        .filter(({ decided }) => !decided)
        .map(({ selection, oddsMilli }) => ({
          leg: { market, selection, line: legLineOf(market, selection, line) },
          oddsMilli,
        })),
    );
    const states = new Map<string, number>();
    for (const [index, one] of board.entries()) {
      if (index % 4 > 0) continue;
      for (const other of board.slice(index + 1)) {
        const own = [one.oddsMilli, other.oddsMilli];
        const legs = [one.leg, other.leg];
        const price = builderPrice(grid, legs, { own });
        states.set(price.state, (states.get(price.state) ?? 0) + 1);
        if (price.state !== 'open') continue;
        const ratio = Math.min(1.12, price.fair ** 0.05);
        expect(price.oddsMilli).toBeGreaterThanOrEqual(priceAtMost((1000 * price.fair) / ratio) ?? 1010);
      }
    }
    expect(states.get('open')).toBeGreaterThan(300);
    expect(states.get('impossible')).toBeGreaterThan(100);
    expect(states.get('redundant')).toBeGreaterThan(100);
  });
});

describe('settlement', () => {
  const score = fc.record({ home: fc.nat({ max: 4 }), away: fc.nat({ max: 4 }) });
  const ends = fc.tuple(score, score).map(([ht, more]) => ({
    ht,
    ft: { home: ht.home + more.home, away: ht.away + more.away },
  }));
  /** Prices as any builder may have them: never falling with more parts. */
  const struck = (one: fc.Arbitrary<BuilderPart>, most: number) =>
    fc.array(one, { minLength: 1, maxLength: most }).chain((parts) =>
      fc
        .array(fc.integer({ min: 1010, max: 50_000 }), {
          minLength: 2 ** parts.length,
          maxLength: 2 ** parts.length,
        })
        .map((prices) => ({ parts, subsets: monotone([1000, ...prices.slice(1)], 2 ** parts.length - 1) })),
    );
  const factorOf = (...options: Parameters<typeof gradeBuilder>) => {
    const graded = gradeBuilder(...options);
    return graded && Number(graded.factor.num) / Number(graded.factor.den);
  };

  test('pays the mean of its components, each by the parts that won', () => {
    fc.assert(
      fc.property(struck(anyPart, 5), ends, ({ parts, subsets }, { ht, ft }) => {
        const wons = wonAt(parts, ht, ft);
        const whole = subsets.length - 1;
        const sum = wons
          .filter((won) => won !== undefined)
          .reduce((all, won) => all + paidFor(subsets, won, whole), 0);
        const { num, den } = gradeBuilder(parts, subsets, { ht, ft })?.factor ?? { num: 0n, den: 0n };
        expect(num * 1000n * BigInt(wons.length)).toBe(BigInt(sum) * den);
      }),
      { numRuns: 200 },
    );
  });

  test('of a quarter line is the mean of its neighbours', () => {
    fc.assert(
      fc.property(struck(anyPart, 4), ends, fc.nat(), ({ parts, subsets }, result, at) => {
        const index = at % parts.length;
        const chosen = parts[index];
        const quarters = chosen?.line === undefined ? 0 : (parseLine(chosen.line) ?? 0);
        if (chosen === undefined || quarters % 2 === 0) return;
        const on = (line: number) =>
          factorOf(parts.with(index, { ...chosen, line: formatLine(line) }), subsets, result) ?? Number.NaN;
        expect(factorOf(parts, subsets, result)).toBeCloseTo((on(quarters - 1) + on(quarters + 1)) / 2, 9);
      }),
      { numRuns: 200 },
    );
  });

  test('with a part void is that of the builder without it', () => {
    fc.assert(
      fc.property(struck(anyPart, 5), ends, fc.nat(), ({ parts, subsets }, result, at) => {
        const index = at % parts.length;
        if (parts.length === 1) return;
        const rest = subsets.filter((_, set) => (set & (1 << index)) === 0);
        const kept = factorOf(parts.toSpliced(index, 1), rest, result);
        expect(factorOf(parts, subsets, result, new Set([index]))).toBe(kept);
      }),
    );
  });

  test('with all parts void returns the stake', () => {
    const parts = partsOf('1x2:1', 'btts:yes');
    const graded = gradeBuilder(parts, [1000, 2000, 1800, 3000], {}, new Set([0, 1]));
    expect(graded).toEqual({ factor: { num: 1n, den: 1n }, outcome: 'void', parts: ['void', 'void'] });
  });

  test('is open until a part is lost or all have ended', () => {
    const parts = partsOf('ht_1x2:1', '1x2:1');
    const subsets = [1000, 2600, 1950, 3200];
    expect(gradeBuilder(parts, subsets, {})).toBeUndefined();
    expect(gradeBuilder(parts, subsets, { ht: { home: 1, away: 0 } })).toBeUndefined();
    const lost = gradeBuilder(parts, subsets, { ht: { home: 0, away: 0 } });
    expect(lost).toEqual({ factor: { num: 0n, den: 1n }, outcome: 'lose', parts: ['lose', undefined] });
    const won = gradeBuilder(parts, subsets, { ht: { home: 1, away: 0 }, ft: { home: 1, away: 0 } });
    expect(won).toEqual({ factor: { num: 16n, den: 5n }, outcome: 'win', parts: ['win', 'win'] });
  });

  test('is what the price expects, chance by chance', () => {
    fc.assert(
      fc.property(anyMatch, struck(anyPart, 4), (match, { parts, subsets }) => {
        const on = gridOf(match);
        const legs = struckOn(match, parts);
        const sum = pairsOf(on).reduce(
          (all, { ht, ft, mass }) => all + mass * (factorOf(legs, subsets, { ht, ft }) ?? Number.NaN),
          0,
        );
        expect(expectedBuilderFactor(on, legs, subsets) / Math.max(sum, 1e-12)).toBeCloseTo(
          sum > 1e-12 ? 1 : 0,
          6,
        );
      }),
      { numRuns: 25 },
    );
  });

  test('once the match is over is exactly the expected factor', () => {
    fc.assert(
      fc.property(struck(anyPart, 4), ends, ({ parts, subsets }, { ht, ft }) => {
        const over = liveGrid(means, { score: ft, ht, minute: 90 });
        expect(expectedBuilderFactor(over, parts, subsets)).toBeCloseTo(
          factorOf(parts, subsets, { ht, ft }) ?? Number.NaN,
          9,
        );
      }),
    );
  });

  test('counts a handicap struck in play from its score, and leaves void parts out of what is expected', () => {
    const live = liveGrid(means, { score: { home: 1, away: 0 }, ht: { home: 1, away: 0 }, minute: 89 });
    const home: BuilderPart = { market: 'asian_handicap', selection: 'home', line: '-0.5' };
    const subsets = [1000, 2000, 1500, 2600];
    expect(expectedBuilderFactor(live, [home, part('btts:no')], subsets)).toBeGreaterThan(2.4);
    const since = { home: 1, away: 0 };
    expect(expectedBuilderFactor(live, [{ ...home, since }, part('btts:no')], subsets)).toBeLessThan(0.1);
    const without = expectedBuilderFactor(live, [{ ...home, since }, part('btts:no')], subsets, new Set([0]));
    expect(without).toBeCloseTo(massOf(live, part('btts:no')).win * 1.5, 9);
  });
});
