import { useState } from 'react';
import type { Market } from '@touchline/contract/shapes/football';
import { useT } from '../../lib/i18n.tsx';
import { useStore } from '../../lib/use-store.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { marketName } from '../labels/selection-name.ts';
import { oddsFormatStore } from '../labels/odds-text.ts';
import type { PricedMatch } from '../odds-button/put-in-slip.ts';
import { ScoreGrid } from '../score-grid/score-grid.tsx';
import { MarketCard, type Fold } from './market-card.tsx';
import styles from './markets.module.css';

type Period = 'ft' | 'ht';
type Props = Fold & { match: PricedMatch; full: Market | undefined; half: Market | undefined };

/** The correct-score grid, with a switch where both periods are offered. */
export const ScoreMarket = ({ match, full, half, ...fold }: Props) => {
  const t = useT();
  const [wanted, setWanted] = useState<Period>('ft');
  const market = (wanted === 'ht' ? half : full) ?? full ?? half;
  // The cells have no room for the sign.
  const unit = useStore(oddsFormatStore) === 'rate' ? `${t('odds.rate')} (%) · ` : '';
  if (market === undefined) return null;
  return (
    <MarketCard
      title={marketName((full ?? market).market)}
      match={match}
      lines={[market]}
      {...fold}
      note={unit + t('event.shade')}
      aside={
        full !== undefined &&
        half !== undefined && (
          <div className={styles.switch}>
            <Segmented<Period>
              label={marketName(full.market)}
              value={market === half ? 'ht' : 'ft'}
              options={[
                { value: 'ft', label: t('event.fullTime') },
                { value: 'ht', label: t('event.firstHalf') },
              ]}
              onChange={setWanted}
            />
          </div>
        )
      }
    >
      <ScoreGrid key={market.market} match={match} market={market} />
    </MarketCard>
  );
};
