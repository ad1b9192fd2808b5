import type { MarketRecord } from '../market.ts';
import { winners } from '../score.ts';

export const halfTimeFullTime = {
  name: 'ht_ft',
  period: 'both',
  selections: winners.flatMap((half) => winners.map((full) => `${half}/${full}`)),
  lines: [],
  winners: 1,
  margin: 0.12,
  // Its long prices suffer the most from a wrong mean.
  leastBasis: 'results',
  inPlay: true,
  groups: ['halves'],
  card: 'half-full',
  wording: 'half-full',
  rule: 'ht_ft',
} as const satisfies MarketRecord;
