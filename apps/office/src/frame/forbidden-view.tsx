import { Link } from '@tanstack/react-router';
import { useT } from '../shell/i18n.ts';
import styles from './view.module.css';

/** The page is for other roles. */
export const ForbiddenView = () => {
  const t = useT();
  return (
    <div className={styles.view}>
      <h1>{t('forbidden.title')}</h1>
      <p className={styles.hint}>{t('forbidden.hint')}</p>
      <Link to="/" search={{}}>
        {t('notFound.home')}
      </Link>
    </div>
  );
};
