import type { MarketDefinition } from './market.ts';
import { halfTimeWinner, winner } from './markets/1x2.ts';
import { asianHandicap, halfTimeAsianHandicap } from './markets/asian-handicap.ts';
import { bothTeamsToScore, halfTimeBothTeamsToScore } from './markets/btts.ts';
import { correctScore, halfTimeCorrectScore } from './markets/correct-score.ts';
import { doubleChance } from './markets/double-chance.ts';
import { drawNoBet } from './markets/draw-no-bet.ts';
import { halfTimeFullTime } from './markets/ht-ft.ts';
import { oddEven } from './markets/odd-even.ts';
import { halfTimeOverUnder, overUnder } from './markets/over-under.ts';

/** Every market by name, in the order shown. */
const table = {
  '1x2': winner,
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
} as const;

type Listed = (typeof table)[keyof typeof table];
export type MarketName = keyof typeof table;
/** Section of the published rules that a market settles by. */
export type MarketSection = Listed['rule'];
export type KnownMarket = MarketDefinition<MarketName, MarketSection, Listed['wording']>;

export const markets: Readonly<Record<MarketName, KnownMarket>> = table;
export const marketList: readonly KnownMarket[] = Object.values(table);
export const marketNames: readonly MarketName[] = marketList.map(({ name }) => name);

/** Whether an untrusted text names a market. */
export function isMarketName(name: string): name is MarketName {
  return Object.hasOwn(table, name);
}

/** Looks a market up by an untrusted name; undefined when there is none. */
export function marketOf(name: string): KnownMarket | undefined {
  return isMarketName(name) ? markets[name] : undefined;
}
