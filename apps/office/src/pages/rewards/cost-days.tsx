import { dayMs } from '@touchline/contract/durations';
import type { RewardOverview } from '@touchline/contract/shapes/office-growth';
import { formatCount } from '@touchline/locales/format';
import { useFormats } from '../../api/site.ts';
import { currentLan, useT } from '../../shell/i18n.ts';
import { ScrollBox } from '../growth/scroll-box.tsx';
import { useDay } from '../growth/use-day.ts';
import styles from '../growth/growth.module.css';

type Days = RewardOverview['cost']['days'];

/** What check-ins cost day by day, as a row of bars and a table. */
export const CostDays = ({ of, span }: { of: Days; span: { from: string; to: string } }) => {
  const t = useT();
  const day = useDay();
  const { money, currency } = useFormats();
  if (of.length === 0) return <p className={styles.hint}>{t('reward.noCost')}</p>;
  return (
    <>
      <Bars of={of} span={span} />
      <ScrollBox label={t('reward.costByDay')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('commission.day')}</th>
              <th scope="col" data-align="end">
                {t('reward.checkIns')}
              </th>
              <th scope="col" data-align="end">
                {t('reward.cost', { currency })}
              </th>
            </tr>
          </thead>
          <tbody>
            {of.map((one) => (
              <tr key={one.day}>
                <th scope="row">{day(one.day)}</th>
                <td data-align="end">{formatCount(one.checkIns, { lan: currentLan() })}</td>
                <td data-align="end">{money(one.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
};

const height = 48;

/** The same as bars, the oldest day first; the table beside it says it in figures. */
const Bars = ({ of, span }: { of: Days; span: { from: string; to: string } }) => {
  const t = useT();
  const first = Date.parse(span.from);
  const days = Math.max(1, Math.round((Date.parse(span.to) - first) / dayMs) + 1);
  const most = Math.max(...of.map(({ amount }) => Number(amount)));
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${days} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('reward.costByDay')}
    >
      {of.map(({ day, amount }) => {
        const tall = most === 0 ? 0 : (Number(amount) / most) * height;
        const at = Math.round((Date.parse(day) - first) / dayMs);
        return <rect key={day} x={at + 0.1} y={height - tall} width={0.8} height={tall} />;
      })}
    </svg>
  );
};
