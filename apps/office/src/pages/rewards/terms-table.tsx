import { Table } from '@mantine/core';
import type { RewardTerms } from '@touchline/contract/shapes/office-growth';
import { formatCount } from '@touchline/locales/format';
import { useFormats } from '../../lib/site.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { Changed } from '../../features/growth/changed.tsx';
import { FigureHeads } from '../../features/growth/figure-heads.tsx';
import { ScrollBox } from '../../features/growth/scroll-box.tsx';
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
