import { piecesOf } from './find.ts';
import styles from './marked.module.css';

/** A text in which the words that were searched for stand out. */
export const Marked = ({ text, words }: { text: string; words: readonly string[] }) =>
  words.length === 0
    ? text
    : piecesOf(text, words).map(({ text: piece, hit }, at) => {
        const key = `${at} ${piece}`;
        return hit ? (
          <mark key={key} className={styles.mark}>
            {piece}
          </mark>
        ) : (
          <span key={key}>{piece}</span>
        );
      });
