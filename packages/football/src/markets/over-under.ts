import { halfTime } from '../half-time.ts';
import { linesBetween } from '../line.ts';
import type { MarketRecord } from '../market.ts';

export const FIRST_QUARTERS = 2;
export const LAST_QUARTERS = 26;

/** Lines of 0.5 … 6.5 in quarters. */
export const overUnder = {
  name: 'over_under',
  period: 'ft',
  selections: ['over', 'under'],
  lines: linesBetween(FIRST_QUARTERS, LAST_QUARTERS),
  offers: { nearest: 1, halves: 5 },
  winners: 1,
  margin: 0.04,
  inPlay: true,
  groups: ['main', 'goals'],
  card: 'total',
  wording: 'total',
  rule: 'over_under',
} as const satisfies MarketRecord;

export const halfTimeOverUnder = halfTime(overUnder, { margin: 0.05, offers: { nearest: 1, halves: 2 } });
