import type { Market } from '@touchline/contract/shapes/football';
import { recordOf } from '@touchline/football/markets';
import { translate as t } from '../../lib/i18n.tsx';
import { marketName, resultName, selectionName } from '../labels/selection-name.ts';
import { PriceButton } from '../odds-button/price-button.tsx';
import type { PricedMatch } from '../odds-button/put-in-slip.ts';
import styles from './markets.module.css';
import { MarketCard, type Fold } from './market-card.tsx';

type Props = Fold & { match: PricedMatch; market: Market };

/** Two or three selections next to each other. */
export const ChoiceMarket = ({ match, market, ...fold }: Props) => (
  <MarketCard match={match} title={marketName(market.market)} lines={[market]} {...fold}>
    <div className={styles.prices} data-count={market.selections.length}>
      {market.selections.map((selection) => (
        <PriceButton key={selection.selection} match={match} market={market} selection={selection} stacked>
          {labelOf(market.market, selection.selection, match)}
        </PriceButton>
      ))}
    </div>
  </MarketCard>
);

/** Selections that a word names below the name of their market. */
const words = ['yes', 'no', 'odd', 'even'] as const;

/** A selection below the name of its market: "Brazil", "Yes". */
const labelOf = (market: string, selection: string, match: PricedMatch): string => {
  const wording = recordOf(market)?.wording;
  if (wording === 'winner' || wording === 'team') return resultName(selection, match);
  const word = words.find((known) => known === selection);
  return word === undefined ? selectionName({ ...match, market, selection }) : t(`selection.${word}`);
};
