import { useT } from '../shell/i18n.ts';
import styles from './skeleton.module.css';

/** In the shape of what is on its way. */
export const Skeleton = ({ lines }: { lines: number }) => {
  const t = useT();
  return (
    <output className={styles.lines} aria-label={t('table.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </output>
  );
};
