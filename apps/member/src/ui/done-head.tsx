import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { sayAloud } from '../lib/toasts.ts';
import styles from './ui.module.css';
import { Icon } from './icon.tsx';

type Props = {
  children: ReactNode;
  /** A whole sentence, and not a word or two. */
  sentence?: boolean;
};

/**
 * What was just done, with a mark. Where the button that did it has gone with the focus, the focus goes here;
 * otherwise it is read aloud.
 */
export const DoneHead = ({ children, sentence = false }: Props) => {
  const head = useRef<HTMLParagraphElement>(null);
  // Before a sheet looks after a focus that was lost.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) head.current?.focus();
    else sayAloud(head.current?.textContent ?? '');
  }, []);
  return (
    <p className={styles.doneHead} data-sentence={sentence} tabIndex={-1} ref={head}>
      <span className={styles.doneHeadMark}>
        <Icon name="check" />
      </span>
      {children}
    </p>
  );
};
