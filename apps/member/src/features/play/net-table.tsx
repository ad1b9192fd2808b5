import type { PlayInfo } from '@touchline/contract/shapes/play';
import { formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Figure, FigureTable } from '../../ui/figure-table.tsx';

const periods = ['day', 'week', 'month', 'all'] as const;

/** Stakes, what came back of them and the difference: today, this week, this month and ever. */
export const NetTable = ({ net }: { net: PlayInfo['net'] }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <FigureTable
      label={t('shell.net')}
      columns={[t('play.period'), t('play.stakes'), t('play.returns'), t('play.net')]}
      rows={periods.map((period) => ({
        key: period,
        head: t(`play.net.${period}`),
        cells: [
          <Figure>{formatMoney(net[period].stakes, { lan })}</Figure>,
          <Figure>{formatMoney(net[period].returns, { lan })}</Figure>,
          <Figure strong>{formatSignedMoney(net[period].net, { lan })}</Figure>,
        ],
      }))}
    />
  );
};
