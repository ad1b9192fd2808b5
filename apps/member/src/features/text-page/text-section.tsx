import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Paragraphs } from './paragraphs.tsx';
import styles from './text-page.module.css';

type Props = {
  number?: number;
  title: string;
  body: string;
  /** It was asked for: it comes into sight and stands out. */
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
