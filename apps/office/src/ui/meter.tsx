import styles from './ui.module.css';

/** Above this much of a cap an operator should look; the server draws the same line. */
const nearPercent = 80;

const toneOf = (percent: number): 'plain' | 'wait' | 'bad' => {
  if (percent >= 100) return 'bad';
  return percent > nearPercent ? 'wait' : 'plain';
};

/** How much of something is used, as a bar next to its figure. */
export const Meter = ({ percent }: { percent: number }) => (
  <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect className={styles.whole} width="100" height="4" />
    <rect
      className={styles.used}
      data-tone={toneOf(percent)}
      width={Math.min(100, Math.max(0, percent))}
      height="4"
    />
  </svg>
);
