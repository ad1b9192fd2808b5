/** The names of the markets, in the order they are shown. Costs a client nothing but this list. */
export const marketNames = [
  '1x2',
  'double_chance',
  'draw_no_bet',
  'over_under',
  'asian_handicap',
  'btts',
  'correct_score',
  'odd_even',
  'ht_ft',
  'ht_1x2',
  'ht_over_under',
  'ht_asian_handicap',
  'ht_btts',
  'ht_correct_score',
] as const;

export type MarketName = (typeof marketNames)[number];
