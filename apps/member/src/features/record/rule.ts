import { isMarketName, type MarketName } from '@touchline/football/markets';
import { ruleOfMarket, type RuleSection } from '@touchline/contract/rules';
import type { Bet, Leg } from '@touchline/contract/shapes/bet';

/** The rule that settles a leg: what decides its market, or why its stake came back. */
export type Rule = MarketName | 'void' | 'push';

/** The rule a leg stands under; undefined for a market the app does not know. */
const ruleOf = ({ market, outcome }: Pick<Leg, 'market' | 'outcome'>): Rule | undefined => {
  if (outcome === 'void' || outcome === 'push') return outcome;
  return isMarketName(market) ? market : undefined;
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
