import type { MarketName } from '@touchline/football/market-names';
import type { Leg } from '@touchline/contract/shapes/bet';

/** The rule that settles a bet: what decides its market, or why its stake came back. */
export type Rule = 'result' | 'total' | 'score' | 'halfResult' | 'halfScore' | 'void' | 'push';

const byMarket: Partial<Record<MarketName, Rule>> = {
  '1x2': 'result',
  double_chance: 'result',
  over_under: 'total',
  correct_score: 'score',
  ht_1x2: 'halfResult',
  ht_correct_score: 'halfScore',
};
const rules = new Map<string, Rule>(Object.entries(byMarket));

/** The rule a leg stands under; undefined for a market the app does not know. */
export const ruleOf = ({ market, outcome }: Pick<Leg, 'market' | 'outcome'>): Rule | undefined => {
  if (outcome === 'void' || outcome === 'push') return outcome;
  return rules.get(market);
};
