import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestPrice, nextPrice, priceAtMost } from './ladder.ts';

function allPrices(): number[] {
  const prices = [1010];
  for (let price = 1010; price < 501_000; price = nextPrice(price)) prices.push(nextPrice(price));
  return prices;
}

test('the ladder climbs from 1.01 to 501 by steps of at most an eighth', () => {
  const prices = allPrices();
  expect(prices.at(-1)).toBe(501_000);
  expect(prices.length).toBeLessThan(400);
  for (const [index, price] of prices.entries()) {
    expect(nextPrice(price) / price).toBeLessThanOrEqual(1.125);
    expect(priceAtMost(price)).toBe(price);
    expect(nearestPrice(price)).toBe(price);
    expect(nextPrice(price)).toBe(prices[index + 1] ?? 501_000);
  }
});

test.each([
  [1009.99, undefined, 1010],
  [1010, 1010, 1010],
  [2354, 2350, 2350],
  [2356, 2350, 2360],
  [3040, 3000, 3050],
  [4999, 4950, 5000],
  [9960, 9900, 10_000],
  [96_000, 95_000, 95_000],
  [501_000, 501_000, 501_000],
  [9e9, 501_000, 501_000],
  [Number.POSITIVE_INFINITY, 501_000, 501_000],
  [Number.NaN, undefined, 1010],
])('%d: at most %s, nearest %i', (odds, atMost, nearest) => {
  expect(priceAtMost(odds)).toBe(atMost);
  expect(nearestPrice(odds)).toBe(nearest);
});

test('nothing lies nearer than the nearest price', () => {
  const prices = allPrices();
  fc.assert(
    fc.property(fc.double({ min: 1010, max: 501_000, noNaN: true }), (odds) => {
      const best = Math.min(...prices.map((price) => Math.abs(price - odds)));
      expect(Math.abs(nearestPrice(odds) - odds)).toBeCloseTo(best, 6);
      expect(priceAtMost(odds)).toBeLessThanOrEqual(odds);
    }),
  );
});
