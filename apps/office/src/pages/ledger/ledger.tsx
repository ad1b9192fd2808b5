import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageSearch } from '../../lib/search.ts';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { LedgerAccounts } from './ledger-accounts.tsx';
import { LedgerDays } from './ledger-days.tsx';
import { LedgerEntries } from './ledger-entries.tsx';
import { TrialBalance } from './trial-balance.tsx';

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
