import { useOddsText } from '../odds-button/odds-display.ts';
import styles from './leg-price.module.css';
import { priceToAnswer } from './slip-facts.ts';
import type { Item } from './slip-types.ts';

/** The odds of a selection; a price that moved stands beside the one before. */
export const LegPrice = ({ item, size }: { item: Item; size: 'm' | 'l' }) => {
  const oddsText = useOddsText();
  const moved = priceToAnswer(item);
  const before = moved === undefined ? item.before : item.agreed;
  return (
    <bdi dir="ltr" className={`figures ${styles.odds}`} data-size={size} data-moved={moved !== undefined}>
      {before !== undefined && (
        <>
          <s aria-hidden="true">{oddsText(before)}</s>
          <span aria-hidden="true"> → </span>
        </>
      )}
      {oddsText(moved ?? item.agreed)}
    </bdi>
  );
};
