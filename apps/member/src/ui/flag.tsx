import styles from './ui.module.css';

/** A country's flag as a small disc; decoration next to the country's name. `path` is the image's, as the site's list gives it. */
export const Flag = ({ path }: { path: string }) => (
  <img className={styles.flag} src={path} alt="" loading="lazy" decoding="async" />
);
