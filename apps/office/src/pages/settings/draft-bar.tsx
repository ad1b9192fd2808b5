import { Button } from '@mantine/core';
import { useT } from '../../shell/i18n.ts';
import type { Draft } from './draft.ts';
import styles from './settings.module.css';

/** How much one has put together, and where to send it. */
export const DraftBar = ({ draft, onReview }: { draft: Draft; onReview: () => void }) => {
  const t = useT();
  const count = draft.settings.length;
  if (count === 0) return null;
  return (
    <output className={styles.draft}>
      <strong>{t('settings.draft', { count })}</strong>
      <span className={styles.actions}>
        <Button onClick={onReview}>{t('settings.review')}</Button>
        <Button variant="default" onClick={draft.drop}>
          {t('settings.drop')}
        </Button>
      </span>
    </output>
  );
};
