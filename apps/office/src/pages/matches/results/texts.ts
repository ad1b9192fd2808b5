import type { OfficeResult, VoidProposal, VoidScope } from '@touchline/contract/shapes/office-trading';
import { translate as t } from '../../../lib/i18n.ts';
import { nameOfMarket } from '../../../features/trading/names.ts';
import { goalsText } from '../match-marks.tsx';

/** What a result says, on one line: "HT 1–0 · FT 2–1", "Abandoned · FT 1–0". */
export const resultText = ({ kind, ht, ft }: Pick<OfficeResult, 'kind' | 'ht' | 'ft'>): string =>
  [
    kind === 'played' ? undefined : t(`resultKind.${kind}`),
    ht && t('match.halfTime', { score: goalsText(ht) }),
    ft && t('result.fullTime', { score: goalsText(ft) }),
  ]
    .filter(Boolean)
    .join(' · ');

/** Which bets a void is about: "Match result · struck 19:02–19:04". */
export const scopeText = (scope: VoidScope, when: (moment: string) => string): string => {
  const { market, line, struckFrom, struckUntil } = scope;
  const of = market === undefined ? t('void.all') : nameOfMarket({ market, line });
  const [from, until] = [struckFrom && when(struckFrom), struckUntil && when(struckUntil)];
  if (from === undefined) return until === undefined ? of : t('void.until', { of, until });
  return until === undefined ? t('void.from', { of, from }) : t('void.between', { of, from, until });
};

/** What a proposal about a void asks for. */
export const proposalText = (
  { scope, undoes }: Pick<VoidProposal, 'scope' | 'undoes'>,
  when: (moment: string) => string,
): string => (undoes === undefined ? scopeText(scope, when) : t('void.undoes', { ruling: undoes }));
