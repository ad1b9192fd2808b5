import type { MarketName } from '@touchline/football/markets';
import { ruleOfMarket, type RuleSection } from '@touchline/contract/rules';
import type { Bet, Leg } from '@touchline/contract/shapes/bet';

const byMarket = {
  '1x2': 'result',
  double_chance: 'doubleChance',
  draw_no_bet: 'drawNoBet',
  over_under: 'total',
  asian_handicap: 'handicap',
  btts: 'btts',
  correct_score: 'score',
  odd_even: 'oddEven',
  ht_ft: 'halfFull',
  ht_1x2: 'halfResult',
  ht_over_under: 'halfTotal',
  ht_asian_handicap: 'halfHandicap',
  ht_btts: 'halfBtts',
  ht_correct_score: 'halfScore',
} as const satisfies Record<MarketName, string>;

/** The rule that settles a leg: what decides its market, or why its stake came back. */
export type Rule = (typeof byMarket)[MarketName] | 'void' | 'push';

const rules = new Map<string, Rule>(Object.entries(byMarket));

/** The rule a leg stands under; undefined for a market the app does not know. */
const ruleOf = ({ market, outcome }: Pick<Leg, 'market' | 'outcome'>): Rule | undefined => {
  if (outcome === 'void' || outcome === 'push') return outcome;
  return rules.get(market);
};

/** The rules a bet stands under, each once, with the section of the published rules that holds it. */
export const rulesOf = ({ legs }: Pick<Bet, 'legs'>): { section: RuleSection; rule: Rule | undefined }[] => {
  const rules = legs.map((leg) => ({
    // A decided leg names the section that decided it.
    section: leg.rule ?? (leg.outcome === 'void' ? ('void' as const) : ruleOfMarket(leg.market)),
    rule: ruleOf(leg),
  }));
  return rules.filter(
    ({ section, rule }, at) =>
      rules.findIndex((other) => other.section === section && other.rule === rule) === at,
  );
};
