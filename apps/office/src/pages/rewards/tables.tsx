import { Table } from '@mantine/core';
import type { RewardTerms } from '@touchline/contract/shapes/office-growth';
import { formatCount } from '@touchline/locales/format';
import { useFormats } from '../../lib/site.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { Changed, FigureHeads, ScrollBox } from '../../features/growth/tables.tsx';
import styles from '../../features/growth/growth.module.css';

type Terms = RewardTerms & { members?: number | undefined };

/** VIP levels side by side; where they change, the old value comes before the new one. */
export const TermsTable = ({
  of,
  before,
  hasMembers = false,
}: {
  of: readonly Terms[];
  before?: readonly Terms[] | undefined;
  hasMembers?: boolean;
}) => {
  const t = useT();
  const { money, currency } = useFormats();
  const textsOf = (one: Terms): string[] => [
    money(one.turnover),
    `${one.withdrawFee}%`,
    money(one.withdrawMax),
    `${one.checkIn}%`,
    t(`reward.support.${one.support}`),
  ];
  return (
    <ScrollBox label={t('reward.levels')}>
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('reward.level')}</Table.Th>
            {hasMembers && (
              <Table.Th scope="col" data-align="end">
                {t('reward.members')}
              </Table.Th>
            )}
            <FigureHeads
              of={[
                t('reward.turnover', { currency }),
                t('reward.fee'),
                t('reward.max', { currency }),
                t('reward.percent'),
              ]}
            />
            <Table.Th scope="col">{t('reward.support')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {of.map((one) => {
            const was = before?.find(({ level }) => level === one.level);
            const old = was === undefined ? undefined : textsOf(was);
            return (
              <Table.Tr key={one.level}>
                <Table.Th scope="row">{one.level}</Table.Th>
                {hasMembers && (
                  <Table.Td data-align="end">
                    {one.members === undefined ? '–' : formatCount(one.members, { lan: currentLan() })}
                  </Table.Td>
                )}
                {textsOf(one).map((text, at) => (
                  // The order of the figures is fixed.
                  // oxlint-disable-next-line react/no-array-index-key
                  <Table.Td key={at} data-align={at < 4 ? 'end' : undefined}>
                    <Changed text={text} was={old?.[at]} />
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
};

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
