import { Navigate } from '@tanstack/react-router';
import { useCall } from '../../api/query.ts';
import { useDayFormats } from '../../api/day-formats.ts';
import { useT } from '../../shell/i18n.ts';
import { useMay } from '../../shell/use-rights.ts';
import { AmountsIn } from '../../ui/amounts-in.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Alarms } from './alarms.tsx';
import { LiveMatches } from './live-matches.tsx';
import { MoneyToday } from './money-today.tsx';
import { Queues } from './queues.tsx';
import { Trend } from './trend.tsx';
import styles from './home.module.css';

/** The day so far: what is wrong, what it made, what waits, and what is being played. */
export const HomePage = () => {
  const t = useT();
  const may = useMay()('officeToday');
  const { longDay, clock } = useDayFormats();
  const { data: me, error: meError, refetch: askMe } = useCall('officeMe', {});
  // Without the second factor that is asked for, everything else is refused.
  const mustSetUp = me?.secondFactor.mustSetUp;
  const today = useCall('officeToday', {}, { enabled: may && mustSetUp === false, follow: true });
  if (mustSetUp === true) return <Navigate to="/account" search={{}} replace />;
  const { data, error, refetch } = today;
  return (
    <Page
      title={t('home.title')}
      filters={
        data && (
          <>
            <span className={styles.hint}>
              {longDay(data.day)} · {t('today.asOf', { time: clock(data.at) })}
            </span>
            {(data.money !== undefined || data.exposure !== undefined) && <AmountsIn />}
          </>
        )
      }
    >
      {!may && <Empty title={t('home.nothing')} hint={t('home.nothingHint')} />}
      {meError !== null && me === undefined && <Failure error={meError} onRetry={() => void askMe()} />}
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {may && data === undefined && error === null && <Skeleton lines={10} />}
      {data !== undefined && (
        <>
          <Alarms of={data.alarms} />
          <MoneyToday of={data} />
          <div className={styles.columns}>
            {data.queues.length > 0 && <Queues of={data.queues} />}
            <Trend day={data.day} />
          </div>
          <Section title={t('today.live')}>
            <LiveMatches of={data.live} />
          </Section>
        </>
      )}
    </Page>
  );
};
