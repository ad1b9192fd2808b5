import type { MarketRecord } from './market.ts';
import { halfTimeWinner, winner } from './markets/1x2.ts';
import { asianHandicap, halfTimeAsianHandicap } from './markets/asian-handicap.ts';
import { bothTeamsToScore, halfTimeBothTeamsToScore } from './markets/btts.ts';
import { correctScore, halfTimeCorrectScore } from './markets/correct-score.ts';
import { doubleChance } from './markets/double-chance.ts';
import { drawNoBet } from './markets/draw-no-bet.ts';
import { halfTimeFullTime } from './markets/ht-ft.ts';
import { oddEven } from './markets/odd-even.ts';
import { halfTimeOverUnder, overUnder } from './markets/over-under.ts';

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
export type MarketSection = Listed['rule'];
/** The facts of one of the markets. */
export type KnownMarket = MarketRecord<MarketName, MarketSection, Listed['wording']>;

/** The facts of every market, in the order shown. Graders are apart (graders.ts), so that an app which shows markets does not load them. */
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
