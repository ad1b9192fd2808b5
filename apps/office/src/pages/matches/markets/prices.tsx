import type { Market } from '@touchline/contract/shapes/football';
import { useT } from '../../../shell/i18n.ts';
import { shortSelection } from '../../../trading/names.ts';
import styles from './prices.module.css';

const fewMost = 3;

/** The prices of a market on one line, one below the other from row to row; of many only their number. */
export const Prices = ({
  of: { selections },
  odds,
  isSoft = false,
  isTight = false,
}: {
  of: Pick<Market, 'selections'>;
  odds: readonly (string | null)[];
  isSoft?: boolean;
  /** Without the names of selections. */
  isTight?: boolean;
}) => {
  const t = useT();
  if (selections.length > fewMost) {
    const count = odds.filter((one) => one !== null).length;
    return <span className={styles.many}>{t('price.count', { count })}</span>;
  }
  return (
    <span className={styles.prices} data-soft={isSoft} data-tight={isTight}>
      {selections.map(({ selection }, at) => (
        <span key={selection} className={styles.price}>
          {!isTight && <span className={styles.selection}>{shortSelection(selection)}</span>}
          <span>{odds[at] ?? '–'}</span>
        </span>
      ))}
    </span>
  );
};
