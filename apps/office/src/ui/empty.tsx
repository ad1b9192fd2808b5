import styles from './ui.module.css';

/** Nothing is here, and what that means. */
export const Empty = ({ title, hint }: { title: string; hint: string }) => (
  <div className={styles.empty}>
    <p className={styles.title}>{title}</p>
    <p>{hint}</p>
  </div>
);
