import type { MarketRecord, Wording } from './market.ts';

/** What differs between a market of the first half and its full-time market. */
type Own = Pick<MarketRecord, 'margin'> &
  Partial<Pick<MarketRecord, 'selections' | 'offers' | 'inPlay' | 'groups'>>;

/**
 * The market that asks of the half-time score what another asks of the full-time score: the same selections, lines,
 * texts and rule. The same grader grades it.
 * @param own where the two differ, at least the margin: half the goals leave more to chance
 */
export function halfTime<const Name extends string, const Rule extends string, const Words extends Wording>(
  market: MarketRecord<Name, Rule, Words>,
  own: Own,
) {
  const groups: MarketRecord['groups'] = ['halves'];
  return { ...market, name: `ht_${market.name}`, period: 'ht', groups, ...own } as const;
}
