import type { MarketRecord } from '../market.ts';

export const oddEven = {
  name: 'odd_even',
  period: 'ft',
  selections: ['odd', 'even'],
  lines: [],
  winners: 1,
  margin: 0.05,
  inPlay: true,
  groups: ['goals'],
  card: 'choice',
  wording: { odd: 'selection.oddGoals', even: 'selection.evenGoals' },
  rule: 'odd_even',
} as const satisfies MarketRecord;
