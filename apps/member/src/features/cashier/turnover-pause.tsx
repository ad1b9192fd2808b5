import { useT } from '../../lib/i18n.tsx';
import { endText } from '../play/restriction-text.ts';
import { useRestriction } from '../play/use-restriction.ts';
import styles from './cashier.module.css';

/** That turnover stays owed during a time-out, and when the member can bet again. An exclusion waives it. */
export const TurnoverPause = () => {
  const t = useT();
  const restriction = useRestriction();
  if (restriction?.kind !== 'time_out' || restriction.until === undefined) return null;
  return <p className={styles.pause}>{t('cashier.turnoverPaused', { until: endText(restriction.until) })}</p>;
};
