import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { piecesOf } from './find.ts';
import styles from './text-page.module.css';

/** A text in which the searched words are highlighted. */
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

type ParagraphsProps = {
  text: string;
  /** Words to mark, as `wordsOf` gives them. */
  words?: readonly string[];
};

/** Words of the house, one paragraph for each of their lines. */
export const Paragraphs = ({ text, words = [] }: ParagraphsProps) =>
  text
    .split('\n')
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph, at) => (
      <p key={`${at} ${paragraph}`} className={styles.body} dir="auto">
        <Marked text={paragraph} words={words} />
      </p>
    ));

type Props = {
  number?: number;
  title: string;
  body: string;
  /** It was asked for: it is scrolled into sight and marked. */
  isWanted?: boolean;
};

/** A section of a page of words. */
export const TextSection = ({ number, title, body, isWanted = false }: Props) => {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isWanted) place.current?.scrollIntoView({ block: 'start' });
  }, [isWanted]);
  return (
    <section ref={place} className={styles.section} data-wanted={isWanted}>
      <Card>
        <h2 className={styles.title} dir="auto">
          {number !== undefined && <span className="figures">{number}.</span>} {title}
        </h2>
        <Paragraphs text={body} />
      </Card>
    </section>
  );
};

/** A quiet line over the sections. */
export const TextNote = ({ children }: { children: ReactNode }) => <p className={styles.note}>{children}</p>;

/** The shape of a page of words while it is being fetched. */
export const TextSkeleton = () =>
  ['one', 'two', 'three'].map((key) => (
    <Card key={key}>
      <div aria-hidden="true" className={styles.skeleton}>
        <Skeleton width={9} height={1.25} />
        <Skeleton />
        <Skeleton />
      </div>
    </Card>
  ));
