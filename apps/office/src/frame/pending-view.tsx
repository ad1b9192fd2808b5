import { Loader } from '@mantine/core';
import { useT } from '../shell/i18n.ts';
import styles from './view.module.css';

export const PendingView = () => {
  const t = useT();
  return (
    <output className={styles.view} aria-label={t('table.loading')}>
      <Loader size="sm" color="var(--pitch)" />
    </output>
  );
};
