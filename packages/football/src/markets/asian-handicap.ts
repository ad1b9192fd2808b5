import { halfTime } from '../half-time.ts';
import { linesBetween } from '../line.ts';
import type { MarketRecord } from '../market.ts';

export const MOST_QUARTERS = 12;

/** Lines of −3 … +3 in quarters. */
export const asianHandicap = {
  name: 'asian_handicap',
  period: 'ft',
  selections: ['home', 'away'],
  lines: linesBetween(-MOST_QUARTERS, MOST_QUARTERS),
  offers: { nearest: 7, halves: 0 },
  mirrorsLine: true,
  countsFromBet: true,
  winners: 1,
  margin: 0.04,
  inPlay: true,
  groups: ['main', 'handicap'],
  card: 'handicap',
  wording: 'handicap',
  rule: 'asian_handicap',
} as const satisfies MarketRecord;

export const halfTimeAsianHandicap = halfTime(asianHandicap, {
  margin: 0.05,
  offers: { nearest: 3, halves: 0 },
  groups: ['handicap', 'halves'],
});
