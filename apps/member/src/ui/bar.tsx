import styles from './ui.module.css';

type Props = {
  /** What is measured, read out before the value. */
  label: string;
  /** How much of it, 0 … 100. */
  percent: number;
  tone?: 'pitch' | 'amber';
};

/** How far something has come. */
export const Bar = ({ label, percent, tone = 'pitch' }: Props) => (
  <progress className={styles.bar} data-tone={tone} aria-label={label} value={percent} max={100} />
);
