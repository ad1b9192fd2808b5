import type { MarketName } from './market-names.ts';
import type { Market } from './market.ts';
import { fullTimeWinner } from './markets/1x2.ts';
import { asianHandicap } from './markets/asian-handicap.ts';
import { bothTeamsToScore } from './markets/btts.ts';
import { correctScore } from './markets/correct-score.ts';
import { doubleChance } from './markets/double-chance.ts';
import { drawNoBet } from './markets/draw-no-bet.ts';
import { halfTimeWinner } from './markets/ht-1x2.ts';
import { halfTimeAsianHandicap } from './markets/ht-asian-handicap.ts';
import { halfTimeBothTeamsToScore } from './markets/ht-btts.ts';
import { halfTimeCorrectScore } from './markets/ht-correct-score.ts';
import { halfTimeFullTime } from './markets/ht-ft.ts';
import { halfTimeOverUnder } from './markets/ht-over-under.ts';
import { oddEven } from './markets/odd-even.ts';
import { overUnder } from './markets/over-under.ts';

/** Every market by name. A new market is its file, its name in market-names.ts and its line here. */
export const markets: Readonly<Record<MarketName, Market>> = {
  '1x2': fullTimeWinner,
  double_chance: doubleChance,
  draw_no_bet: drawNoBet,
  over_under: overUnder,
  asian_handicap: asianHandicap,
  btts: bothTeamsToScore,
  correct_score: correctScore,
  odd_even: oddEven,
  ht_ft: halfTimeFullTime,
  ht_1x2: halfTimeWinner,
  ht_over_under: halfTimeOverUnder,
  ht_asian_handicap: halfTimeAsianHandicap,
  ht_btts: halfTimeBothTeamsToScore,
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
