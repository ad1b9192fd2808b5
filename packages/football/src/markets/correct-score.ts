import { halfTime } from '../half-time.ts';
import type { MarketRecord } from '../market.ts';
import { quotedScores } from '../score-quotes.ts';

/** Most goals of a side with a separately priced score, at full time and at half time. */
export const HIGHEST_QUOTED = 4;
export const HIGHEST_QUOTED_HT = 2;

export const correctScore = {
  name: 'correct_score',
  period: 'ft',
  selections: [...quotedScores(HIGHEST_QUOTED), 'other_home', 'other_draw', 'other_away'],
  lines: [],
  waitsForPeriod: true,
  winners: 1,
  margin: 0.12,
  // Its long prices suffer the most from a wrong mean.
  leastBasis: 'results',
  inPlay: true,
  groups: ['score'],
  card: 'score',
  wording: 'score',
  rule: 'correct_score',
} as const satisfies MarketRecord;

export const halfTimeCorrectScore = halfTime(correctScore, {
  selections: [...quotedScores(HIGHEST_QUOTED_HT), 'other'],
  margin: 0.15,
  // Nine scores that move with every minute of one half.
  inPlay: false,
  groups: ['score', 'halves'],
});
