import { useSite } from '../lib/site.ts';
import { useT } from '../lib/i18n.ts';
import styles from './ui.module.css';

/** Says once for a page in which currency its amounts are. */
export const AmountsIn = () => {
  const t = useT();
  const { currency } = useSite();
  return currency === '' ? null : <span className={styles.hint}>{t('money.in', { currency })}</span>;
};
