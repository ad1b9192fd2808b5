import type { PriceHistory } from '@touchline/contract/shapes/football';
import { useT } from '../../shell/i18n.tsx';
import { Moment } from '../labels/moment.tsx';
import { useOddsText } from '../odds-button/odds-display.ts';
import { Across } from '../../ui/across.tsx';
import styles from './price-table.module.css';

type Props = {
  history: PriceHistory;
  shown: readonly string[];
  name: (selection: string) => string;
};

/** Rows of the table: enough to see where the prices come from. */
const rowsMax = 24;

/** The same history in figures, the latest first. */
export const PriceTable = ({ history, shown, name }: Props) => {
  const t = useT();
  const oddsText = useOddsText();
  const columns = shown.map((selection) => history.selections.indexOf(selection));
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>{t('insight.table')}</summary>
      <Across label={t('insight.table')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('insight.when')}</th>
              {shown.map((selection) => (
                <th key={selection} scope="col">
                  {name(selection)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {history.list
              .slice(-rowsMax)
              .toReversed()
              .map(({ at, version, odds }) => (
                <tr key={version}>
                  <th scope="row">
                    <Moment at={at} />
                  </th>
                  {columns.map((column, nth) => {
                    const price = odds[column] ?? null;
                    return (
                      <td key={shown[nth]}>
                        {price === null ? (
                          t('event.suspended')
                        ) : (
                          <bdi dir="ltr" className="figures">
                            {oddsText(price)}
                          </bdi>
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
          </tbody>
        </table>
      </Across>
    </details>
  );
};
