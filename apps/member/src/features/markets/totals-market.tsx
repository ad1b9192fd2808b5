import { formatDecimal } from '@touchline/locales/format';
import type { Market } from '@touchline/contract/shapes/football';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { marketName } from '../labels/selection-name.ts';
import { PriceButton, type PricedMatch } from '../odds-button/price-button.tsx';
import { MarketCard } from './market-card.tsx';
import styles from './totals-market.module.css';

/** Over and under by line, one row each; all lines carry much the same margin, so the widest is shown. */
export const TotalsMarket = ({ match, lines }: { match: PricedMatch; lines: readonly Market[] }) => {
  const t = useT();
  const [first] = lines;
  if (first === undefined) return null;
  const sorted = lines.toSorted((a, b) => Number(a.line) - Number(b.line));
  const widest = lines.reduce(
    (most, { margin }) => (Number(margin) > Number(most) ? margin : most),
    first.margin,
  );
  return (
    <MarketCard title={marketName(first.market)} margin={widest}>
      <div className={styles.table}>
        <div className={styles.head} aria-hidden="true">
          <span>{t('event.line')}</span>
          <span>{t('event.over')}</span>
          <span>{t('event.under')}</span>
        </div>
        {sorted.map((market) => (
          <Line key={market.line} match={match} market={market} />
        ))}
      </div>
    </MarketCard>
  );
};

const Line = ({ match, market }: { match: PricedMatch; market: Market }) => (
  <div className={styles.row}>
    <bdi dir="ltr" className={`figures ${styles.line}`} aria-hidden="true">
      {formatDecimal(market.line ?? '', currentLan())}
    </bdi>
    {market.selections.map((selection) => (
      <PriceButton key={selection.selection} match={match} market={market} selection={selection} />
    ))}
  </div>
);
