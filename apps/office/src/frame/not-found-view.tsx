import { Link } from '@tanstack/react-router';
import { useT } from '../shell/i18n.ts';
import styles from './view.module.css';

/** The view of an address without a page. */
export const NotFoundView = () => {
  const t = useT();
  return (
    <main className={styles.view}>
      <h1>{t('notFound.title')}</h1>
      <p className={styles.hint}>{t('notFound.hint')}</p>
      <Link to="/" search={{}}>
        {t('notFound.home')}
      </Link>
    </main>
  );
};
