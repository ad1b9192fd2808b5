import { halfTime } from '../half-time.ts';
import type { MarketRecord } from '../market.ts';

export const winner = {
  name: '1x2',
  period: 'ft',
  selections: ['1', 'X', '2'],
  lines: [],
  winners: 1,
  margin: 0.05,
  inPlay: true,
  groups: ['main'],
  card: 'choice',
  wording: 'winner',
  rule: 'result_1x2',
} as const satisfies MarketRecord;

export const halfTimeWinner = halfTime(winner, { margin: 0.06 });
