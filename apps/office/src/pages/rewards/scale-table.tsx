import { Table } from '@mantine/core';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { Changed } from '../../features/growth/changed.tsx';
import { ScrollBox } from '../../features/growth/scroll-box.tsx';
import styles from '../../features/growth/growth.module.css';

/** An amount as it was typed, with both of its decimals. */
const inFull = (amount: string): string => {
  const [whole, fraction = ''] = amount.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
};

const days = [1, 2, 3, 4, 5, 6, 7];

/** What the seven days of a run of check-ins give; empty where there is no check-in. */
export const ScaleTable = ({
  of,
  before,
}: {
  of: readonly string[];
  before?: readonly string[] | undefined;
}) => {
  const t = useT();
  const { money, currency } = useFormats();
  const textOf = (scale: readonly string[], day: number): string => {
    const amount = scale[day - 1];
    return amount === undefined || amount === '' ? '–' : money(inFull(amount));
  };
  return (
    <ScrollBox label={t('reward.scale')}>
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('reward.dayOfRun')}</Table.Th>
            {days.map((day) => (
              <Table.Th key={day} scope="col" data-align="end">
                {day}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">
              {of.length === 0 ? t('reward.closed') : t('reward.gives', { currency })}
            </Table.Th>
            {days.map((day) => (
              <Table.Td key={day} data-align="end">
                <Changed text={textOf(of, day)} was={before && textOf(before, day)} />
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
};
