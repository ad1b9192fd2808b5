import { Spinner } from '../ui/spinner.tsx';
import { useT } from '../state/i18n.tsx';
import styles from './view.module.css';

/** Shown while the code of a page takes longer than 200 ms. */
export const PendingView = () => {
  const t = useT();
  return (
    <main className={styles.view} aria-busy="true">
      <Spinner />
      <output className="visually-hidden">{t('common.loading')}</output>
    </main>
  );
};
