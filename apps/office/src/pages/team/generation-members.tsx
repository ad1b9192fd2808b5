import { Table } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { MemberName } from '@touchline/contract/shapes/office';
import { formatCount } from '@touchline/locales/format';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { pageOf, usePageSearch } from '../../lib/search.ts';
import { PageNav } from '../../ui/table/pager.tsx';
import { Failure, Skeleton } from '../../ui/notices.tsx';
import { Tag } from '../../ui/tag.tsx';
import { FigureHeads, ScrollBox } from '../../features/growth/tables.tsx';
import styles from '../../features/growth/growth.module.css';

const limit = 20;

/** The members of one generation, newest first; its page is in the address as `below`. */
export const GenerationMembers = ({ member, generation }: { member: string; generation: number }) => {
  const t = useT();
  const search = usePageSearch();
  const { day, money, signed, currency } = useFormats();
  const page = pageOf({ page: search['below'] ?? '1' });
  const list = useCall('officeTeamMembers', { member, generation, page, limit }, { keep: true });
  if (list.isError) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <Skeleton lines={4} />;
  const { total } = list.data;
  if (total === 0) return <p className={styles.hint}>{t('team.nobody')}</p>;
  const count = (value: number): string => formatCount(value, { lan: currentLan() });
  return (
    <>
      <ScrollBox label={t('team.generation', { generation })}>
        <Table className={styles.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('column.member')}</Table.Th>
              <Table.Th scope="col" data-wide>
                {t('member.registered')}
              </Table.Th>
              <FigureHeads
                of={[
                  t('team.own'),
                  t('team.recharged', { currency }),
                  t('team.bets'),
                  t('team.brought', { currency }),
                ]}
              />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.data.list.map((row) => (
              <Table.Tr key={row.member.id}>
                <Table.Th scope="row">
                  <PlaceLink of={row.member} /> {row.flagged && <Tag tone="wait">{t('team.flagged')}</Tag>}
                </Table.Th>
                <Table.Td data-wide>{day(row.registeredAt)}</Table.Td>
                <Table.Td data-align="end">{count(row.people)}</Table.Td>
                <Table.Td data-align="end">{money(row.recharge)}</Table.Td>
                <Table.Td data-align="end">{count(row.sessions)}</Table.Td>
                <Table.Td data-align="end">{signed(row.income)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      <Pages page={page} pages={Math.ceil(total / limit)} />
    </>
  );
};

const Pages = ({ page, pages }: { page: number; pages: number }) => {
  const navigate = useNavigate();
  const search = usePageSearch();
  if (pages <= 1) return null;
  const go = (to: number): void =>
    void navigate({ to: '.', search: { ...search, below: to === 1 ? '' : String(to) }, replace: true });
  return <PageNav page={page} pages={pages} onPage={go} />;
};

/** Leads to a member's own place in the tree, the list staying as it is. */
export const PlaceLink = ({ of }: { of: MemberName }) => {
  const { generation: _, below: __, ...rest } = usePageSearch();
  return (
    <Link to="." search={{ ...rest, member: of.id, id: of.id }} className={styles.link}>
      {of.account}
    </Link>
  );
};
