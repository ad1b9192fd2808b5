import styles from './flag.module.css';

/** A country's flag as a small disc; decoration beside the country's name. `code` as the site's list gives it. */
export const Flag = ({ code }: { code: string }) => (
  <img
    className={styles.flag}
    src={`./flags/${encodeURIComponent(code)}.svg`}
    alt=""
    loading="lazy"
    decoding="async"
  />
);
