import type { Market } from '../market.ts';
import { totalGrader, totalLines } from './over-under.ts';

export const halfTimeOverUnder: Market = {
  name: 'ht_over_under',
  period: 'ht',
  selections: ['over', 'under'],
  lines: totalLines,
  offers: { nearest: 1, halves: 2 },
  winners: 1,
  defaultMargin: 0.05,
  grader: totalGrader,
};
