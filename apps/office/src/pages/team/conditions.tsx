import { Table } from '@mantine/core';
import type { OfficeTeamPlace } from '@touchline/contract/shapes/office-growth';
import { formatCount } from '@touchline/locales/format';
import { useFormats } from '../../lib/site.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { Tag } from '../../ui/tag.tsx';
import { ScrollBox } from '../../features/growth/tables.tsx';
import styles from '../../features/growth/growth.module.css';

type Condition = OfficeTeamPlace['levels'][number]['conditions'][number];

/** What each level asks for, and how far the member is. */
export const Conditions = ({ of }: { of: OfficeTeamPlace }) => {
  const t = useT();
  const { money, currency } = useFormats();
  const count = (value: number): string => formatCount(value, { lan: currentLan() });
  const nameOf = ({ condition, each }: Condition): string =>
    each === undefined
      ? t(`team.condition.${condition}`)
      : t('team.condition.each', { amount: `${money(each)} ${currency}` });
  return (
    <ScrollBox label={t('team.asks')}>
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('team.level')}</Table.Th>
            <Table.Th scope="col">{t('team.asks')}</Table.Th>
            <Table.Th scope="col" data-align="end">
              {t('team.has')}
            </Table.Th>
            <Table.Th scope="col" data-align="end">
              {t('team.needs')}
            </Table.Th>
            <Table.Th scope="col">{t('column.state')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {of.levels.flatMap(({ level, reached, conditions }) =>
            conditions.length === 0
              ? [
                  <Table.Tr key={level}>
                    <Table.Th scope="row">{level}</Table.Th>
                    <Table.Td colSpan={3}>{t('team.noConditions')}</Table.Td>
                    <Table.Td>
                      <Met is={reached} />
                    </Table.Td>
                  </Table.Tr>,
                ]
              : conditions.map((one, at) => (
                  <Table.Tr key={`${level}-${one.condition}`}>
                    {at === 0 && (
                      <Table.Th scope="row" rowSpan={conditions.length}>
                        {level}
                      </Table.Th>
                    )}
                    <Table.Td data-wraps>{nameOf(one)}</Table.Td>
                    <Table.Td data-align="end">{count(one.have)}</Table.Td>
                    <Table.Td data-align="end">{count(one.needed)}</Table.Td>
                    <Table.Td>
                      <Met is={one.met} />
                    </Table.Td>
                  </Table.Tr>
                )),
          )}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
};

const Met = ({ is }: { is: boolean }) => {
  const t = useT();
  return <Tag tone={is ? 'good' : 'plain'}>{is ? t('team.met') : t('team.notYet')}</Tag>;
};
