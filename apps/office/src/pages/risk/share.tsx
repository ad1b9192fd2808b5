import { useDayFormats } from '../../lib/day-formats.ts';
import { Meter } from '../../ui/figure.tsx';
import styles from './risk.module.css';

/** How much of a cap is used, as a bar with its figure. */
export const Share = ({ percent: of }: { percent: number | undefined }) => {
  const { percent } = useDayFormats();
  if (of === undefined) return '–';
  return (
    <span className={styles.share}>
      <Meter percent={of} />
      <span>{percent(of)}</span>
    </span>
  );
};
