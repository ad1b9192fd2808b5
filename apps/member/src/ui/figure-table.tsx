import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './ui.module.css';

type Props = {
  /** What the table shows, for those who do not see it. */
  label: string;
  /** Names of the columns, the first that of the rows' heads; a column of two figures has two. */
  columns: readonly (string | readonly [string, string])[];
  /** Many rows, or long figures. */
  small?: boolean;
  /** `FigureRow`s. */
  children: ReactNode;
};

/** Figures in rows and columns, each with its head. */
export const FigureTable = ({ label, columns, small = false, children }: Props) => (
  <Across label={label}>
    <table className={small ? `${styles.figureTable} ${styles.figureTableSmall}` : styles.figureTable}>
      <thead>
        <tr>
          {columns.map((names) => (
            <th key={String(names)} scope="col">
              {typeof names === 'string' ? names : names.map((name) => <span key={name}>{name}</span>)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </Across>
);

/** A row of such a table; its cells follow its head. */
export const FigureRow = ({ head, children }: { head: ReactNode; children: ReactNode }) => (
  <tr>
    <th scope="row">{head}</th>
    {children}
  </tr>
);

/** A figure of such a table, in its own direction. */
export const Figure = ({ children, strong = false }: { children: string; strong?: boolean }) => (
  <bdi dir="ltr" className={strong ? `figures ${styles.figureTableStrong}` : 'figures'}>
    {children}
  </bdi>
);

/** A table, which scrolls sideways inside the page, also by keyboard, where its figures or the reader's text make it too wide. */
export const Across = ({ label, children }: { label: string; children: ReactNode }) => {
  const section = useRef<HTMLElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = section.current;
    if (element === null) return undefined;
    // Rounded widths may differ by one.
    const look = () => setScrolls(element.scrollWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    /* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */
    <section
      className={styles.across}
      data-scrolls={scrolls}
      aria-label={label}
      tabIndex={scrolls ? 0 : undefined}
      ref={section}
    >
      {children}
    </section>
  );
};
