import { useState } from 'react';
import { useCall } from '../../lib/query.ts';
import { ChipRow } from '../../features/filters/chip-row.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { Page } from '../../features/frame/page.tsx';
import { configStore } from '../../lib/config.ts';
import { useT } from '../../lib/i18n.tsx';
import { useStore } from '../../lib/use-store.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { periodAround, todayOf } from '../../features/statement/statement-period.ts';
import { Figures } from './statistics/figures.tsx';

const periods = ['all', 'month', 'week'] as const;
type Period = (typeof periods)[number];

/** A member's settled bets in figures: by price, market, competition and type, and compared with the return expected by the prices. */
export const StatisticsPage = () => {
  const t = useT();
  const timeZone = useStore(configStore).site?.timeZone ?? 'UTC';
  const [today] = useState(() => todayOf(new Date(), timeZone));
  const [period, setPeriod] = useState<Period>('all');
  const days = period === 'all' ? {} : { from: periodAround(period, today).from, to: today };
  const { data, error, refetch } = useCall('betStatistics', days);
  return (
    <Page layout="wide" title={t('nav.statistics')} onRefresh={refetch}>
      <ChipRow
        label={t('play.period')}
        options={periods.map((value) => ({ value, label: t(`play.net.${value}`) }))}
        value={period}
        onChange={setPeriod}
      />
      {data === undefined && error === null && (
        <Card>
          <Skeleton height={12} />
        </Card>
      )}
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
      {data !== undefined && <Figures of={data} isAllTime={period === 'all'} />}
    </Page>
  );
};
