import styles from './growth.module.css';

/** A figure; where it changes, what was before what is to be. */
export const Changed = ({ text, was }: { text: string; was: string | undefined }) => {
  if (was === undefined || was === text) return text;
  return (
    <>
      <del className={styles.was}>{was}</del> <ins className={styles.now}>{text}</ins>
    </>
  );
};
