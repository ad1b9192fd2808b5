import type { PlayStatement } from '@touchline/contract/shapes/play';
import { formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { formatDate } from '@touchline/locales/format-time';
import { currentLan, useT } from '../../../state/i18n.tsx';
import { Figure, FigureRow, FigureTable } from '../../../ui/figure-table.tsx';
import { Fold } from '../../../ui/fold.tsx';

/** The days of a statement in figures, the latest first: what the chart shows, and what moved the wallet. */
export const StatementTable = ({ days }: { days: PlayStatement['days'] }) => {
  const t = useT();
  const lan = currentLan();
  const money = (amount: string): string => formatMoney(amount, { lan });
  return (
    <Fold label={t('play.byDay')}>
      <FigureTable
        small
        label={t('play.byDay')}
        columns={[
          t('play.dayColumn'),
          [t('play.deposits'), t('play.withdrawals')],
          [t('play.stakes'), t('play.returns')],
          t('play.net'),
        ]}
      >
        {days.toReversed().map(({ day, deposits, withdrawals, stakes, returns, net }) => (
          <FigureRow key={day} head={formatDate(day, { lan, timeZone: 'UTC' })}>
            <td>
              <Figure>{money(deposits)}</Figure>
              <Figure>{money(withdrawals)}</Figure>
            </td>
            <td>
              <Figure>{money(stakes)}</Figure>
              <Figure>{money(returns)}</Figure>
            </td>
            <td>
              <Figure>{formatSignedMoney(net, { lan })}</Figure>
            </td>
          </FigureRow>
        ))}
      </FigureTable>
    </Fold>
  );
};
