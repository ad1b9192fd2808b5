import { Skeleton as Bar } from '@mantine/core';
import { useT } from '../lib/i18n.ts';
import styles from './ui.module.css';

/** Bars in place of lines that are loading. */
export const Skeleton = ({ lines }: { lines: number }) => {
  const t = useT();
  return (
    <output className={styles.lines} aria-label={t('table.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <Bar key={line} height="1.25rem" />
      ))}
    </output>
  );
};
