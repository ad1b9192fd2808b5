import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './ui.module.css';

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
