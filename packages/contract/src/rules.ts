import { BUILDER } from '@touchline/football/builder-parts';
import { marketList, marketOf, type MarketSection } from '@touchline/football/markets';

/** Version of the published rules: every bet placed under them carries it. */
export const rulesVersion = '3';

/** Every version that was ever published, the newest first, with the day it came into force. */
export const publishedRules = [
  { version: '3', publishedAt: '2026-11-28' },
  { version: '2', publishedAt: '2026-11-26' },
  { version: '1', publishedAt: '2026-11-21' },
] as const;
type RulesVersion = (typeof publishedRules)[number]['version'];

/** The sections that markets settle by, in the order of the markets. */
const marketSections: readonly MarketSection[] = marketList.map(({ rule }) => rule);

const inOrder = [
  'score',
  ...marketSections,
  'halves',
  'payout',
  'combined',
  'builder',
  'live',
  'void',
  'corrections',
  'cash_out',
  'limits',
  'prices',
] as const;
export type RuleSection = (typeof inOrder)[number];

/** The sections of the rules, in their order, each once: a market may settle by a general section. */
export const ruleSections: readonly RuleSection[] = [...new Set<RuleSection>(inOrder)];

/**
 * Where the words of a section are: the messages `rules.<these>.title` and `.body`. A version has its own words for the
 * sections that are new in it or changed, and those of the version before for the others.
 * @returns undefined when the version does not have the section
 */
export function wordsOfRule(version: RulesVersion, section: RuleSection) {
  if (section === 'builder') return version === '1' ? undefined : (`2.${section}` as const);
  if (section === 'combined' && version !== '1') return `2.${section}` as const;
  const isOfThird = section === 'live' || section === 'cash_out' || section === 'prices';
  if (isOfThird && version === '3') return `3.${section}` as const;
  return `1.${section}` as const;
}

/** The section a market settles by; of one that is not known, the section on scores. */
export const ruleOfMarket = (market: string): RuleSection =>
  market === BUILDER ? 'builder' : (marketOf(market)?.rule ?? 'score');
