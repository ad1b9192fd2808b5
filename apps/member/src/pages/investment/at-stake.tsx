import { formatCount, formatMoney } from '@touchline/locales/format';
import { useOpenBets } from '../../features/cashier/wallet-parts.ts';
import { BigAmount } from '../../features/labels/big-amount.tsx';
import { useScale } from '../../features/labels/use-scale.ts';
import { currentLan, useT } from '../../state/i18n.tsx';
import { useUser } from '../../state/use-user.ts';
import { Card } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { openTotals } from './open-totals.ts';
import styles from './investment.module.css';

/** The stakes of all open bets, and the most they can bring together. */
export const AtStake = () => {
  const t = useT();
  const lan = currentLan();
  const scale = useScale();
  const user = useUser();
  const { data } = useOpenBets();
  if (user === undefined) return null;
  if (data === undefined) {
    return (
      <Card>
        <Skeleton height={5} />
      </Card>
    );
  }
  // If there are more bets than one page holds, only their number is known here.
  const totals = data.total === data.list.length ? openTotals(data.list, scale) : undefined;
  return (
    <Card>
      <p className={styles.label}>{t('slip.totalStake')}</p>
      {totals !== undefined && <BigAmount amount={totals.stakes} currency={user.currency} />}
      <Facts>
        <Fact label={t('nav.investment')}>{formatCount(data.total, { lan })}</Fact>
        {totals !== undefined && (
          <Fact label={t('investment.potential')}>{formatMoney(totals.potential, { lan })}</Fact>
        )}
      </Facts>
    </Card>
  );
};
