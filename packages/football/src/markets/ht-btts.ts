import type { Market } from '../market.ts';
import { bothScoreGrader, bothScoreSelections } from './btts.ts';

export const halfTimeBothTeamsToScore: Market = {
  name: 'ht_btts',
  period: 'ht',
  selections: bothScoreSelections,
  lines: [],
  winners: 1,
  defaultMargin: 0.06,
  grader: bothScoreGrader,
};
