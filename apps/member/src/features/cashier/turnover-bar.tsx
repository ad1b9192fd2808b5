import { formatMoney } from '@touchline/locales/format';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Bar } from '../../ui/bar.tsx';
import styles from './cashier.module.css';

type Props = {
  left: string;
  /** How much is done, 0 … 100. */
  percent: number;
};

/** The turnover still owed and how far one has come. */
export const TurnoverBar = ({ left, percent }: Props) => {
  const t = useT();
  return (
    <div className={styles.turnoverBar}>
      <span className={styles.turnoverBarLabel}>{t('cashier.turnoverLeft')}</span>
      <bdi dir="ltr" className={`figures ${styles.left}`}>
        {formatMoney(left, { lan: currentLan() })}
      </bdi>
      <div className={styles.track}>
        <Bar label={t('cashier.turnoverDone')} percent={percent} />
      </div>
    </div>
  );
};
