import type { PlayInfo } from '@touchline/contract/shapes/play';
import { formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Figure, FigureRow, FigureTable } from '../../ui/figure-table.tsx';

const periods = ['day', 'week', 'month', 'all'] as const;

/** Stakes, open stakes, returns and the difference: today, this week, this month and ever. */
export const NetTable = ({ net }: { net: PlayInfo['net'] }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <FigureTable
      small
      label={t('shell.net')}
      columns={[t('play.period'), [t('play.stakes'), t('play.openStakes')], t('play.returns'), t('play.net')]}
    >
      {periods.map((period) => (
        <FigureRow key={period} head={t(`play.net.${period}`)}>
          <td>
            <Figure>{formatMoney(net[period].stakes, { lan })}</Figure>
            <Figure>{formatMoney(net[period].open, { lan })}</Figure>
          </td>
          <td>
            <Figure>{formatMoney(net[period].returns, { lan })}</Figure>
          </td>
          <td>
            <Figure strong>{formatSignedMoney(net[period].net, { lan })}</Figure>
          </td>
        </FigureRow>
      ))}
    </FigureTable>
  );
};
