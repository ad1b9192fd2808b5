import type { Market } from '../market.ts';
import { handicapGrader, handicapLines } from './asian-handicap.ts';

export const halfTimeAsianHandicap: Market = {
  name: 'ht_asian_handicap',
  period: 'ht',
  selections: ['home', 'away'],
  lines: handicapLines,
  offers: { nearest: 3, halves: 0 },
  countsFromBet: true,
  winners: 1,
  defaultMargin: 0.05,
  grader: handicapGrader,
};
