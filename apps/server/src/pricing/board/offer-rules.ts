import type { GoalShift } from '@touchline/contract/shapes/office-offers';
import { isBelow, type BasisLevel } from '@touchline/football/basis';
import type { GoalMeans } from '@touchline/football/scoring-rates';
import { isMarketName, markets } from '@touchline/football/markets';
import { offerNames, type MarketOffers, type OfferName } from './offer.ts';

/** The scope of a rule: everywhere, a competition, or one match. The narrower wins. */
export type OfferScope = { scope: 'site' | 'competition' | 'event'; id: string };

/** A rule for a market; open fields come from the wider scope, and at last from the settings. */
type MarketRule = { marginBp?: number | undefined; offered?: boolean | undefined };
export type MarketRules = Readonly<Partial<Record<OfferName, MarketRule>>>;

export const noShift: GoalShift = { homeBp: 0, awayBp: 0 };

/** The rule in force for a scope; version 0 while there is none. */
export type OfferRule = {
  version: number;
  markets: MarketRules;
  shift: GoalShift;
  /** Who saved it and when; missing in a draft. */
  saved?: { by: string; at: Date };
};
export const noRule: OfferRule = { version: 0, markets: {}, shift: noShift };

/** The highest margin of a market; the lowest is zero. */
export const MARGIN_MAX_BP = 3_000;
/** The largest shift of a side's goals. */
export const SHIFT_MAX_BP = 5_000;
/** A larger move of a margin, or of goals, needs a confirmation. */
const LARGE_MARGIN_BP = 200;
const LARGE_SHIFT_BP = 1_500;

/** Goal means that a grid can be made of. */
const MEANS = { least: 0.05, most: 8 };

/** The source of a market's offer. */
type Origin = 'settings' | OfferScope['scope'];

/** The rules over a match, the widest first. */
export type Layers = readonly { origin: OfferScope['scope']; rule: OfferRule | undefined }[];

/** The offer of a market, with its source. */
export type OfferedMarket = {
  market: OfferName;
  marginBp: number;
  marginFrom: Origin;
  offered: boolean;
  offeredFrom: Origin;
  /** What prices must rest on for it to be offered, where those of the match rest on less. Only a rule offers it then. */
  needs?: BasisLevel;
};

/**
 * The offer of every market, and of builders: from the narrowest rule, else from the settings.
 * @param level of the basis of a match's prices; undefined for all matches, or where it was not recorded
 */
export const marketOffers = (settings: MarketOffers, layers: Layers, level?: BasisLevel): OfferedMarket[] =>
  offerNames.map((market) => {
    const leastBasis = isMarketName(market) ? markets[market].leastBasis : undefined;
    const needs =
      level !== undefined && leastBasis !== undefined && isBelow(level, leastBasis) ? leastBasis : undefined;
    let found: OfferedMarket = {
      market,
      marginBp: Math.round(settings[market].margin * 10_000),
      marginFrom: 'settings',
      offered: needs === undefined,
      offeredFrom: 'settings',
      ...(needs !== undefined && { needs }),
    };
    for (const { origin, rule } of layers) {
      const { marginBp, offered } = rule?.markets[market] ?? {};
      if (marginBp !== undefined) found = { ...found, marginBp, marginFrom: origin };
      if (offered !== undefined) found = { ...found, offered, offeredFrom: origin };
    }
    return found;
  });

/** The settings with the rules over them, by which markets are priced and opened. */
export const offerUnder = (settings: MarketOffers, layers: Layers, level?: BasisLevel): MarketOffers => {
  const offer = { ...settings };
  for (const { market, marginBp, offered } of marketOffers(settings, layers, level)) {
    offer[market] = { ...offer[market], margin: marginBp / 10_000, isOff: !offered };
  }
  return offer;
};

/** Goal means as a trader has moved them; undefined where there are none. */
export const shifted = (means: GoalMeans | undefined, shift: GoalShift = noShift): GoalMeans | undefined => {
  if (means === undefined || (shift.homeBp === 0 && shift.awayBp === 0)) return means;
  const moved = (mean: number, bp: number) =>
    Math.min(MEANS.most, Math.max(MEANS.least, mean * (1 + bp / 10_000)));
  return {
    ...means,
    homeMean: moved(means.homeMean, shift.homeBp),
    awayMean: moved(means.awayMean, shift.awayBp),
  };
};

/** The last operator who changed the rules of a match: the author of the resulting prices. */
export const lastAuthor = (layers: Layers): string | undefined =>
  layers
    .flatMap(({ rule }) => rule?.saved ?? [])
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .at(-1)?.by;

/**
 * Whether a change needs a confirmation: a margin or the goals of a side move far, or a market is no longer
 * offered.
 */
export const isLarge = (
  before: { offers: readonly OfferedMarket[]; shift: GoalShift },
  after: { offers: readonly OfferedMarket[]; shift: GoalShift },
): boolean => {
  const isFar = (of: 'homeBp' | 'awayBp') => Math.abs(after.shift[of] - before.shift[of]) > LARGE_SHIFT_BP;
  return (
    isFar('homeBp') ||
    isFar('awayBp') ||
    after.offers.some(
      ({ marginBp }, index) => Math.abs(marginBp - (before.offers[index]?.marginBp ?? 0)) > LARGE_MARGIN_BP,
    ) ||
    // Where no market is offered, there are no builders either.
    after.offers.every(({ market, offered }) => !offered || !isMarketName(market))
  );
};
