import { marketRecords, recordOf, type MarketRule } from '@touchline/football/markets';

/** Version of the published rules: every bet placed under them carries it. */
export const rulesVersion = '1';

/** Every version that was ever published, the newest first, with the day it came into force. */
export const publishedRules = [{ version: '1', publishedAt: '2026-11-21' }] as const;

/** The sections that markets settle by, in the order of the markets. */
const marketSections: readonly MarketRule[] = marketRecords.map(({ rule }) => rule);

const inOrder = [
  'score',
  ...marketSections,
  'halves',
  'payout',
  'combined',
  'live',
  'void',
  'corrections',
  'cash_out',
  'limits',
  'prices',
] as const;
export type RuleSection = (typeof inOrder)[number];

/**
 * The sections of the rules, in their order, each once: a market may settle by a general section. Their texts are the
 * messages `rules.<version>.<section>.title` and `.body`.
 */
export const ruleSections: readonly RuleSection[] = [...new Set<RuleSection>(inOrder)];

/** The section a market settles by; of one that is not known, the section on scores. */
export const ruleOfMarket = (market: string): RuleSection => recordOf(market)?.rule ?? 'score';
