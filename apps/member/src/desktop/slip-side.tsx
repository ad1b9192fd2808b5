import { Link } from '@tanstack/react-router';
import { formatCount } from '@touchline/locales/format';
import { useOpenBets } from '../features/cashier/wallet-parts.ts';
import { BetCard } from '../features/record/bet-card.tsx';
import { SlipPanel } from '../features/slip/slip-panel.tsx';
import { currentLan, useT } from '../state/i18n.tsx';
import { useUser } from '../state/use-user.ts';
import styles from './slip-side.module.css';

/** Beside every page of a desktop: the slip, and beneath it what is still open. */
export const SlipSide = () => (
  <div className={styles.side}>
    <SlipPanel />
    {useUser() !== undefined && <OpenBets />}
  </div>
);

const OpenBets = () => {
  const t = useT();
  const { data } = useOpenBets();
  if (data === undefined || data.list.length === 0) return null;
  return (
    <section className={styles.bets} aria-labelledby="open-bets">
      <div className={styles.head}>
        <h2 className={styles.title} id="open-bets">
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
