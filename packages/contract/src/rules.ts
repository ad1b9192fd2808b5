/** Version of the published rules: it stands on every bet placed under them. */
export const rulesVersion = '1';

/** Every version that was ever published, the newest first, with the day it came into force. */
export const publishedRules = [{ version: '1', publishedAt: '2026-11-21' }] as const;

/** The sections of the rules, in their order. Their texts are the messages `rules.<version>.<section>.title` and `.body`. */
export const ruleSections = [
  'score',
  'result_1x2',
  'double_chance',
  'draw_no_bet',
  'over_under',
  'asian_handicap',
  'btts',
  'correct_score',
  'odd_even',
  'ht_ft',
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
export type RuleSection = (typeof ruleSections)[number];

/** The section a market settles by; a first-half market by that of the same market for the whole match. */
export const ruleOfMarket = (market: string): RuleSection => {
  const name = market.replace(/^ht_(?!ft$)/, '');
  return ruleSections.find((section) => section === name) ?? (name === '1x2' ? 'result_1x2' : 'score');
};
