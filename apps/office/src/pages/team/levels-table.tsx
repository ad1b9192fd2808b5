import { Table } from '@mantine/core';
import type { TeamLevel } from '@touchline/contract/shapes/team';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { Changed, FigureHeads, ScrollBox } from '../../features/growth/tables.tsx';
import styles from '../../features/growth/growth.module.css';

/** The figures of a level in the order of its table, as they are written: conditions, then rates. */
export const figuresOf = ({ conditions, rates }: TeamLevel): string[] => [
  String(conditions.people),
  String(conditions.recharged),
  conditions.rechargeEach,
  String(conditions.sessions),
  ...rates,
];

/** The generations below a leader that commission counts; each has a rate. */
export const generations = [1, 2, 3] as const;

/** The first of them that is a rate. */
export const firstRate = 4;

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
