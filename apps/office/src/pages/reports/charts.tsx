import type { ReportDays } from '@touchline/contract/shapes/office-views';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useFormats } from '../../lib/site.ts';
import { DayChart } from '../../ui/chart/day-chart.tsx';
import { daysOf, seriesOf } from '../../ui/chart/days.ts';
import { useT } from '../../lib/i18n.ts';
import type { Span } from './span.ts';
import styles from './reports.module.css';

/** The days drawn: what was staked, what was left, what came and went, and who bet. */
export const Charts = ({ of, span }: { of: ReportDays; span: Span }) => {
  const t = useT();
  const { money } = useFormats();
  const { count } = useDayFormats();
  const { total } = of;
  const days = daysOf(span);
  const series = seriesOf(of.list, days, money);
  const members = new Map(of.list.map((row) => [row.day, row.members]));
  const active = days.map((day) => members.get(day) ?? 0);
  return (
    <div className={styles.charts}>
      <DayChart
        title={t('report.stakesPayouts')}
        days={days}
        series={[
          {
            name: t('today.stakes'),
            shape: 'columns',
            tone: 'main',
            ...series('stakes'),
            total: money(total.stakes),
          },
          {
            name: t('today.payouts'),
            shape: 'line',
            tone: 'main',
            ...series('payouts'),
            total: money(total.payouts),
          },
        ]}
      />
      <DayChart
        title={t('report.ggrNgr')}
        days={days}
        series={[
          {
            name: t('today.ggr'),
            shape: 'columns',
            tone: 'main',
            ...series('ggr'),
            total: money(total.ggr),
          },
          {
            name: t('today.ngr'),
            shape: 'line',
            tone: 'main',
            ...series('ngr'),
            total: money(total.ngr),
          },
        ]}
      />
      <DayChart
        title={t('report.inOut')}
        days={days}
        series={[
          {
            name: t('today.recharges'),
            shape: 'columns',
            tone: 'main',
            ...series('recharges'),
            total: money(total.recharges),
          },
          {
            name: t('today.withdrawals'),
            shape: 'columns',
            tone: 'second',
            ...series('withdrawals', { down: true }),
            total: money(total.withdrawals),
          },
        ]}
      />
      <DayChart
        title={t('report.active')}
        days={days}
        series={[
          {
            name: t('report.members'),
            shape: 'columns',
            tone: 'main',
            values: active,
            texts: active.map(count),
          },
        ]}
      />
    </div>
  );
};
