import styles from './ui.module.css';
import { Icon } from './icon.tsx';

/** What a grid counts down and across, over it. For the eye: the grid's own label says it aloud. */
export const GridAxes = ({ down, across }: { down: string; across: string }) => (
  <div className={styles.gridAxes} aria-hidden="true">
    <span className={styles.gridAxesAxis}>
      <Icon name="down" size="small" />
      {down}
    </span>
    <span className={styles.gridAxesAxis}>
      {across}
      <Icon name="forward" size="small" flips />
    </span>
  </div>
);
