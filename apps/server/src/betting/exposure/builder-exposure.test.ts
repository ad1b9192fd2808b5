import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builderPrice, gradeBuilder } from '@touchline/football/builder';
import { orderedParts, partsText, type BuilderPart } from '@touchline/football/builder-parts';
import { grade } from '@touchline/football/grade';
import { scoreGrid } from '@touchline/football/grid';
import { priceMarket } from '@touchline/football/price';
import type { MarketName } from '@touchline/football/markets';
import { marketLineOf } from '@touchline/football/leg-line';
import type { Score } from '@touchline/football/score';
import { payout } from '@touchline/money/payout';
import { factorOf, oddsFactor } from '@touchline/money/factor';
import { heatOf } from './heat.ts';
import { EventRisk } from './event-exposure.ts';
import { createLegBook, legName } from './legs.ts';
import { writtenSums } from './slip.ts';
import { addTo, type Totals } from './totals.ts';

const grid = scoreGrid({ homeMean: 1.5, awayMean: 1.1 });
type Named = Omit<BuilderPart, 'market'> & { market: MarketName };
const selections: readonly Named[] = [
  { market: '1x2', selection: '1' },
  { market: '1x2', selection: 'X' },
  { market: 'double_chance', selection: '12' },
  { market: 'draw_no_bet', selection: '1' },
  { market: 'draw_no_bet', selection: '2' },
  { market: 'over_under', selection: 'over', line: '1.5' },
  { market: 'over_under', selection: 'under', line: '2' },
  { market: 'over_under', selection: 'under', line: '2.75' },
  { market: 'asian_handicap', selection: 'home', line: '-0.25' },
  { market: 'asian_handicap', selection: 'away', line: '1' },
  { market: 'btts', selection: 'yes' },
  { market: 'correct_score', selection: '2-1' },
  { market: 'odd_even', selection: 'odd' },
  { market: 'ht_ft', selection: 'X/1' },
  { market: 'ht_1x2', selection: 'X' },
  { market: 'ht_over_under', selection: 'over', line: '0.5' },
  { market: 'ht_btts', selection: 'no' },
];
const ownOf = ({ market, selection, line }: Named): number => {
  const priced = priceMarket({ market, grid, line: marketLineOf(market, selection, line) });
  return priced.selections.find((one) => one.selection === selection)?.oddsMilli ?? 1_010;
};

type Sold = {
  parts: readonly Named[];
  subsets: readonly number[];
  oddsMilli: number;
  stakeMinor: bigint;
  isSingle: boolean;
};

/** A bet on some selections: a builder, or an ordinary leg where one is left. */
const sold = fc
  .record({
    parts: fc.uniqueArray(fc.constantFrom(...selections), { minLength: 1, maxLength: 4 }),
    stakeMinor: fc.bigInt({ min: 1n, max: 1_000_000n }),
    isSingle: fc.boolean(),
  })
  .map((bet): Sold | undefined => {
    const parts = orderedParts(bet.parts).flatMap((part) => bet.parts.filter((one) => isSame(one, part)));
    const price = builderPrice(grid, parts, { own: parts.map(ownOf) });
    return price.state === 'open' ? { ...bet, ...price, parts } : undefined;
  })
  .filter((bet) => bet !== undefined);

const isSame = (a: BuilderPart, b: BuilderPart): boolean =>
  a.market === b.market && a.selection === b.selection && a.line === b.line;

const exposedLeg = ({ parts: [first, ...others] }: Pick<Sold, 'parts'>) =>
  others.length === 0
    ? { market: first?.market ?? '', line: first?.line ?? '', selection: first?.selection ?? '', since: '' }
    : {
        market: 'builder',
        line: '',
        selection: partsText([...(first ? [first] : []), ...others]),
        since: '',
      };

/** What the house loses on a bet at a score, by grading its parts; of an accumulator as if its other legs had won. */
const lossAt = (
  { parts, subsets, oddsMilli, stakeMinor, isSingle }: Sold,
  result: { ht: Score; ft: Score },
): bigint => {
  const [first, ...others] = parts;
  const factor =
    others.length > 0
      ? gradeBuilder(parts, subsets, result)?.factor
      : factorOf(ended(grade(first?.market ?? '', first?.selection ?? '', first?.line, result)), oddsMilli);
  const paid = payout(stakeMinor, factor ?? { num: 0n, den: 1n });
  return isSingle ? paid - stakeMinor : paid;
};
const ended = (outcome: ReturnType<typeof grade>) => {
  if (outcome === 'unsettled') throw new Error('both scores are known');
  return outcome;
};

const goals = [0, 1, 2, 3, 4];
const scores: readonly Score[] = goals.flatMap((home) => goals.map((away) => ({ home, away })));

describe('the exposure of builders', () => {
  it('is never below what any pair of scores costs, and exact without pushes in one period', () => {
    fc.assert(
      fc.property(fc.array(sold, { minLength: 1, maxLength: 6 }), (bets) => {
        const legs = createLegBook();
        const totals: Totals = new Map();
        for (const bet of bets) {
          const potential = payout(bet.stakeMinor, oddsFactor(bet.oddsMilli));
          addTo(totals, legName(exposedLeg(bet)), writtenSums(bet, bet.stakeMinor, potential));
        }
        const caps = { site: 0, competition: 0, event: 0, market: 0, selection: 0, member: 0 };
        const isExact = bets.every(
          ({ parts, isSingle }) =>
            isSingle &&
            parts.every(({ market, line = '.5' }) => market !== 'draw_no_bet' && line.endsWith('.5')) &&
            new Set(parts.map(({ market }) => market.startsWith('ht_'))).size === 1 &&
            parts.every(({ market }) => market !== 'ht_ft'),
        );
        let most = -(10n ** 15n);
        for (const ht of scores) {
          const { cells } = heatOf(legs, 'e', { totals, caps, reached: { score: ht, ht } });
          for (const { home, away, worstMinor } of cells) {
            if (home > 4 || away > 4) continue;
            const loss = bets.reduce((sum, bet) => sum + lossAt(bet, { ht, ft: { home, away } }), 0n);
            if (loss > most) most = loss;
            // A half of a minor unit is counted whole.
            expect(-worstMinor).toBeGreaterThanOrEqual(loss);
            expect(isExact ? -worstMinor : loss).toBe(loss);
          }
        }
        const limits = { event: 0, market: 0, selection: 0 };
        const { event } = new EventRisk(legs, limits, totals).worst();
        expect(BigInt(Math.ceil(event))).toBeGreaterThanOrEqual(most);
      }),
      { numRuns: 10 },
    );
  });
});
