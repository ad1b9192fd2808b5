import type { User } from '@touchline/contract/shapes/user';
import { formatMoney } from '@touchline/locales/format';
import { BigAmount } from '../../features/labels/big-amount.tsx';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { PlayMoneyTag } from '../../shell/play-money-tag.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './balance-card.module.css';

/** The wallet: what can be staked, and what is held. */
export const BalanceCard = ({ user }: { user: User }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <Card>
      <div className={styles.line}>
        <h2 className={styles.label}>{t('mine.available')}</h2>
        <PlayMoneyTag />
      </div>
      <BigAmount amount={user.balance} currency={user.currency} />
      <div className={`${styles.line} ${styles.held}`}>
        <span className={styles.label}>{t('mine.held')}</span>
        <bdi className="figures">{formatMoney(user.held, { lan })}</bdi>
      </div>
    </Card>
  );
};
