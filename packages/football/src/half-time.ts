import type { ScoreMarket, Wording } from './market.ts';

/** What differs between a market of the first half and its full-time market. */
type Own = Pick<ScoreMarket, 'margin'> &
  Partial<Pick<ScoreMarket, 'selections' | 'offers' | 'inPlay' | 'groups' | 'grader'>>;

/**
 * The market that asks of the half-time score what another asks of the full-time score: the same selections, lines,
 * texts, rule and grader.
 * @param own where the two differ, at least the margin: half the goals leave more to chance
 */
export function halfTime<const Name extends string, const Rule extends string, const Words extends Wording>(
  market: ScoreMarket<Name, Rule, Words>,
  own: Own,
) {
  const groups: ScoreMarket['groups'] = ['halves'];
  return { ...market, name: `ht_${market.name}`, period: 'ht', groups, ...own } as const;
}
