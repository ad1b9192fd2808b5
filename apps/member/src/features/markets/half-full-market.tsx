import type { Market, Team } from '@touchline/contract/shapes/football';
import { useT } from '../../lib/i18n.tsx';
import { GridAxes } from '../../ui/grid-axes.tsx';
import { marketName } from '../labels/selection-name.ts';
import { PriceButton } from '../odds-button/price-button.tsx';
import type { PricedMatch } from '../odds-button/put-in-slip.ts';
import styles from './markets.module.css';
import { MarketCard, type Fold } from './market-card.tsx';

const results = ['1', 'X', '2'] as const;

type Props = Fold & { match: PricedMatch; market: Market };

/** Half time and full time as a grid: who leads at the break down, who wins across. */
export const HalfFullMarket = ({ match, market, ...fold }: Props) => {
  const t = useT();
  const priceOf = (half: string, full: string) =>
    market.selections.find(({ selection }) => selection === `${half}/${full}`);
  return (
    <MarketCard match={match} title={marketName(market.market)} lines={[market]} {...fold}>
      <GridAxes down={t('event.atHalf')} across={t('event.atFull')} />
      <div className={styles.grid}>
        <span aria-hidden="true" />
        {results.map((full) => (
          <Side key={full} result={full} match={match} />
        ))}
        {results.map((half) => [
          <Side key={half} result={half} match={match} />,
          ...results.map((full) => {
            const selection = priceOf(half, full);
            return selection === undefined ? (
              <span key={full} />
            ) : (
              <PriceButton key={full} match={match} market={market} selection={selection} />
            );
          }),
        ])}
      </div>
    </MarketCard>
  );
};

/** A result at the edge of the grid: the team's letters, or the draw. */
const Side = ({ result, match }: { result: string; match: PricedMatch }) => {
  const t = useT();
  const team: Team = result === '1' ? match.home : match.away;
  return (
    <span className={styles.side} aria-hidden="true">
      {result === 'X' ? t('selection.draw') : team.short}
    </span>
  );
};
