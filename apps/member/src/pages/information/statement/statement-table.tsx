import type { PlayStatement } from '@touchline/contract/shapes/play';
import { formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { formatDate } from '@touchline/locales/format-time';
import { currentLan, useT } from '../../../lib/i18n.tsx';
import { Figure, FigureRow, FigureTable } from '../../../ui/figure-table.tsx';

type Props = {
  days: PlayStatement['days'];
  /** Every figure has a column of its own, as there is room for them. */
  isWide?: boolean;
};

/** The days of a statement in figures, the latest first: what the chart shows, and what moved the wallet. */
export const StatementTable = ({ days, isWide = false }: Props) => {
  const t = useT();
  const lan = currentLan();
  const money = (amount: string): string => formatMoney(amount, { lan });
  const pairs = [
    [t('play.deposits'), t('play.withdrawals')],
    [t('play.stakes'), t('play.returns')],
  ] as const;
  return (
    <FigureTable
      small={!isWide}
      label={t('play.byDay')}
      columns={[t('play.dayColumn'), ...(isWide ? pairs.flat() : pairs), t('play.net')]}
    >
      {days.toReversed().map(({ day, deposits, withdrawals, stakes, returns, net }) => (
        <FigureRow key={day} head={formatDate(day, { lan, timeZone: 'UTC' })}>
          {isWide ? (
            [deposits, withdrawals, stakes, returns].map((amount, at) => (
              <td key={pairs.flat()[at]}>
                <Figure>{money(amount)}</Figure>
              </td>
            ))
          ) : (
            <>
              <td>
                <Figure>{money(deposits)}</Figure>
                <Figure>{money(withdrawals)}</Figure>
              </td>
              <td>
                <Figure>{money(stakes)}</Figure>
                <Figure>{money(returns)}</Figure>
              </td>
            </>
          )}
          <td>
            <Figure strong={isWide}>{formatSignedMoney(net, { lan })}</Figure>
          </td>
        </FigureRow>
      ))}
    </FigureTable>
  );
};
