import { difference } from './difference.ts';
import styles from './words.module.css';

/** A text with what is gone struck through and what is new underlined. */
export const DifferenceText = ({ before, after, lan }: { before: string; after: string; lan?: string }) => (
  <p className={styles.difference} lang={lan} dir="auto">
    {difference(before, after).map(({ kind, text }, at) => {
      const key = `${at} ${kind}`;
      if (kind === 'gone') return <del key={key}>{text}</del>;
      return kind === 'new' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>;
    })}
  </p>
);
