import { moneyKinds } from '@touchline/contract/kinds';
import { useCall } from '../../lib/query.ts';
import { translate as t, useT } from '../../lib/i18n.ts';
import { Choice } from '../../ui/fields.tsx';

const accounts = ['stakes', 'payouts', 'promotions', 'fees', 'commission', 'held'] as const;

/** The name of an account of the house; one newer than the app is shown as it is on the wire. */
export const accountText = (account: string): string => {
  const known = accounts.find((name) => name === account);
  if (known !== undefined) return t(`ledgerAccount.${known}`);
  const [kind, name] = account.split(':');
  if (name === undefined) return account;
  if (kind === 'external') return t('ledgerAccount.external', { name });
  return kind === 'clearing' ? t('ledgerAccount.clearing', { name: accountText(name) }) : account;
};

/** The kinds of entries, with moves between accounts of the house, which members have not. */
export const entryKinds = [...moneyKinds, 'house_move'] as const;

/** The name of a kind of entries. */
export const kindText = (kind: string): string => {
  const known = entryKinds.find((name) => name === kind);
  return known === undefined ? kind : t(`entryKind.${known}`);
};

/** One account of those that there are, or all. */
export const AccountChoice = ({
  value,
  onChange,
}: {
  value: string;
  onChange: (account: string) => void;
}) => {
  const t = useT();
  const { data } = useCall('officeLedgerAccounts', {});
  const known = data?.list.map(({ account }) => account) ?? [];
  return (
    <Choice
      label={t('ledger.account')}
      value={value}
      choices={value === '' || known.includes(value) ? known : [...known, value]}
      all={t('ledger.allAccounts')}
      name={accountText}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
};
