import { useCall } from '../../lib/query.ts';
import { useT } from '../../lib/i18n.ts';
import { Choice } from '../../ui/choice.tsx';
import { accountText } from './account-text.ts';

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
