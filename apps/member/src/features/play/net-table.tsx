import type { PlayInfo } from '@touchline/contract/shapes/play';
import { formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Across } from '../../ui/across.tsx';
import styles from './net-table.module.css';

const periods = ['day', 'week', 'month', 'all'] as const;

/** Stakes, what came back of them and the difference: today, this week, this month and ever. */
export const NetTable = ({ net }: { net: PlayInfo['net'] }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <Across label={t('shell.net')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('play.period')}</th>
            <th scope="col">{t('play.stakes')}</th>
            <th scope="col">{t('play.returns')}</th>
            <th scope="col">{t('play.net')}</th>
          </tr>
        </thead>
        <tbody>
          {periods.map((period) => (
            <tr key={period}>
              <th scope="row">{t(`play.net.${period}`)}</th>
              <td>
                <bdi dir="ltr" className="figures">
                  {formatMoney(net[period].stakes, { lan })}
                </bdi>
              </td>
              <td>
                <bdi dir="ltr" className="figures">
                  {formatMoney(net[period].returns, { lan })}
                </bdi>
              </td>
              <td>
                <bdi dir="ltr" className={`figures ${styles.net}`}>
                  {formatSignedMoney(net[period].net, { lan })}
                </bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Across>
  );
};
