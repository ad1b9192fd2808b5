import { Button, Table } from '@mantine/core';
import type { CommissionLine } from '@touchline/contract/shapes/team';
import { formatCount } from '@touchline/locales/format';
import { useState } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { PageNav } from '../../ui/table/pager.tsx';
import { Failure, Skeleton } from '../../ui/notices.tsx';
import { Tag } from '../../ui/tag.tsx';
import { FigureHeads, ScrollBox } from '../../features/growth/tables.tsx';
import styles from '../../features/growth/growth.module.css';

const limit = 20;

type SourcesProps = {
  member: string;
  id: string;
  generation: number;
  lines: readonly CommissionLine[];
  onChoose: (generation: number) => void;
};

/** Whose bets a generation's line came from: each member masked, with sums of the day, never a bet. */
export const Sources = ({ lines, onChoose, ...of }: SourcesProps) => {
  const t = useT();
  const generations = [...new Set(lines.map(({ generation }) => generation))];
  return (
    <>
      <p className={styles.hint}>{t('commission.sourcesHint')}</p>
      <div className={styles.row}>
        {generations.map((generation) => (
          <Button
            key={generation}
            variant={generation === of.generation ? 'filled' : 'default'}
            size="compact-xs"
            aria-pressed={generation === of.generation}
            onClick={() => onChoose(generation)}
          >
            {t('team.generation', { generation })}
          </Button>
        ))}
      </div>
      <SourcePage key={of.generation} {...of} />
    </>
  );
};

const SourcePage = (of: { member: string; id: string; generation: number }) => {
  const t = useT();
  const { money, currency } = useFormats();
  const [page, setPage] = useState(1);
  const list = useCall('officeCommissionSources', { ...of, page, limit }, { keep: true });
  if (list.isError) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <Skeleton lines={3} />;
  const pages = Math.max(1, Math.ceil(list.data.total / limit));
  const count = (value: number): string => formatCount(value, { lan: currentLan() });
  return (
    <>
      <ScrollBox label={t('commission.sources')}>
        <Table className={styles.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('column.member')}</Table.Th>
              <FigureHeads
                of={[
                  t('team.bets'),
                  t('commission.stakes', { currency }),
                  t('commission.theoretical', { currency }),
                  t('commission.part', { currency }),
                ]}
              />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.data.list.map((row, at) => (
              // Masked names may be alike.
              // oxlint-disable-next-line react/no-array-index-key
              <Table.Tr key={at}>
                <Table.Th scope="row">
                  {row.name} {!row.counts && <Tag tone="wait">{t('team.flagged')}</Tag>}
                </Table.Th>
                <Table.Td data-align="end">{count(row.bets)}</Table.Td>
                <Table.Td data-align="end">{money(row.stakes)}</Table.Td>
                <Table.Td data-align="end">{money(row.theoretical)}</Table.Td>
                <Table.Td data-align="end">{money(row.part)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      {pages > 1 && <PageNav page={page} pages={pages} onPage={setPage} />}
    </>
  );
};
