import { moneyKinds } from '@touchline/contract/kinds';
import type { Output } from '@touchline/contract/routes';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { BelongsTo } from '../../ui/belongs-to.tsx';
import { Choice } from '../../ui/fields.tsx';
import type { MemberDetail } from './tabs.ts';
import styles from './members.module.css';

type Entry = Output<'officeMemberMoney'>['list'][number];

const limit = 50;
const keyOf = ({ id }: Entry): string => id;

const useColumns = (member: string): Column<Entry>[] => {
  const t = useT();
  const { money, signed, when, currency } = useFormats();
  return useMemo(
    () => [
      { id: 'at', header: t('column.at'), cell: ({ at }) => when(at) },
      { id: 'kind', header: t('ledger.kind'), cell: ({ kind }) => t(`entryKind.${kind}`) },
      {
        id: 'ref',
        header: t('ledger.belongs'),
        cell: ({ kind, ref, note }) => <BelongsTo member={member} kind={kind} entry={ref} text={note} />,
      },
      {
        id: 'amount',
        header: t('unit.of', { name: t('ledger.change'), unit: currency }),
        align: 'end',
        cell: ({ amount }) => signed(amount),
      },
      {
        id: 'after',
        header: t('unit.of', { name: t('member.balance'), unit: currency }),
        align: 'end',
        cell: ({ balanceAfter }) => money(balanceAfter),
      },
      {
        id: 'held',
        header: t('unit.of', { name: t('ledger.heldChange'), unit: currency }),
        align: 'end',
        cell: ({ held }) => signed(held),
      },
      {
        id: 'heldAfter',
        header: t('unit.of', { name: t('member.held'), unit: currency }),
        align: 'end',
        cell: ({ heldAfter }) => money(heldAfter),
      },
    ],
    [t, money, signed, when, currency, member],
  );
};

/** What moved the wallet of the member, newest first. */
export const MemberMoney = ({ of }: { of: MemberDetail }) => {
  const member = of.member.id;
  const t = useT();
  const columns = useColumns(member);
  const navigate = useNavigate();
  const page = usePageNumber();
  const { page: _, ...search } = usePageSearch();
  const kind = choiceOf(search['kind'], moneyKinds);
  const list = useCall('officeMemberMoney', { member, page, limit, kind }, { follow: true, keep: true });
  return (
    <>
      <div className={styles.head}>
        <Choice
          label={t('ledger.kind')}
          value={kind}
          choices={moneyKinds}
          all={t('ledger.allKinds')}
          name={(each) => t(`entryKind.${each}`)}
          onChange={(chosen) =>
            void navigate({ to: '.', search: { ...search, kind: chosen ?? '' }, replace: true })
          }
        />
      </div>
      <DataTable
        label={t('memberTab.money')}
        columns={columns}
        keyOf={keyOf}
        rows={list.data?.list}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={{ title: t('ledger.none'), hint: t('ledger.noneHint') }}
      />
      <Pager total={list.data?.total} limit={limit} />
    </>
  );
};
