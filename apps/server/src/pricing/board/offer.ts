import type { MarginSpread } from '@touchline/football/margin';
import { type MarketName, isMarketName, marketNames, markets } from '@touchline/football/markets';
import { BUILDER_MARGIN, type BuilderMargin } from '@touchline/football/builder';
import { BUILDER } from '@touchline/football/builder-parts';

/**
 * The offer of a market: its target margin as a share, how that is spread (by the odds ratio by default), and
 * whether also in play, or not at all.
 */
type MarketOffer = {
  readonly margin: number;
  readonly spread?: MarginSpread | undefined;
  readonly inPlay: boolean;
  readonly isOff?: boolean | undefined;
};
/** What has an offer: every market, and builders. The margin of builders is the most that one carries. */
export type OfferName = MarketName | typeof BUILDER;
export type MarketOffers = Readonly<Record<OfferName, MarketOffer>>;

/** The markets in the order shown, then builders. */
export const offerNames: readonly OfferName[] = [...marketNames, BUILDER];
/** Whether a text is the name of a market or of builders. */
export const isOfferName = (name: string): name is OfferName => isMarketName(name) || name === BUILDER;

/** The offer by the records of the markets. */
export const defaultOffer: MarketOffers = {
  ...markets,
  [BUILDER]: { margin: BUILDER_MARGIN.most, inPlay: true },
};

/**
 * The offer with the site's own margins.
 * @param margins `market:margin` or `market:margin:spread`, comma separated, margins in hundredths of a
 *   percent: `1x2:450,ht_ft:1500:power`
 * @throws Error for an unknown market
 */
export const offerOf = (margins: string): MarketOffers => {
  const offer = { ...defaultOffer };
  for (const one of margins.split(',').filter((text) => text !== '')) {
    const [market = '', marginBp = '', spread] = one.split(':');
    if (!isOfferName(market)) throw new Error(`MARGINS: there is no market "${market}"`);
    const { inPlay, spread: before } = offer[market];
    offer[market] = {
      margin: Number(marginBp) / 10_000,
      inPlay,
      spread: spread === 'power' || spread === 'odds_ratio' ? spread : before,
    };
  }
  return offer;
};

/** The target margin of each market and of builders, as a share. */
export const marginsOf = (offer: MarketOffers): Record<string, number> =>
  Object.fromEntries(Object.entries(offer).map(([name, { margin }]) => [name, margin]));

/** The margin of builders; undefined where none are offered. It grows with the odds as the middle one of the markets' margins says. */
export const builderMarginOf = (offer: MarketOffers): BuilderMargin | undefined => {
  const { margin: most, isOff = false } = offer[BUILDER];
  const margins = marketNames.map((name) => offer[name].margin).toSorted((a, b) => a - b);
  return isOff ? undefined : { rate: margins[Math.floor(margins.length / 2)] ?? BUILDER_MARGIN.rate, most };
};

/** How each margin is spread over the selections; undefined for the default. */
export const spreadsOf = (offer: MarketOffers): Record<string, MarginSpread | undefined> =>
  Object.fromEntries(Object.entries(offer).map(([name, { spread }]) => [name, spread]));
