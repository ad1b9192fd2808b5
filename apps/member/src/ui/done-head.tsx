import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { sayAloud } from './toast-store.ts';
import styles from './done-head.module.css';
import { Icon } from './icon.tsx';

/**
 * What was just done, with a mark. Where the button that did it has gone with the focus, the focus goes here;
 * otherwise it is said aloud.
 */
export const DoneHead = ({ children }: { children: ReactNode }) => {
  const head = useRef<HTMLParagraphElement>(null);
  // Before a sheet looks after a focus that was lost.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) head.current?.focus();
    else sayAloud(head.current?.textContent ?? '');
  }, []);
  return (
    <p className={styles.head} tabIndex={-1} ref={head}>
      <span className={styles.mark}>
        <Icon name="check" />
      </span>
      {children}
    </p>
  );
};
