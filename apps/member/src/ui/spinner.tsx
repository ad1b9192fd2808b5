import styles from './spinner.module.css';

/** A turning ring; say beside it what is being waited for. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
