import { halfTime } from '../half-time.ts';
import type { MarketRecord } from '../market.ts';

export const bothTeamsToScore = {
  name: 'btts',
  period: 'ft',
  selections: ['yes', 'no'],
  lines: [],
  winners: 1,
  margin: 0.05,
  inPlay: true,
  groups: ['main', 'goals'],
  card: 'choice',
  wording: { yes: 'selection.bothScore', no: 'selection.notBoth' },
  rule: 'btts',
} as const satisfies MarketRecord;

export const halfTimeBothTeamsToScore = halfTime(bothTeamsToScore, { margin: 0.06 });
