import type { Market, MarketRecord } from './market.ts';
import { gradeWinner, halfTimeWinner, winner } from './markets/1x2.ts';
import { asianHandicap, gradeHandicap, halfTimeAsianHandicap } from './markets/asian-handicap.ts';
import { bothTeamsToScore, gradeBothTeamsToScore, halfTimeBothTeamsToScore } from './markets/btts.ts';
import {
  correctScore,
  gradeCorrectScore,
  gradeHalfTimeScore,
  halfTimeCorrectScore,
} from './markets/correct-score.ts';
import { doubleChance, gradeDoubleChance } from './markets/double-chance.ts';
import { drawNoBet, gradeDrawNoBet } from './markets/draw-no-bet.ts';
import { gradeHalfTimeFullTime, halfTimeFullTime } from './markets/ht-ft.ts';
import { gradeOddEven, oddEven } from './markets/odd-even.ts';
import { gradeTotal, halfTimeOverUnder, overUnder } from './markets/over-under.ts';

/** Every market, in the order shown. */
const inOrder = [
  winner,
  doubleChance,
  drawNoBet,
  overUnder,
  asianHandicap,
  bothTeamsToScore,
  correctScore,
  oddEven,
  halfTimeFullTime,
  halfTimeWinner,
  halfTimeOverUnder,
  halfTimeAsianHandicap,
  halfTimeBothTeamsToScore,
  halfTimeCorrectScore,
] as const;

type Listed = (typeof inOrder)[number];
export type MarketName = Listed['name'];
/** Section of the published rules that a market settles by. */
export type MarketRule = Listed['rule'];
/** The facts of one of the markets. */
export type KnownMarket = MarketRecord<MarketName, MarketRule, Listed['wording']>;

/** The facts of every market, in the order shown. An app may load this: the graders stay out of its bundle. */
export const marketRecords: readonly KnownMarket[] = inOrder;
export const marketNames: readonly MarketName[] = marketRecords.map(({ name }) => name);

const byName = new Map<string, KnownMarket>(marketRecords.map((record) => [record.name, record]));

/** Looks the facts of a market up by an untrusted name; undefined when there is none. */
export function recordOf(name: string): KnownMarket | undefined {
  return byName.get(name);
}

/** Whether an untrusted text names a market. */
export function isMarketName(name: string): name is MarketName {
  return byName.has(name);
}

/** Every market by name, with its grader. For the server: an app that uses it loads the graders too. */
export const markets: Readonly<Record<MarketName, Market>> = {
  '1x2': { ...winner, grader: gradeWinner },
  double_chance: { ...doubleChance, grader: gradeDoubleChance },
  draw_no_bet: { ...drawNoBet, grader: gradeDrawNoBet },
  over_under: { ...overUnder, grader: gradeTotal },
  asian_handicap: { ...asianHandicap, grader: gradeHandicap },
  btts: { ...bothTeamsToScore, grader: gradeBothTeamsToScore },
  correct_score: { ...correctScore, grader: gradeCorrectScore },
  odd_even: { ...oddEven, grader: gradeOddEven },
  ht_ft: { ...halfTimeFullTime, grader: gradeHalfTimeFullTime },
  ht_1x2: { ...halfTimeWinner, grader: gradeWinner },
  ht_over_under: { ...halfTimeOverUnder, grader: gradeTotal },
  ht_asian_handicap: { ...halfTimeAsianHandicap, grader: gradeHandicap },
  ht_btts: { ...halfTimeBothTeamsToScore, grader: gradeBothTeamsToScore },
  ht_correct_score: { ...halfTimeCorrectScore, grader: gradeHalfTimeScore },
};

/** Looks a market up by an untrusted name; undefined when there is none. */
export function marketOf(name: string): Market | undefined {
  return isMarketName(name) ? markets[name] : undefined;
}
