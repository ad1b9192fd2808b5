import type { BetSums } from '@touchline/contract/shapes/statistics';
import { formatCount, formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { useScale } from '../../../features/labels/use-scale.ts';
import { currentLan, useT } from '../../../lib/i18n.tsx';
import { Card } from '../../../ui/card.tsx';
import { Figure, FigureRow, FigureTable } from '../../../ui/figure-table.tsx';
import { netBars } from './net-bars.ts';
import styles from './statistics.module.css';

type Props = { title: string; rows: readonly (BetSums & { name: string })[] };

/** Bets in groups: a table, and in each row the net as a bar from nothing to the left or the right, which says no more than it. */
export const GroupTable = ({ title, rows }: Props) => {
  const t = useT();
  const lan = currentLan();
  const bars = netBars(
    rows.map(({ net }) => net),
    useScale(),
  );
  if (rows.length === 0) return null;
  return (
    <Card>
      <h2 className={styles.title}>{title}</h2>
      <FigureTable
        small
        label={title}
        columns={[
          t('stats.group'),
          [t('play.bets'), t('record.state.win')],
          [t('play.stakes'), t('play.returns')],
          t('play.net'),
        ]}
      >
        {rows.map(({ name, bets, won, stakes, returns, net }, at) => (
          <FigureRow
            key={name}
            head={
              <>
                {name}
                <span className={styles.bar} dir="ltr" aria-hidden="true">
                  <span
                    data-sign={bars[at]?.sign}
                    style={{ left: `${bars[at]?.left}%`, width: `${bars[at]?.width}%` }}
                  />
                </span>
              </>
            }
          >
            <td>
              <Figure>{formatCount(bets, { lan })}</Figure>
              <Figure>{formatCount(won, { lan })}</Figure>
            </td>
            <td>
              <Figure>{formatMoney(stakes, { lan })}</Figure>
              <Figure>{formatMoney(returns, { lan })}</Figure>
            </td>
            <td>
              <Figure strong>{formatSignedMoney(net, { lan })}</Figure>
            </td>
          </FigureRow>
        ))}
      </FigureTable>
    </Card>
  );
};
