import { Marked } from './marked.tsx';
import styles from './text-page.module.css';

type Props = {
  text: string;
  /** Words to mark, as `wordsOf` gives them. */
  words?: readonly string[];
};

/** Words of the house, one paragraph for each of their lines. */
export const Paragraphs = ({ text, words = [] }: Props) =>
  text
    .split('\n')
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph, at) => (
      <p key={`${at} ${paragraph}`} className={styles.body} dir="auto">
        <Marked text={paragraph} words={words} />
      </p>
    ));
