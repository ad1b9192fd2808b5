import type { Leg } from '@touchline/contract/shapes/bet';
import { formatDecimal } from '@touchline/locales/format';
import { currentLan, useT } from '../../state/i18n.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Fold } from '../../ui/fold.tsx';
import { isolated } from '../labels/bidi.ts';
import { withoutZeros } from '../labels/margin-meaning.tsx';
import { useOddsText } from '../labels/odds-text.ts';
import { partName } from '../labels/part-name.ts';

/**
 * What a builder pays without one of its selections, at the prices it was struck at, and its payout where some did
 * not count. Nothing for a leg on one selection.
 */
export const BuilderPrices = ({ leg }: { leg: Leg }) => {
  const t = useT();
  const oddsText = useOddsText();
  const { parts = [], subsets = [], pays, home, away } = leg;
  if (parts.length === 0) return null;
  const all = 2 ** parts.length - 1;
  const rows = parts.flatMap((part, at) => {
    const odds = subsets[all - 2 ** at];
    return odds === undefined ? [] : [{ name: partName({ home, away, ...part }), odds }];
  });
  const isLess = parts.some(({ outcome }) => outcome !== 'win');
  return (
    <>
      {pays !== undefined && isLess && (
        <p>{t('builder.pays', { odds: isolated(formatDecimal(withoutZeros(pays), currentLan())) })}</p>
      )}
      {rows.length > 0 && (
        <Fold label={t('builder.priceWithout')}>
          <Facts>
            {rows.map(({ name, odds }) => (
              <Fact key={name} label={t('builder.lessOne', { selection: name })}>
                {oddsText(odds)}
              </Fact>
            ))}
          </Facts>
        </Fold>
      )}
    </>
  );
};
