import { Link } from '@tanstack/react-router';
import { useSite } from '../api/site.ts';
import { useT } from '../shell/i18n.ts';
import styles from './frame.module.css';

/** The name of the site, and whether its money is play money. */
export const SiteName = () => {
  const t = useT();
  const { name, mode } = useSite();
  return (
    <Link to="/" search={{}} className={styles.name}>
      <span>{t('shell.title', { site: name })}</span>
      {mode === 'play' && <span className={styles.tag}>{t('shell.playMoney')}</span>}
    </Link>
  );
};
