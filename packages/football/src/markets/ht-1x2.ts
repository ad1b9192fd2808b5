import type { Market } from '../market.ts';
import { winnerGrader, winnerSelections } from './1x2.ts';

export const halfTimeWinner: Market = {
  name: 'ht_1x2',
  period: 'ht',
  selections: winnerSelections,
  lines: [],
  winners: 1,
  defaultMargin: 0.06,
  grader: winnerGrader,
};
