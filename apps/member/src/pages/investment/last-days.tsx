import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatSignedMoney } from '@touchline/locales/format';
import { useCall } from '../../api/query.ts';
import { currentLan, useT } from '../../state/i18n.tsx';
import { configStore } from '../../state/config.ts';
import { useStore } from '../../state/use-store.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatementChart } from '../../features/statement/statement-chart.tsx';
import { daysUntil, todayOf } from '../../features/statement/statement-period.ts';
import styles from './investment.module.css';

/** So many days, today among them, are shown. */
const dayCount = 30;

/** Profit and loss of the last thirty days as a picture, with the way to the statement that says it in figures. */
export const LastDays = () => {
  const t = useT();
  const timeZone = useStore(configStore).site?.timeZone ?? 'UTC';
  const [days] = useState(() => daysUntil(todayOf(new Date(), timeZone), dayCount));
  const { data, isError } = useCall('playStatement', days);
  // The bets below are what the page is for: without its answer the picture is left out.
  if (isError && data === undefined) return null;
  return (
    <Card>
      <div className={styles.head}>
        <h2 className={styles.label}>{t('play.netByDay')}</h2>
        {data !== undefined && (
          <b className="figures">{formatSignedMoney(data.net, { lan: currentLan() })}</b>
        )}
      </div>
      {data === undefined ? <Skeleton height={7} /> : <StatementChart statement={data} days={days} />}
      <Link to="/pages/information/statement" search={{}} className={styles.more}>
        {t('nav.statement')}
      </Link>
    </Card>
  );
};
