import { Table } from '@mantine/core';
import { dayMs } from '@touchline/contract/durations';
import type { RewardOverview } from '@touchline/contract/shapes/office-growth';
import { formatCount } from '@touchline/locales/format';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useFormats } from '../../lib/site.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { ScrollBox } from '../../features/growth/tables.tsx';
import styles from '../../features/growth/growth.module.css';

type Days = RewardOverview['cost']['days'];

/** What check-ins cost day by day, as a row of bars and a table. */
export const CostDays = ({ of, span }: { of: Days; span: { from: string; to: string } }) => {
  const t = useT();
  const { longDay: day } = useDayFormats();
  const { money, currency } = useFormats();
  if (of.length === 0) return <p className={styles.hint}>{t('reward.noCost')}</p>;
  return (
    <>
      <Bars of={of} span={span} />
      <ScrollBox label={t('reward.costByDay')}>
        <Table className={styles.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('commission.day')}</Table.Th>
              <Table.Th scope="col" data-align="end">
                {t('reward.checkIns')}
              </Table.Th>
              <Table.Th scope="col" data-align="end">
                {t('reward.cost', { currency })}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {of.map((one) => (
              <Table.Tr key={one.day}>
                <Table.Th scope="row">{day(one.day)}</Table.Th>
                <Table.Td data-align="end">{formatCount(one.checkIns, { lan: currentLan() })}</Table.Td>
                <Table.Td data-align="end">{money(one.amount)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </>
  );
};

const height = 48;

/** The same as bars, the oldest day first; the table next to it has the figures. */
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
