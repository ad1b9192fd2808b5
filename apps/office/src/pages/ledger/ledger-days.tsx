import { TextInput } from '@mantine/core';
import type { LedgerDay } from '@touchline/contract/shapes/office-views';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useDays } from '../../lib/day-formats.ts';
import { useT } from '../../lib/i18n.ts';
import type { PageSearch } from '@touchline/kit/search';
import { usePageSearch } from '../../lib/search.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { AccountChoice, accountText, kindText } from './account-names.tsx';
import styles from './ledger.module.css';

/** How far back one looks at first. */
const daysShown = 30;

const keyOf = ({ day, kind, account }: LedgerDay): string => `${day} ${kind} ${account}`;

/** Sums of entries by day, kind and account; a row leads to its entries. */
export const LedgerDays = () => {
  const t = useT();
  const { signed, money, currency, dayName } = useFormats();
  const dayOf = useDays();
  const navigate = useNavigate();
  const search = usePageSearch();
  const span = { from: search['from'] ?? dayOf(daysShown - 1), to: search['to'] ?? dayOf(0) };
  const account = search['account'] ?? '';
  const days = useCall(
    'officeLedgerDays',
    { ...span, account: account === '' ? undefined : account },
    { follow: true, keep: true },
  );
  const columns = useMemo(
    (): Column<LedgerDay>[] => [
      { id: 'day', header: t('ledger.day'), cell: ({ day }) => dayName(day) },
      { id: 'kind', header: t('ledger.kind'), cell: ({ kind }) => kindText(kind) },
      { id: 'account', header: t('ledger.account'), cell: (row) => accountText(row.account) },
      {
        id: 'amount',
        header: t('unit.of', { name: t('ledger.membersAvailable'), unit: currency }),
        align: 'end',
        cell: ({ amount }) => signed(amount),
      },
      {
        id: 'held',
        header: t('unit.of', { name: t('ledger.membersHeld'), unit: currency }),
        align: 'end',
        cell: ({ held }) => signed(held),
      },
      {
        id: 'house',
        header: t('unit.of', { name: t('ledger.house'), unit: currency }),
        align: 'end',
        cell: ({ house }) => signed(house),
      },
      {
        id: 'entries',
        header: t('ledger.entries'),
        align: 'end',
        cell: ({ entries }) => money(String(entries)),
      },
    ],
    [t, signed, money, currency, dayName],
  );
  const filter = (change: PageSearch): void =>
    void navigate({ to: '.', search: { ...search, ...change }, replace: true });
  return (
    <>
      <div className={styles.filters}>
        <AccountChoice value={account} onChange={(chosen) => filter({ account: chosen })} />
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            aria-label={t(`ledger.${name}`)}
            value={span[name]}
            onChange={({ currentTarget }) => filter({ [name]: currentTarget.value })}
          />
        ))}
      </div>
      <DataTable
        label={t('ledgerTab.days')}
        columns={columns}
        keyOf={keyOf}
        rows={days.data?.list}
        error={days.error}
        searchOf={(row) => ({ tab: 'entries', day: row.day, kind: row.kind, account: row.account })}
        onRetry={() => void days.refetch()}
        empty={{ title: t('ledger.none'), hint: t('ledger.noneHint') }}
      />
    </>
  );
};
