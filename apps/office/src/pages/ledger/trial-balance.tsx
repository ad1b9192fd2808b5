import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats, useSite } from '../../lib/site.ts';
import { momentOfWall, wallTime } from '../../lib/wall-time.ts';
import { useT } from '../../lib/i18n.ts';
import { usePageSearch } from '../../lib/search.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Failure, Note } from '../../ui/notices.tsx';
import { Figures } from '../../ui/figure.tsx';
import { accountText } from './account-names.tsx';
import styles from './ledger.module.css';

type Row = { account: string; name: string; balance: string; entries?: number };

const keyOf = ({ account }: Row): string => account;

/** Every account at a past time, or now, with the proof that they sum to zero. */
export const TrialBalance = () => {
  const t = useT();
  const { money, when, currency } = useFormats();
  const { at = '' } = usePageSearch();
  const trial = useCall('officeTrialBalance', at === '' ? {} : { at }, { follow: at === '' });
  const { data } = trial;
  const columns = useMemo(
    (): Column<Row>[] => [
      { id: 'account', header: t('ledger.account'), cell: ({ name }) => name },
      {
        id: 'balance',
        header: t('unit.of', { name: t('ledger.balance'), unit: currency }),
        align: 'end',
        cell: ({ balance }) => money(balance),
      },
      {
        id: 'entries',
        header: t('ledger.entries'),
        align: 'end',
        cell: ({ entries }) => (entries === undefined ? '–' : money(String(entries))),
      },
    ],
    [t, money, currency],
  );
  const rows = data && [
    ...data.accounts.map((one): Row => ({ ...one, name: accountText(one.account) })),
    { account: '(available)', name: t('ledger.membersAvailable'), balance: data.members.available },
    { account: '(held)', name: t('ledger.membersHeld'), balance: data.members.held },
  ];
  return (
    <div className={styles.narrow}>
      <Moment at={at} />
      {trial.isError && data !== undefined && <Failure error={trial.error} />}
      {data !== undefined && (
        <>
          {!data.complete && <Note>{t('ledger.incomplete')}</Note>}
          <Figures
            of={[
              { name: t('ledger.at'), value: when(data.at) },
              {
                name: t('unit.of', { name: t('ledger.sum'), unit: currency }),
                value: money(data.sum),
                tone: data.agrees ? 'good' : 'bad',
              },
              {
                name: t('column.state'),
                tone: data.agrees ? 'good' : 'bad',
                value: t(data.agrees ? 'ledger.agrees' : 'ledger.differs'),
              },
            ]}
          />
        </>
      )}
      <DataTable
        label={t('ledgerTab.trial')}
        columns={columns}
        keyOf={keyOf}
        rows={rows}
        error={trial.error}
        onRetry={() => void trial.refetch()}
        empty={{ title: t('ledger.noAccounts'), hint: t('ledger.noAccountsHint') }}
      />
      <p className={styles.soft}>{t('ledger.signHint')}</p>
    </div>
  );
};

/** The time, on the wall of the site; in the address it is one of UTC. */
const Moment = ({ at }: { at: string }) => {
  const t = useT();
  const { timeZone } = useSite();
  const navigate = useNavigate();
  const search = usePageSearch();
  const go = (moment: string): void =>
    void navigate({ to: '.', search: { ...search, at: moment }, replace: true });
  const shown = at === '' || Number.isNaN(Date.parse(at)) ? '' : wallTime(new Date(at), timeZone);
  return (
    <div className={styles.filters}>
      <TextInput
        type="datetime-local"
        aria-label={t('ledger.at')}
        value={shown}
        onChange={({ currentTarget }) => go(momentOfWall(currentTarget.value, timeZone)?.toISOString() ?? '')}
      />
      <Button variant="default" disabled={at === ''} onClick={() => go('')}>
        {t('ledger.now')}
      </Button>
      <span className={styles.soft}>{t('ledger.atHint', { timeZone })}</span>
    </div>
  );
};
