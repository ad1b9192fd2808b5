import { dayAfter, daysOf } from '../../chart/days.ts';
import { DayChart } from '../../chart/day-chart.tsx';
import { seriesOf } from '../../chart/series.ts';
import { useCall } from '../../api/query.ts';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { useMay } from '../../shell/use-rights.ts';

const length = 14;

/** Stakes and what was left of them over the last days, for those who may read reports. */
export const Trend = ({ day }: { day: string }) => {
  const t = useT();
  const { money } = useFormats();
  const span = { from: dayAfter(day, 1 - length), to: day };
  const { data } = useCall('officeReportDays', span, {
    enabled: useMay()('officeReportDays'),
    follow: true,
    keep: true,
  });
  if (data === undefined) return null;
  const days = daysOf(span);
  const series = seriesOf(data.list, days, money);
  return (
    <DayChart
      title={t('today.trend')}
      days={days}
      series={[
        {
          name: t('today.stakes'),
          shape: 'columns',
          tone: 'main',
          ...series('stakes'),
          total: money(data.total.stakes),
        },
        { name: t('today.ggr'), shape: 'line', tone: 'main', ...series('ggr'), total: money(data.total.ggr) },
      ]}
    />
  );
};
