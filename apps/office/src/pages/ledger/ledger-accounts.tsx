import { useMemo } from 'react';
import { isZero, sumOf } from '@touchline/kit/sum';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Figures } from '../../ui/figure.tsx';
import { accountText } from './account-names.tsx';
import styles from './ledger.module.css';

type Row = { account: string; balance: string; today: string; entries: number };

const keyOf = ({ account }: Row): string => account;

/** The current accounts of the house and the balances of members; a row leads to the days of its account. */
export const LedgerAccounts = () => {
  const t = useT();
  const { money, signed, when, currency } = useFormats();
  const { data, error, refetch } = useCall('officeLedgerAccounts', {}, { follow: true });
  const columns = useMemo(
    (): Column<Row>[] => [
      { id: 'account', header: t('ledger.account'), cell: ({ account }) => accountText(account) },
      {
        id: 'balance',
        header: t('unit.of', { name: t('ledger.balance'), unit: currency }),
        align: 'end',
        cell: ({ balance }) => money(balance),
      },
      {
        id: 'today',
        header: t('unit.of', { name: t('ledger.today'), unit: currency }),
        align: 'end',
        cell: ({ today }) => signed(today),
      },
      {
        id: 'entries',
        header: t('ledger.entries'),
        align: 'end',
        cell: ({ entries }) => money(String(entries)),
      },
    ],
    [t, money, signed, currency],
  );
  const sum =
    data && sumOf([...data.list.map(({ balance }) => balance), data.members.available, data.members.held]);
  return (
    <div className={styles.narrow}>
      {data !== undefined && sum !== undefined && (
        <Figures
          of={[
            {
              name: t('unit.of', { name: t('ledger.membersAvailable'), unit: currency }),
              value: money(data.members.available),
            },
            {
              name: t('unit.of', { name: t('ledger.membersHeld'), unit: currency }),
              value: money(data.members.held),
            },
            { name: t('ledger.wallets'), value: money(String(data.members.wallets)) },
            {
              name: t('unit.of', { name: t('ledger.sum'), unit: currency }),
              value: money(sum),
              tone: isZero(sum) ? 'good' : 'bad',
            },
          ]}
        />
      )}
      <DataTable
        label={t('ledgerTab.accounts')}
        columns={columns}
        keyOf={keyOf}
        rows={data?.list}
        error={error}
        searchOf={({ account }) => ({ tab: 'days', account })}
        onRetry={() => void refetch()}
        empty={{ title: t('ledger.noAccounts'), hint: t('ledger.noAccountsHint') }}
      />
      {data !== undefined && (
        <p className={styles.soft}>
          {t('ledger.asOf', { when: when(data.at) })} {t('ledger.signHint')}
        </p>
      )}
    </div>
  );
};
