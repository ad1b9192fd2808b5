import type { Output } from '@touchline/contract/routes';
import { formatLongDate } from '@touchline/locales/format-time';
import { useCall } from '../../api/query.ts';
import { deviceTimeZone } from '../../features/labels/kick-off.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { Page } from '../../frame/page.tsx';
import { currentLan, useT } from '../../state/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AgainCard } from './again-card.tsx';
import { BetsCard } from './bets-card.tsx';
import { CalibrationCard } from './calibration-card.tsx';
import { LogCard } from './log-card.tsx';
import { MarginsCard } from './margins-card.tsx';
import { OwedCard } from './owed-card.tsx';
import { PlayCard } from './play-card.tsx';
import styles from './house.module.css';
import { TimesCard } from './times-card.tsx';

/** What the house has done and what it promised, from its public log alone. For everybody, also without an account. */
export const HousePage = () => {
  const t = useT();
  const { data, error, refetch } = useCall('housePage', {});
  return (
    <Page title={t('nav.house')} layout="wide" onRefresh={refetch}>
      {data !== undefined && <House {...data} />}
      {data === undefined && error === null && <Waiting />}
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
    </Page>
  );
};

const House = ({ log, owners, asOf, figures }: Output<'housePage'>) => {
  const t = useT();
  return (
    <>
      <p className={styles.lead}>{t('house.lead')}</p>
      {owners !== undefined && <Owners of={owners} />}
      <div className={styles.grid}>
        <LogCard log={log} />
        <MarginsCard margins={figures.margins} asOf={asOf} />
        <CalibrationCard bands={figures.calibration} matches={figures.payouts.matches} asOf={asOf} />
        <OwedCard owed={figures.owed} />
        <TimesCard figures={figures} asOf={asOf} />
        <BetsCard figures={figures} asOf={asOf} />
        <PlayCard play={figures.play} asOf={asOf} />
        <AgainCard log={log} />
      </div>
    </>
  );
};

/** Whether a second owner checks who is let into the office: with one owner left, nothing else on this page is checked by two. */
const Owners = ({ of: { state, from } }: { of: NonNullable<Output<'housePage'>['owners']> }) => {
  const t = useT();
  if (state === 'alone') return <p className={styles.lead}>{t('house.ownerAlone')}</p>;
  if (state !== 'asked' || from === undefined) return null;
  const date = formatLongDate(from, { lan: currentLan(), timeZone: deviceTimeZone() });
  return <p className={styles.lead}>{t('house.ownerAsked', { date })}</p>;
};

const Waiting = () => (
  <div className={styles.grid}>
    {[11, 16, 16, 9, 9, 9].map((height, at) => (
      <div key={`${at} ${height}`} data-part={at === 0 ? 'log' : undefined}>
        <Card>
          <Skeleton height={height} />
        </Card>
      </div>
    ))}
  </div>
);
