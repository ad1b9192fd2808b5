import type { PlayStatement } from '@touchline/contract/shapes/play';
import { formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { formatDate } from '@touchline/locales/format-time';
import { currentLan, useT } from '../../../shell/i18n.tsx';
import { Across } from '../../../ui/across.tsx';
import styles from './statement.module.css';

/** The days of a statement in figures, the latest first: what the chart shows, and what moved the wallet. */
export const StatementTable = ({ days }: { days: PlayStatement['days'] }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>{t('play.byDay')}</summary>
      <Across label={t('play.byDay')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('play.dayColumn')}</th>
              <th scope="col">
                <span>{t('play.deposits')}</span>
                <span>{t('play.withdrawals')}</span>
              </th>
              <th scope="col">
                <span>{t('play.stakes')}</span>
                <span>{t('play.returns')}</span>
              </th>
              <th scope="col">{t('play.net')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((entry) => (
              <tr key={entry.day}>
                <th scope="row">{formatDate(entry.day, { lan, timeZone: 'UTC' })}</th>
                <td>
                  <Money amount={entry.deposits} />
                  <Money amount={entry.withdrawals} />
                </td>
                <td>
                  <Money amount={entry.stakes} />
                  <Money amount={entry.returns} />
                </td>
                <td>
                  <bdi dir="ltr" className="figures">
                    {formatSignedMoney(entry.net, { lan })}
                  </bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Across>
    </details>
  );
};

const Money = ({ amount }: { amount: string }) => (
  <bdi dir="ltr" className="figures">
    {formatMoney(amount, { lan: currentLan() })}
  </bdi>
);
