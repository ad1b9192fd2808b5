import type { MarketName } from './market-names.ts';
import type { Market } from './market.ts';
import { fullTimeWinner } from './markets/1x2.ts';
import { correctScore } from './markets/correct-score.ts';
import { halfTimeWinner } from './markets/ht-1x2.ts';
import { halfTimeCorrectScore } from './markets/ht-correct-score.ts';
import { overUnder } from './markets/over-under.ts';

/** Every market by name. A new market is its file, its name in market-names.ts and its line here. */
export const markets: Readonly<Record<MarketName, Market>> = {
  '1x2': fullTimeWinner,
  over_under: overUnder,
  correct_score: correctScore,
  ht_1x2: halfTimeWinner,
  ht_correct_score: halfTimeCorrectScore,
};

/** Whether an untrusted text names a market. */
export function isMarketName(name: string): name is MarketName {
  return Object.hasOwn(markets, name);
}

/** Looks a market up by an untrusted name; undefined when there is none. */
export function marketOf(name: string): Market | undefined {
  return isMarketName(name) ? markets[name] : undefined;
}
