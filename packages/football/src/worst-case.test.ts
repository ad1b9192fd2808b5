import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Leg, graderOf } from './grade.ts';
import { legLineOf } from './leg-line.ts';
import { marketNames, markets } from './markets.ts';
import { type Score, isWithin } from './score.ts';
import { cellsOf, lossOf, type Bet } from './testing/exposed-bets.ts';
import { type Reached, worstByCell } from './worst-case.ts';

const kickOff: Score = { home: 0, away: 0 };

/** The most the house can still lose, minor units. */
function worstCase(cells: Float64Array, reached?: Reached): bigint {
  return BigInt(worstByCell(cells, reached).reduce((a, b) => Math.max(a, b)));
}

/** What the house loses on a bet at one end of the match, by settling it. */
function lossAt(bet: Bet): (ht: Score, ft: Score) => bigint {
  const grader = graderOf(bet.leg);
  return (ht, ft) => {
    const outcome =
      grader.period === 'both' ? grader.of(ht, ft) : grader.of(grader.period === 'ht' ? ht : ft);
    return lossOf(bet, outcome);
  };
}

/** The worst of all ends of a match in which no side scores more than twelve goals: six at half time, and a lead of four after them. */
function worstBySettling(bets: readonly Bet[], { score, ht: half }: Reached): bigint {
  const each = bets.map(lossAt);
  const goals = Array.from({ length: 13 }, (_, index) => index);
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
    expect(worstCase(cellsOf([]))).toBe(0n);
    const single = { leg: { market: '1x2', selection: 'X' }, unitMinor: 1_000n, oddsMilli: 3_500 };
    expect(worstCase(cellsOf([single]))).toBe(2_500n);
  });

  test('adds bets that can win together and sets off those that cannot', () => {
    const unitMinor = 1_000n;
    const home = { leg: { market: '1x2', selection: '1' }, unitMinor, oddsMilli: 2_000 };
    const away = { leg: { market: '1x2', selection: '2' }, unitMinor, oddsMilli: 2_000 };
    const halves = { leg: { market: 'ht_ft', selection: '2/1' }, unitMinor, oddsMilli: 30_000 };
    const half = { leg: { market: 'ht_correct_score', selection: '1-0' }, unitMinor, oddsMilli: 5_000 };
    expect(worstCase(cellsOf([home, home]))).toBe(2_000n);
    expect(worstCase(cellsOf([home, away]))).toBe(0n);
    expect(worstCase(cellsOf([home, halves]))).toBe(30_000n);
    // At half time either 1-0 or the away side leads, never both.
    expect(worstCase(cellsOf([halves, half]))).toBe(28_000n);
    expect(worstCase(cellsOf([away, half]))).toBe(5_000n);
  });

  test('knows no half-time lead of a side that never scores', () => {
    const unitMinor = 1_000n;
    const turned = { leg: { market: 'ht_ft', selection: '1/2' }, unitMinor, oddsMilli: 2_000 };
    const notBoth = { leg: { market: 'btts', selection: 'no' }, unitMinor, oddsMilli: 2_000 };
    expect(worstCase(cellsOf([turned, notBoth]))).toBe(0n);
  });

  test('is negative where the house gains however it ends', () => {
    const all = markets['1x2'].selections.map((selection) => ({
      leg: { market: '1x2', selection },
      unitMinor: 1_000n,
      oddsMilli: 2_700,
    }));
    expect(worstCase(cellsOf(all))).toBe(-300n);
  });

  test('rounds each payout down, as settlement does', () => {
    const third = { leg: { market: 'btts', selection: 'yes' }, unitMinor: 1n, oddsMilli: 1_990 };
    expect(worstCase(cellsOf([third, third, third]))).toBe(0n);
  });

  test('is that of settling the bets at every end', () => {
    fc.assert(
      fc.property(bets, (list) => {
        expect(worstCase(cellsOf(list))).toBe(worstBySettling(list, { score: kickOff }));
      }),
      { numRuns: 10 },
    );
  });

  test('leaves out what the match has passed', () => {
    fc.assert(
      fc.property(bets, reached, (list, at) => {
        expect(worstCase(cellsOf(list), at)).toBe(worstBySettling(list, at));
      }),
      { numRuns: 20 },
    );
  });

  test.each<[Reached]>([
    [{ score: { home: 25, away: 0 } }],
    [{ score: { home: 25, away: 25 } }],
    [{ score: { home: 25, away: 11 }, ht: { home: 13, away: 11 } }],
  ])('beyond the cells the ends at their edge count: %j', (at) => {
    const worst = (market: string, selection: string, line?: string) =>
      worstCase(cellsOf([{ leg: { market, selection, line }, unitMinor: 1_000n, oddsMilli: 2_000 }]), at);
    expect(worst('over_under', 'over', '6.5')).toBe(1_000n);
    expect(worst('over_under', 'under', '6.5')).toBe(-1_000n);
    expect(worst('odd_even', 'odd')).toBe(1_000n);
    expect(worst('odd_even', 'even')).toBe(1_000n);
    expect(worst('ht_ft', '2/1')).toBe(-1_000n);
  });
});
