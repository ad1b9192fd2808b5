import { formatAmount, parseAmount } from '@touchline/money/amount';
import { formatMoney } from '@touchline/locales/format';
import { useCall, useUser } from '../../api/query.ts';
import { BigAmount } from '../../features/labels/big-amount.tsx';
import { isolated } from '../../features/labels/bidi.ts';
import { useScale } from '../../features/labels/use-scale.ts';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './wallet-card.module.css';

/** What can be bet, boldest on the page, and what is in open bets. */
export const WalletCard = () => {
  const t = useT();
  const lan = currentLan();
  const user = useUser();
  const inBets = useOpenStakes();
  if (user === undefined) return null;
  return (
    <Card>
      <div className={styles.head}>
        <span>{t('home.available')}</span>
        {inBets !== undefined && (
          <span className={styles.inBets}>
            {t('home.inBets', { amount: isolated(formatMoney(inBets, { lan })) })}
          </span>
        )}
      </div>
      <BigAmount amount={user.balance} currency={user.currency} />
    </Card>
  );
};

const openBets = { tab: 'in_progress', page: 1, limit: 100 } as const;

/** Sum of the open stakes; undefined until known, or when there are more bets than one page tells of. */
function useOpenStakes(): string | undefined {
  const scale = useScale();
  const { data } = useCall('orderList', openBets);
  if (data === undefined || data.total > data.list.length) return undefined;
  const sum = data.list.reduce((total, bet) => total + (parseAmount(bet.stake, scale) ?? 0n), 0n);
  return formatAmount(sum, scale);
}
