import type { HouseFigures } from '@touchline/contract/shapes/house';
import { formatCount } from '@touchline/locales/format';
import { currentLan, useT } from '../../state/i18n.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import styles from './house.module.css';
import { type AsOf, Part } from './part.tsx';

/** What went another way: results that were corrected, what is void, and bets that were refused. */
export const BetsCard = ({
  figures: { corrections, voids, refused },
  asOf,
}: {
  figures: HouseFigures;
  asOf: AsOf;
}) => {
  const t = useT();
  const lan = currentLan();
  const count = (cases: number): string => formatCount(cases, { lan });
  return (
    <Part part="bets" title={t('house.changes')} words={t('house.changesText')} asOf={asOf}>
      <Facts>
        <Fact label={t('house.correctedResults')}>{count(corrections.results)}</Fact>
        <Fact label={t('house.correctedBets')}>{count(corrections.bets)}</Fact>
        <Fact label={t('house.correctedBalances')}>{count(corrections.balances)}</Fact>
        <Fact label={t('house.voidMatches')}>{count(voids.matches)}</Fact>
        <Fact label={t('house.voidMarkets')}>{count(voids.markets)}</Fact>
      </Facts>
      <h3 className={styles.small}>{t('house.refused')}</h3>
      {refused.length === 0 ? (
        <p className={styles.words}>{t('house.noRefused')}</p>
      ) : (
        <Facts>
          {refused.map(({ reason, count: cases }) => (
            <Fact key={reason} label={t(`house.refusal.${reason}`)}>
              {count(cases)}
            </Fact>
          ))}
        </Facts>
      )}
    </Part>
  );
};
