import type { MarketRecord } from '../market.ts';

export const doubleChance = {
  name: 'double_chance',
  period: 'ft',
  selections: ['1X', '12', 'X2'],
  lines: [],
  winners: 2,
  margin: 0.05,
  inPlay: true,
  groups: ['main'],
  card: 'choice',
  wording: 'two-results',
  rule: 'double_chance',
} as const satisfies MarketRecord;
