import fc from 'fast-check';
import type { BasisLevel } from '@touchline/football/basis';
import { marketNames } from '@touchline/football/markets';
import { scoreGrid } from '@touchline/football/grid';
import { describe, expect, it } from 'vitest';
import { BUILDER_MARGIN } from '@touchline/football/builder';
import { builderMarginOf, defaultOffer, offerOf } from './offer.ts';
import {
  isLarge,
  lastAuthor,
  marketOffers,
  noShift,
  offerUnder,
  shifted,
  SHIFT_MAX_BP,
  type Layers,
  type MarketRules,
  type OfferScope,
} from './offer-rules.ts';

const layer = (origin: OfferScope['scope'], markets: MarketRules) => ({
  origin,
  rule: { version: 1, markets, shift: noShift },
});
const rules = fc.dictionary(
  fc.constantFrom(...marketNames),
  fc.record({ marginBp: fc.integer({ min: 0, max: 3_000 }), offered: fc.boolean() }, { requiredKeys: [] }),
);

describe('the author of prices', () => {
  const savedBy = (origin: OfferScope['scope'], by: string, minute: number) => ({
    origin,
    rule: { ...layer(origin, {}).rule, saved: { by, at: new Date(minute * 60_000) } },
  });

  it('is the last who saved a rule, however wide that rule is', () => {
    const site = savedBy('site', 'anna', 3);
    expect(lastAuthor([site, savedBy('event', 'ben', 2)])).toBe('anna');
    expect(lastAuthor([site, savedBy('event', 'ben', 4)])).toBe('ben');
  });

  it('is absent without a rule', () => {
    expect(lastAuthor([{ origin: 'site', rule: undefined }])).toBeUndefined();
  });
});

describe('the offer of a market', () => {
  it('comes from the narrowest rule, margin and offer independently', () => {
    const site = layer('site', { '1x2': { marginBp: 300, offered: false }, btts: { marginBp: 700 } });
    const cup = layer('competition', { '1x2': { offered: true } });
    const match = layer('event', { btts: { offered: false } });
    const offers = marketOffers(defaultOffer, [site, cup, match]);
    const of = (name: string) => offers.find(({ market }) => market === name);
    expect(of('1x2')).toEqual({
      market: '1x2',
      marginBp: 300,
      marginFrom: 'site',
      offered: true,
      offeredFrom: 'competition',
    });
    expect(of('btts')).toMatchObject({ marginBp: 700, marginFrom: 'site', offeredFrom: 'event' });
    expect(of('odd_even')).toMatchObject({ marginBp: 500, marginFrom: 'settings', offered: true });
  });

  it('is none by default where the prices rest on less than the market needs; only a rule offers it then', () => {
    const without = (level?: BasisLevel, layers: Layers = []) =>
      marketOffers(defaultOffer, layers, level)
        .filter(({ offered }) => !offered)
        .map(({ market }) => market);
    expect(without('few_results')).toEqual(['correct_score', 'ht_ft', 'ht_correct_score']);
    expect(without('results')).toEqual([]);
    expect(without(undefined)).toEqual([]);
    const rule = layer('competition', { ht_ft: { offered: true } });
    expect(without('few_results', [rule])).toEqual(['correct_score', 'ht_correct_score']);
    const [offer] = marketOffers(defaultOffer, [rule], 'few_results').filter(
      ({ market }) => market === 'ht_ft',
    );
    expect(offer).toMatchObject({ offered: true, offeredFrom: 'competition', needs: 'results' });
    expect(offerUnder(defaultOffer, [], 'few_results').ht_ft.isOff).toBe(true);
  });

  it('is the settings without rules', () => {
    expect(offerUnder(defaultOffer, [])).toMatchObject(defaultOffer);
    const offers = marketOffers(defaultOffer, [{ origin: 'site', rule: undefined }]);
    expect(offers.every(({ marginFrom }) => marginFrom === 'settings')).toBe(true);
  });

  it('never comes from a wider rule where there is a narrower one', () => {
    fc.assert(
      fc.property(rules, rules, (wide, narrow) => {
        const offers = marketOffers(defaultOffer, [layer('site', wide), layer('event', narrow)]);
        for (const { market, marginBp, offered } of offers) {
          const [near, far] = [narrow[market], wide[market]];
          const setting = Math.round(defaultOffer[market].margin * 10_000);
          expect(marginBp).toBe(near?.marginBp ?? far?.marginBp ?? setting);
          expect(offered).toBe(near?.offered ?? far?.offered ?? true);
        }
      }),
    );
  });
});

describe('the margin of builders', () => {
  it('grows with the odds as the middle one of the margins says, up to its own', () => {
    expect(builderMarginOf(defaultOffer)).toEqual(BUILDER_MARGIN);
    expect(builderMarginOf(offerOf('correct_score:4000,1x2:0,builder:900'))).toEqual({
      rate: 0.05,
      most: 0.09,
    });
    const all = marketNames.map((name) => `${name}:800`).join(',');
    expect(builderMarginOf(offerOf(all))).toEqual({ rate: 0.08, most: 0.12 });
  });

  it('is none where they are not offered', () => {
    const builder = { ...defaultOffer.builder, isOff: true };
    expect(builderMarginOf({ ...defaultOffer, builder })).toBeUndefined();
  });
});

describe('a shift', () => {
  it('moves the goals of each side by its share and leaves the rest', () => {
    const means = shifted({ homeMean: 1.5, awayMean: 1, rho: -0.05 }, { homeBp: 1_000, awayBp: -500 });
    expect(means?.homeMean).toBeCloseTo(1.65);
    expect(means?.awayMean).toBeCloseTo(0.95);
    expect(means?.rho).toBe(-0.05);
    expect(shifted(undefined, { homeBp: 1_000, awayBp: 0 })).toBeUndefined();
  });

  it('always leaves means that a grid can be made of', () => {
    const bp = fc.integer({ min: -SHIFT_MAX_BP, max: SHIFT_MAX_BP });
    const mean = fc.double({ min: 0.15, max: 6, noNaN: true });
    fc.assert(
      fc.property(mean, mean, bp, bp, (homeMean, awayMean, homeBp, awayBp) => {
        const means = shifted({ homeMean, awayMean }, { homeBp, awayBp });
        expect(means && scoreGrid(means)).toBeDefined();
      }),
      { numRuns: 30 },
    );
  });
});

describe('a change', () => {
  const offers = marketOffers(defaultOffer, []);
  const under = (markets: MarketRules) => marketOffers(defaultOffer, [layer('site', markets)]);

  it('is large when a margin or the goals of a side move far, or everything goes', () => {
    const before = { offers, shift: noShift };
    expect(isLarge(before, { offers: under({ '1x2': { marginBp: 700 } }), shift: noShift })).toBe(false);
    expect(isLarge(before, { offers: under({ '1x2': { marginBp: 701 } }), shift: noShift })).toBe(true);
    expect(isLarge(before, { offers: under({ '1x2': { offered: false } }), shift: noShift })).toBe(false);
    expect(isLarge(before, { offers, shift: { homeBp: -1_501, awayBp: 0 } })).toBe(true);
    const none = Object.fromEntries(marketNames.map((name) => [name, { offered: false }]));
    expect(isLarge(before, { offers: under(none), shift: noShift })).toBe(true);
  });
});
