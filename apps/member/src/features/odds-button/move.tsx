import styles from './price-button.module.css';

/** The tick beside a price that moved: up, or down in amber. Its meaning is in the label of the button. */
export const Move = ({ move }: { move: number }) => {
  if (move === 0) return null;
  return (
    <svg className={styles.tick} data-move={move} viewBox="0 0 8 6" aria-hidden="true">
      <path d={move > 0 ? 'M4 0l4 6H0z' : 'M4 6l4-6H0z'} fill="currentColor" />
    </svg>
  );
};
