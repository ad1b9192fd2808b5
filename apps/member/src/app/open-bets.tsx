import { Link } from '@tanstack/react-router';
import { formatCount } from '@touchline/locales/format';
import { useOpenBets } from '../features/cashier/wallet-parts.ts';
import { BetCard } from '../features/record/bet-card.tsx';
import { currentLan, useT } from '../lib/i18n.tsx';
import styles from './app.module.css';

/** The newest open bets, under the slip. */
export const OpenBets = () => {
  const t = useT();
  const { data } = useOpenBets();
  if (data === undefined || data.list.length === 0) return null;
  return (
    <section className={styles.bets} aria-labelledby="open-bets">
      <div className={styles.head}>
        <h2 className={styles.openBetsTitle} id="open-bets">
          {t('nav.investment')}
        </h2>
        <Link to="/pages/investment/investment" search={{}} className={styles.all}>
          {formatCount(data.total, { lan: currentLan() })}
        </Link>
      </div>
      {data.list.map((bet) => (
        <BetCard key={bet.id} bet={bet} />
      ))}
    </section>
  );
};
