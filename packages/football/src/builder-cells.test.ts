import { factorOf } from '@touchline/money/factor';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { builderCells } from './builder-cells.ts';
import { monotone } from './builder-fair.ts';
import type { BuilderPart } from './builder-parts.ts';
import { gradeBuilder } from './builder.ts';
import { BOTH_FROM, CELL_COUNT, FT_FROM, FT_MOST, HALF_FROM, HT_FROM, HT_MOST } from './exposure-cells.ts';
import { UnknownBet } from './grade.ts';
import { type Score, winnerIndex } from './score.ts';
import { anyPart, plainPart } from './testing/builder-brute.ts';
import { type Reached, worstByCell } from './worst-case.ts';

type Struck = { parts: BuilderPart[]; subsets: number[] };

const struck = (one: fc.Arbitrary<BuilderPart>): fc.Arbitrary<Struck> =>
  fc.array(one, { minLength: 1, maxLength: 4 }).chain((parts) => {
    const size = 2 ** parts.length;
    return fc
      .array(fc.integer({ min: 1010, max: 30_000 }), { minLength: size, maxLength: size })
      .map((prices) => ({ parts, subsets: monotone([1000, ...prices.slice(1)], size - 1) }));
  });

const goals = fc.nat({ max: 5 });
const score = fc.record({ home: goals, away: goals });
const ends = fc.tuple(score, score).map(([ht, more]) => ({
  ht,
  ft: { home: ht.home + more.home, away: ht.away + more.away },
}));

/** What the cells say of a pair of scores. */
const boundAt = ({ parts, subsets }: Struck, { ht, ft }: { ht: Score; ft: Score }): number => {
  const { from, outcomes } = builderCells(parts);
  const full = ft.home * (FT_MOST + 1) + ft.away;
  const at = {
    [FT_FROM]: full,
    [HT_FROM]: ht.home * (HT_MOST + 1) + ht.away,
    [BOTH_FROM]: winnerIndex(ht) * 3 + winnerIndex(ft),
    [HALF_FROM]: winnerIndex(ht) * (FT_MOST + 1) ** 2 + full,
  }[from];
  const { num, den } = factorOf(outcomes[at ?? -1] ?? 'lose', subsets.at(-1) ?? 0);
  return Number(num) / Number(den);
};

const paidAt = ({ parts, subsets }: Struck, result: { ht: Score; ft: Score }): number => {
  const graded = gradeBuilder(parts, subsets, result);
  return graded ? Number(graded.factor.num) / Number(graded.factor.den) : Number.NaN;
};

test('no cell is below what a builder pays at any of its scores', () => {
  fc.assert(
    fc.property(struck(anyPart), ends, (builder, end) => {
      expect(boundAt(builder, end)).toBeGreaterThanOrEqual(paidAt(builder, end));
    }),
    { numRuns: 400 },
  );
});

test('the cells are exact without pushes, where the first half is asked for its winner alone', () => {
  const asksWinner = plainPart.filter(
    ({ market }) => !market.startsWith('ht_') || ['ht_1x2', 'ht_ft'].includes(market),
  );
  fc.assert(
    fc.property(struck(asksWinner), ends, (builder, end) => {
      expect(boundAt(builder, end)).toBe(paidAt(builder, end));
    }),
    { numRuns: 200 },
  );
});

test('the cells are exact for builders of one half without pushes', () => {
  const ofHalf = plainPart.filter(({ market }) => market.startsWith('ht_') && market !== 'ht_ft');
  fc.assert(
    fc.property(struck(ofHalf), ends, (builder, end) => {
      expect(boundAt(builder, end)).toBe(paidAt(builder, end));
    }),
    { numRuns: 120 },
  );
});

/** What the house loses on builders at an end, and the cells they fill. */
const lossOf = (builders: readonly Struck[], end: { ht: Score; ft: Score }): number =>
  builders.reduce((sum, builder) => sum + paidAt(builder, end) - 1, 0);

const cellsOf = (builders: readonly Struck[]): Float64Array => {
  const cells = new Float64Array(CELL_COUNT);
  for (const { parts, subsets } of builders) {
    const { from, outcomes } = builderCells(parts);
    for (const [index, outcome] of outcomes.entries()) {
      const { num, den } = factorOf(outcome, subsets.at(-1) ?? 0);
      cells[from + index] = (cells[from + index] ?? 0) + Number(num) / Number(den) - 1;
    }
  }
  return cells;
};

const reachedEnds = (reached: Reached, most: number): { ht: Score; ft: Score }[] => {
  const side = Array.from({ length: most + 1 }, (_, index) => index);
  const scores = side.flatMap((home) => side.map((away) => ({ home, away })));
  const within = (a: Score, b: Score) => a.home <= b.home && a.away <= b.away;
  return scores
    .filter((ft) => within(reached.score, ft))
    .flatMap((ft) =>
      (reached.ht ? [reached.ht] : scores.filter((ht) => within(reached.score, ht)))
        .filter((ht) => within(ht, ft))
        .map((ht) => ({ ht, ft })),
    );
};

const worst = (cells: Float64Array, reached: Reached) =>
  worstByCell(cells, reached).reduce((a, b) => Math.max(a, b));

test('the worst case of builders is never below that of settling them, and exact where the cells are', () => {
  const few = fc.record({ home: fc.nat({ max: 1 }), away: fc.nat({ max: 1 }) });
  const reached = fc.oneof(
    few.map((at): Reached => ({ score: at })),
    fc.tuple(few, few).map(([ht, more]): Reached => ({
      ht,
      score: { home: ht.home + more.home, away: ht.away + more.away },
    })),
  );
  const exact = plainPart.filter(({ market }) => !market.startsWith('ht_') || market === 'ht_1x2');
  const check = (one: fc.Arbitrary<BuilderPart>, isExact: boolean) =>
    fc.assert(
      fc.property(fc.array(struck(one), { minLength: 1, maxLength: 4 }), reached, (builders, at) => {
        const settled = Math.max(...reachedEnds(at, 8).map((end) => lossOf(builders, end)));
        const counted = worst(cellsOf(builders), at);
        expect(counted).toBeGreaterThanOrEqual(settled - 1e-9);
        expect(isExact ? counted : settled).toBeCloseTo(settled, 9);
      }),
      { numRuns: 10 },
    );
  check(exact, true);
  check(anyPart, false);
});

test('a builder of the first half that is lost costs nothing once the half is over', () => {
  const builder: Struck = {
    parts: [
      { market: 'ht_1x2', selection: '2' },
      { market: 'over_under', selection: 'over', line: '2.5' },
    ],
    subsets: [1000, 4000, 1900, 7000],
  };
  const cells = cellsOf([builder]);
  expect(worst(cells, { score: { home: 0, away: 0 } })).toBe(6);
  expect(worst(cells, { score: { home: 2, away: 2 }, ht: { home: 1, away: 0 } })).toBe(-1);
});

test('a lead of five goals at the bet still has its cells', () => {
  const since = { home: 5, away: 0 };
  const { outcomes } = builderCells([
    { market: 'asian_handicap', selection: 'away', line: '3', since },
    { market: 'over_under', selection: 'over', line: '6.5' },
  ]);
  expect(new Set(outcomes)).toEqual(new Set(['lose', 'win']));
});

test('an unknown part throws', () => {
  expect(() => builderCells([{ market: '1x2', selection: '3' }])).toThrow(UnknownBet);
});
