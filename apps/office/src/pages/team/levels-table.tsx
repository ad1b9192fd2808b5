import { Table } from '@mantine/core';
import type { TeamLevel } from '@touchline/contract/shapes/team';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { figuresOf, firstRate, generations } from './level-figures.ts';
import { Changed } from '../../features/growth/changed.tsx';
import { FigureHeads } from '../../features/growth/figure-heads.tsx';
import { ScrollBox } from '../../features/growth/scroll-box.tsx';
import styles from '../../features/growth/growth.module.css';

const withUnit = (text: string, at: number): string => (at >= firstRate ? `${text}%` : text);

/** Team levels side by side; where they change, the old value comes before the new one. */
export const LevelsTable = ({
  levels,
  before,
}: {
  levels: readonly TeamLevel[];
  before?: readonly TeamLevel[] | undefined;
}) => {
  const t = useT();
  return (
    <ScrollBox label={t('team.rules')}>
      <Table className={styles.table}>
        <LevelsHead />
        <Table.Tbody>
          {levels.map((level, row) => {
            const old = before?.[row];
            const was = old === undefined ? undefined : figuresOf(old);
            return (
              <Table.Tr key={level.level}>
                <Table.Th scope="row">{level.level}</Table.Th>
                {figuresOf(level).map((text, at) => (
                  // The order of the figures is fixed.
                  // oxlint-disable-next-line react/no-array-index-key
                  <Table.Td key={at} data-align="end">
                    <Changed text={withUnit(text, at)} was={old && withUnit(was?.[at] ?? '', at)} />
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

/** The heads of these columns. */
const LevelsHead = () => {
  const t = useT();
  const { currency } = useFormats();
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">{t('team.level')}</Table.Th>
        <FigureHeads
          of={[
            t('team.people'),
            t('team.rechargedPeople'),
            t('team.rechargedEach', { currency }),
            t('team.bets'),
            ...generations.map((generation) => t('team.rateOf', { generation })),
          ]}
        />
      </Table.Tr>
    </Table.Thead>
  );
};
