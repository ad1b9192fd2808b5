import type { MarketRecord } from '../market.ts';

export const drawNoBet = {
  name: 'draw_no_bet',
  period: 'ft',
  selections: ['1', '2'],
  lines: [],
  winners: 1,
  margin: 0.04,
  inPlay: true,
  groups: ['main'],
  card: 'choice',
  wording: 'team',
  rule: 'draw_no_bet',
} as const satisfies MarketRecord;
