import { Link } from '@tanstack/react-router';
import { useT } from '../lib/i18n.ts';
import { useMay } from '../lib/rights.ts';
import styles from './ui.module.css';

const recharges: readonly string[] = ['recharge', 'recharge_fee'];
const withdrawals: readonly string[] = [
  'withdrawal',
  'withdrawal_paid',
  'withdrawal_fee',
  'withdrawal_returned',
];
const bets: readonly string[] = [
  'stake',
  'live_delay',
  'live_refused',
  'payout',
  'refund',
  'cash_out',
  'correction',
];

type BelongsToProps = {
  member: string | undefined;
  kind: string;
  /** Id of what it belongs to. */
  entry: string | undefined;
  /** The same in words, where there are any. */
  text?: string | undefined;
};

/** What an entry of the ledger belongs to: the bet, the recharge, the withdrawal, as a link where one may look. */
export const BelongsTo = ({ member, kind, entry, text }: BelongsToProps) => {
  const t = useT();
  const may = useMay();
  if (entry === undefined || member === undefined) return text ?? '–';
  const search = { member, id: entry };
  if (bets.includes(kind) && may('officeMemberBets') && may('officeMemberDetail')) {
    return (
      <Link to="/members" search={{ ...search, tab: 'bets' }} className={styles.inner}>
        {text ?? t('ledger.bet')}
      </Link>
    );
  }
  if (recharges.includes(kind) && may('officeRechargeList')) {
    return (
      <Link to="/recharges" search={search} className={styles.inner}>
        {text ?? t('recharge.title')}
      </Link>
    );
  }
  if (withdrawals.includes(kind) && may('officeWithdrawList')) {
    return (
      <Link to="/withdrawals" search={search} className={styles.inner}>
        {text ?? t('withdrawal.title')}
      </Link>
    );
  }
  return text ?? '–';
};
