import { teamName } from '@touchline/locales/team-names';
import type { Market, Team } from '@touchline/contract/shapes/football';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { PriceButton, type PricedMatch } from '../odds-button/price-button.tsx';
import { marketName } from '../labels/selection-name.ts';
import { MarketCard } from './market-card.tsx';
import styles from './result-market.module.css';

/** Home, draw and away with their prices. */
export const ResultMarket = ({ match, market }: { match: PricedMatch; market: Market }) => {
  const t = useT();
  const label = (selection: string): string => {
    if (selection === 'X') return t('selection.draw');
    const team: Team = selection === '1' ? match.home : match.away;
    return teamName(team, currentLan());
  };
  return (
    <MarketCard title={marketName(market.market)} margin={market.margin}>
      <div className={styles.prices}>
        {market.selections.map((selection) => (
          <PriceButton key={selection.selection} match={match} market={market} selection={selection} stacked>
            {label(selection.selection)}
          </PriceButton>
        ))}
      </div>
    </MarketCard>
  );
};
