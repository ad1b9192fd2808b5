import { formatMoney } from '@touchline/locales/format';
import { currentLan } from '../../lib/i18n.tsx';
import styles from './labels.module.css';

/** An amount as the boldest thing of its page, with its currency next to it. */
export const BigAmount = ({ amount, currency }: { amount: string; currency: string }) => (
  <p className={styles.amount}>
    <bdi dir="ltr" className="figures">
      {formatMoney(amount, { lan: currentLan() })}
    </bdi>
    <span className={styles.currency}>{currency}</span>
  </p>
);
