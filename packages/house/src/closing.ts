import { grade, UnknownBet } from '@touchline/football/grade';
import { ImpossibleScore } from '@touchline/football/check-scores';
import { legLineOf } from '@touchline/football/leg-line';
import { parseLine } from '@touchline/football/line';
import { removeMargin } from '@touchline/football/margin';
import { marketOf } from '@touchline/football/markets';
import type { Result } from '@touchline/football/score';
import { parseCanonicalObject } from '@touchline/verify/canonical-json';
import { Malformed } from '@touchline/verify/malformed';
import { listOf, textOf } from './fields.ts';

/** Prices of a match by `<market> <line>`: odds in thousandths, parallel to the selections. */
export type LastPrices = Record<string, { selections: string[]; odds: number[] }>;

/**
 * Changes prices by the text of an entry `prices`. A market that is closed keeps the last price it was offered at.
 * @throws Malformed
 */
export const changePrices = (prices: LastPrices, text: string): void => {
  for (const change of listOf(parseCanonicalObject(text), 'changes')) {
    const name = `${textOf(change, 'market')} ${textOf(change, 'line')}`;
    const selections = change['selections'];
    const odds = change['odds'];
    if (!areTexts(selections) || !areOdds(odds) || odds.length !== selections.length)
      throw new Malformed(`prices of ${name}`);
    const state = textOf(change, 'state');
    if ((state === 'open' || state === 'suspended') && odds.every((one) => one > 1000))
      prices[name] = { selections: [...selections], odds: [...odds] };
  }
};

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const areOdds = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && one >= 0);

/** Selections by their chance: how many, their chances in millionths together, and how many came in. */
export type Band = { selections: number; chances: number; came: number };

/** Bands of equal width, the first from chance 0. */
export const bandCount = 10;
export const noBands = (): Band[] =>
  Array.from({ length: bandCount }, () => ({ selections: 0, chances: 0, came: 0 }));

const MILLION = 1_000_000;

/**
 * Adds a match to the calibration: each selection by its chance under the last price before kick-off, without its margin, and whether
 * it came in. Markets of which a selection was not won or lost as a whole are left out, and quarter lines always, because half a
 * stake is not what a chance is about.
 * @param factor -1 takes the match away again
 */
export const addToBands = (bands: Band[], prices: LastPrices, result: Result, factor: 1 | -1): void => {
  for (const [name, { selections, odds }] of Object.entries(prices)) {
    const [market = '', line = ''] = name.split(' ');
    const outcomes = outcomesOf({ market, line, selections }, result);
    const record = marketOf(market);
    if (outcomes === undefined || record === undefined) continue;
    const implied = odds.map((one) => 1000 / one);
    const chances = removeMargin(implied, 'odds_ratio', record.winners);
    for (const [at, hasWon] of outcomes.entries()) {
      const micro = Math.min(MILLION - 1, Math.max(0, Math.round((chances[at] ?? 0) * MILLION)));
      const band = bands[Math.floor((micro * bandCount) / MILLION)];
      if (band === undefined) continue;
      band.selections += factor;
      band.chances += factor * micro;
      if (hasWon) band.came += factor;
    }
  }
};

/** Whether each selection of a market won; undefined unless all were won or lost as a whole. */
const outcomesOf = (
  { market, line, selections }: { market: string; line: string; selections: readonly string[] },
  result: Result,
): boolean[] | undefined => {
  const quarters = line === '' ? 0 : parseLine(line);
  if (quarters === undefined || quarters % 2 !== 0) return undefined;
  const outcomes: boolean[] = [];
  for (const selection of selections) {
    const outcome = outcomeOf({ market, selection, line: legLineOf(market, selection, line) }, result);
    if (outcome !== 'win' && outcome !== 'lose') return undefined;
    outcomes.push(outcome === 'win');
  }
  return outcomes;
};

const outcomeOf = (
  { market, selection, line }: { market: string; selection: string; line: string },
  result: Result,
): string | undefined => {
  try {
    return grade(market, selection, line === '' ? undefined : line, result);
  } catch (error) {
    if (error instanceof UnknownBet || error instanceof ImpossibleScore) return undefined;
    throw error;
  }
};
