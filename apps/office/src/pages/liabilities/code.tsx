import styles from './liabilities.module.css';

/** A hash, an id or an address. */
export const Code = ({ text }: { text: string }) => <code className={styles.code}>{text}</code>;
