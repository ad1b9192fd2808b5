import { formatPercent } from '@touchline/locales/format';
import { currentLan, useT } from '../../state/i18n.tsx';
import { Fold } from '../../ui/fold.tsx';
import { isolated, sentenceGap } from '../labels/bidi.ts';
import { MarginMeaning } from '../labels/margin-meaning.tsx';
import { useOddsText } from '../labels/odds-text.ts';
import styles from './builder-sheet.module.css';
import { type BuilderView, roundedOdds } from './builder-view.ts';

/** Explains in plain words why the joint price is not the product of the prices, and what the margin is. */
export const JointPrice = ({ price }: { price: NonNullable<BuilderView['price']> }) => {
  const t = useT();
  const lan = currentLan();
  const oddsText = useOddsText();
  const { odds, margin, chance, single } = price;
  return (
    <Fold label={t('builder.how')}>
      <div className={styles.words}>
        {chance !== undefined && (
          <p>{t('builder.sum', { chance: isolated(formatPercent(chance, { lan })) })}</p>
        )}
        {single !== null && (
          <p>
            {t('builder.multiplied', { odds: isolated(oddsText(roundedOdds(single))) })}
            {sentenceGap()}
            {t('builder.depend', { odds: isolated(oddsText(odds)) })}
          </p>
        )}
        <p>
          <MarginMeaning margin={margin} />
        </p>
        <p>{t('builder.refund')}</p>
      </div>
    </Fold>
  );
};
