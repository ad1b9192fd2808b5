import type { PlayStatement } from '@touchline/contract/shapes/play';
import { formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { formatDate } from '@touchline/locales/format-time';
import { currentLan, useT } from '../../../shell/i18n.tsx';
import { Figure, FigureTable } from '../../../ui/figure-table.tsx';
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
          <Two first={t('play.deposits')} second={t('play.withdrawals')} />,
          <Two first={t('play.stakes')} second={t('play.returns')} />,
          t('play.net'),
        ]}
        rows={days.toReversed().map(({ day, deposits, withdrawals, stakes, returns, net }) => ({
          key: day,
          head: formatDate(day, { lan, timeZone: 'UTC' }),
          cells: [
            <TwoFigures first={money(deposits)} second={money(withdrawals)} />,
            <TwoFigures first={money(stakes)} second={money(returns)} />,
            <Figure>{formatSignedMoney(net, { lan })}</Figure>,
          ],
        }))}
      />
    </Fold>
  );
};

type Pair = { first: string; second: string };

const Two = ({ first, second }: Pair) => (
  <>
    <span>{first}</span>
    <span>{second}</span>
  </>
);

const TwoFigures = ({ first, second }: Pair) => (
  <>
    <Figure>{first}</Figure>
    <Figure>{second}</Figure>
  </>
);
