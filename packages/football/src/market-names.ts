/** The names of the markets, in the order they are shown. Costs a client nothing but this list. */
export const marketNames = ['1x2', 'over_under', 'correct_score', 'ht_1x2', 'ht_correct_score'] as const;

export type MarketName = (typeof marketNames)[number];
