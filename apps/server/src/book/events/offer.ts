import type { MarginSpread } from '@touchline/football/margin';
import type { MarketName } from '@touchline/football/market-names';
import { isMarketName } from '@touchline/football/markets';

/** How the house offers a market: its target margin as a share, how that is spread, whether during the match too, or not at all. */
type MarketOffer = { margin: number; spread: MarginSpread; inPlay: boolean; isOff?: boolean };
export type Offer = Readonly<Record<MarketName, MarketOffer>>;

export const defaultOffer: Offer = {
  '1x2': { margin: 0.05, spread: 'odds_ratio', inPlay: true },
  double_chance: { margin: 0.05, spread: 'odds_ratio', inPlay: true },
  draw_no_bet: { margin: 0.04, spread: 'odds_ratio', inPlay: true },
  over_under: { margin: 0.04, spread: 'odds_ratio', inPlay: true },
  asian_handicap: { margin: 0.04, spread: 'odds_ratio', inPlay: true },
  btts: { margin: 0.05, spread: 'odds_ratio', inPlay: true },
  correct_score: { margin: 0.12, spread: 'odds_ratio', inPlay: true },
  odd_even: { margin: 0.05, spread: 'odds_ratio', inPlay: true },
  ht_ft: { margin: 0.12, spread: 'odds_ratio', inPlay: true },
  ht_1x2: { margin: 0.06, spread: 'odds_ratio', inPlay: true },
  ht_over_under: { margin: 0.05, spread: 'odds_ratio', inPlay: true },
  ht_asian_handicap: { margin: 0.05, spread: 'odds_ratio', inPlay: true },
  ht_btts: { margin: 0.06, spread: 'odds_ratio', inPlay: true },
  // Nine scores that move with every minute of one half: before the match only.
  ht_correct_score: { margin: 0.15, spread: 'odds_ratio', inPlay: false },
};

/**
 * The offer with margins of the operator's own.
 * @param margins `market:margin` or `market:margin:spread`, comma separated, margins in hundredths of a percent:
 *   `1x2:450,ht_ft:1500:power`
 * @throws Error for a market there is none of
 */
export const offerOf = (margins: string): Offer => {
  const offer = { ...defaultOffer };
  for (const one of margins.split(',').filter((text) => text !== '')) {
    const [market = '', marginBp = '', spread] = one.split(':');
    if (!isMarketName(market)) throw new Error(`MARGINS: there is no market "${market}"`);
    const { inPlay, spread: before } = offer[market];
    offer[market] = {
      margin: Number(marginBp) / 10_000,
      inPlay,
      spread: spread === 'power' || spread === 'odds_ratio' ? spread : before,
    };
  }
  return offer;
};

export const marginsOf = (offer: Offer): Record<string, number> =>
  Object.fromEntries(Object.entries(offer).map(([name, { margin }]) => [name, margin]));

export const spreadsOf = (offer: Offer): Record<string, MarginSpread> =>
  Object.fromEntries(Object.entries(offer).map(([name, { spread }]) => [name, spread]));
