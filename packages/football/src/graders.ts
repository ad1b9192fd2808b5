import { gradeWinner } from './graders/1x2.ts';
import { gradeHandicap } from './graders/asian-handicap.ts';
import { gradeBothTeamsToScore } from './graders/btts.ts';
import { gradeCorrectScore, gradeHalfTimeScore } from './graders/correct-score.ts';
import { gradeDoubleChance } from './graders/double-chance.ts';
import { gradeDrawNoBet } from './graders/draw-no-bet.ts';
import { gradeHalfTimeFullTime } from './graders/ht-ft.ts';
import { gradeOddEven } from './graders/odd-even.ts';
import { gradeTotal } from './graders/over-under.ts';
import type { MarketDefinition } from './market.ts';
import { isMarketName, type MarketName } from './markets.ts';
import { winner, halfTimeWinner } from './markets/1x2.ts';
import { asianHandicap, halfTimeAsianHandicap } from './markets/asian-handicap.ts';
import { bothTeamsToScore, halfTimeBothTeamsToScore } from './markets/btts.ts';
import { correctScore, halfTimeCorrectScore } from './markets/correct-score.ts';
import { doubleChance } from './markets/double-chance.ts';
import { drawNoBet } from './markets/draw-no-bet.ts';
import { halfTimeFullTime } from './markets/ht-ft.ts';
import { oddEven } from './markets/odd-even.ts';
import { halfTimeOverUnder, overUnder } from './markets/over-under.ts';

/** Every market by name, with its grader. */
export const markets: Readonly<Record<MarketName, MarketDefinition>> = {
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
export function marketOf(name: string): MarketDefinition | undefined {
  return isMarketName(name) ? markets[name] : undefined;
}
