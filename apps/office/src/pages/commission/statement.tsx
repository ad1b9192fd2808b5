import { Button, Table } from '@mantine/core';
import type { Output } from '@touchline/contract/routes';
import { Link } from '@tanstack/react-router';
import type { CommissionLine } from '@touchline/contract/shapes/team';
import { formatCount } from '@touchline/locales/format';
import { useState } from 'react';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { Facts } from '../../ui/facts.tsx';
import { Failure, Note, Skeleton } from '../../ui/notices.tsx';
import { Section } from '../../ui/page.tsx';
import { FigureHeads, ScrollBox } from '../../features/growth/tables.tsx';
import styles from '../../features/growth/growth.module.css';
import { PageNav } from '../../ui/table/pager.tsx';
import { Tag } from '../../ui/tag.tsx';

type Statement = Output<'officeCommissionDetail'>;

/** A leader's day: its arithmetic, what is left out, and the members it came from. */
export const StatementDetail = ({ member, id }: { member: string; id: string }) => {
  const t = useT();
  const { longDay: day } = useDayFormats();
  const { signed, when, currency } = useFormats();
  const [generation, choose] = useState<number>();
  const found = useCall('officeCommissionDetail', { member, id });
  if (found.isError) return <Failure error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeleton lines={8} />;
  const { leader, commission, rulesVersion, teamLevel, restricted, lines, flags } = found.data;
  const shown = generation ?? lines[0]?.generation;
  return (
    <>
      {restricted && <Note>{t('commission.restricted')}</Note>}
      {flags.length > 0 && <Note>{t('commission.leftOut', { count: flags.length })}</Note>}
      <Facts
        of={[
          [
            t('team.leader'),
            <Link
              key="leader"
              to="/team"
              search={{ member: leader.id, id: leader.id }}
              className={styles.link}
            >
              {leader.account}
            </Link>,
          ],
          [t('commission.day'), day(commission.day)],
          [t('column.amount', { currency }), <strong key="amount">{signed(commission.amount)}</strong>],
          [t('column.state'), t(`commissionDay.${commission.state}`)],
          [t('commission.doneAt'), commission.paidAt === undefined ? undefined : when(commission.paidAt)],
          [t('team.level'), teamLevel],
          [t('ruleChange.basedOn'), rulesVersion],
        ]}
      />
      <Section title={t('commission.lines')}>
        <Lines of={lines} total={found.data.total} />
      </Section>
      {shown !== undefined && (
        <Section title={t('commission.sources')}>
          <Sources member={member} id={id} generation={shown} onChoose={choose} lines={lines} />
        </Section>
      )}
    </>
  );
};

const Lines = ({ of, total }: { of: Statement['lines']; total: string }) => {
  const t = useT();
  const { money, signed, when, currency } = useFormats();
  return (
    <ScrollBox label={t('commission.lines')}>
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('team.generationHead')}</Table.Th>
            <FigureHeads
              of={[
                t('team.people'),
                t('commission.stakes', { currency }),
                t('commission.theoretical', { currency }),
                t('team.rate'),
                t('column.amount', { currency }),
              ]}
            />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {of.map((line) => (
            <Table.Tr key={`${line.generation}-${line.at ?? ''}`}>
              <Table.Th scope="row">
                {line.generation}
                {line.at !== undefined && (
                  <span className={styles.hint}> {t('commission.corrected', { at: when(line.at) })}</span>
                )}
              </Table.Th>
              <Table.Td data-align="end">{formatCount(line.people, { lan: currentLan() })}</Table.Td>
              <Table.Td data-align="end">{money(line.stakes)}</Table.Td>
              <Table.Td data-align="end">{money(line.theoretical)}</Table.Td>
              <Table.Td data-align="end">{line.rate}%</Table.Td>
              <Table.Td data-align="end">{signed(line.amount)}</Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr className={styles.sum}>
            <Table.Th scope="row" colSpan={5}>
              {t('team.all')}
            </Table.Th>
            <Table.Td data-align="end">{signed(total)}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
};

const limit = 20;

type SourcesProps = {
  member: string;
  id: string;
  generation: number;
  lines: readonly CommissionLine[];
  onChoose: (generation: number) => void;
};

/** Whose bets a generation's line came from: each member masked, with sums of the day, never a bet. */
const Sources = ({ lines, onChoose, ...of }: SourcesProps) => {
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
