import styles from './ui.module.css';

/** A turning ring; name next to it what is being waited for. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
