import type { PriceHistory } from '@touchline/contract/shapes/football';
import { useT } from '../../state/i18n.tsx';
import { Moment } from '../labels/moment.tsx';
import { useOddsText } from '../labels/odds-text.ts';
import { Figure, FigureRow, FigureTable } from '../../ui/figure-table.tsx';
import { Fold } from '../../ui/fold.tsx';

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
  const rows = history.list.slice(-rowsMax).toReversed();
  return (
    <Fold label={t('insight.table')}>
      <FigureTable small label={t('insight.table')} columns={[t('insight.when'), ...shown.map(name)]}>
        {rows.map(({ at, version, odds }) => (
          <FigureRow key={version} head={<Moment at={at} />}>
            {columns.map((column, nth) => {
              const price = odds[column] ?? null;
              return (
                <td key={shown[nth]}>
                  {price === null ? t('event.suspended') : <Figure>{oddsText(price)}</Figure>}
                </td>
              );
            })}
          </FigureRow>
        ))}
      </FigureTable>
    </Fold>
  );
};
