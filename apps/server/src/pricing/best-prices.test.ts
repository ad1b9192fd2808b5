import fc from 'fast-check';
import { scoreGrid } from '@touchline/football/grid';
import { markets } from '@touchline/football/markets';
import { priceEvent } from '@touchline/football/price';
import { expect, it } from 'vitest';
import { bestOf, boundedBy } from './best-prices.ts';

const mean = fc.double({ min: 0.2, max: 4, noNaN: true });
const odds = fc.integer({ min: 1_001, max: 30_000 });

it('bounded prices never exceed the best known ones, and no sure win comes of them', () => {
  fc.assert(
    fc.property(mean, mean, fc.array(odds, { minLength: 60, maxLength: 60 }), (homeMean, awayMean, given) => {
      const prices = priceEvent(scoreGrid({ homeMean, awayMean }));
      const best = prices.map(({ market, line = '', selections }) => ({
        market,
        line,
        oddsMilli: selections.map((_, index) => given[index] ?? 2_000),
        sources: selections.map(() => 'test'),
      }));
      for (const price of prices) {
        const bounded = boundedBy(price, best);
        const bounds = bestOf(best, price) ?? [];
        bounded.selections.forEach(({ decided, oddsMilli }, index) => {
          if (decided) return;
          expect(oddsMilli).toBeLessThanOrEqual(bounds[index] ?? 0);
          // Against prices that are all as long or longer there was none.
          expect(oddsMilli).toBeLessThanOrEqual(price.selections[index]?.oddsMilli ?? 0);
        });
        const kept = bounded.selections.filter(({ decided }) => !decided);
        if (kept.length < price.selections.length) continue;
        const sum = kept.reduce((all, { oddsMilli }) => all + 1000 / oddsMilli, 0);
        const { winners } = markets[price.market];
        expect(sum).toBeGreaterThanOrEqual(winners - 1e-9);
        expect(bounded.margin).toBeCloseTo(sum / winners - 1, 9);
      }
    }),
    { numRuns: 16 },
  );
});

it('prices of a market without known ones stay', () => {
  const [price] = priceEvent(scoreGrid({ homeMean: 1.4, awayMean: 1.1 }));
  if (price === undefined) throw new Error('no prices');
  expect(boundedBy(price, undefined)).toBe(price);
  expect(boundedBy(price, [])).toBe(price);
});
