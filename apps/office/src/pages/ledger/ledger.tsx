import { isZero, sumOf } from '@touchline/kit/sum';
import { useMemo } from 'react';
import { useT } from '../../lib/i18n.ts';
import { useCall } from '../../lib/query.ts';
import { choiceOf, usePageSearch } from '../../lib/search.ts';
import { useFormats } from '../../lib/site.ts';
import { Figures } from '../../ui/figure.tsx';
import { Page } from '../../ui/page.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { accountText } from './account-names.tsx';
import { LedgerDays } from './ledger-days.tsx';
import { LedgerEntries } from './ledger-entries.tsx';
import styles from './ledger.module.css';
import { TrialBalance } from './trial-balance.tsx';

type Row = { account: string; balance: string; today: string; entries: number };

const keyOf = ({ account }: Row): string => account;

/** The current accounts of the house and the balances of members; a row leads to the days of its account. */
const LedgerAccounts = () => {
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

const tabs = ['accounts', 'trial', 'days', 'entries'] as const;

/** The ledger: from the accounts to their days, and from there to each entry. */
export const LedgerPage = () => {
  const t = useT();
  const search = usePageSearch();
  const tab = choiceOf(search['tab'], tabs) ?? 'accounts';
  return (
    <Page title={t('place.ledger')}>
      <Tabs
        label={t('ledger.parts')}
        tabs={tabs.map((name) => ({ name, text: t(`ledgerTab.${name}`) }))}
        current={tab}
        searchOf={(name) => ({
          tab: name === 'accounts' ? '' : name,
          // An account is looked at by day and by entry.
          account: name === 'days' || name === 'entries' ? (search['account'] ?? '') : '',
        })}
      />
      {tab === 'accounts' && <LedgerAccounts />}
      {tab === 'trial' && <TrialBalance />}
      {tab === 'days' && <LedgerDays />}
      {tab === 'entries' && <LedgerEntries />}
    </Page>
  );
};
