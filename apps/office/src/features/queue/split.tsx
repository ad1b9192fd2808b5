import { CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../../lib/i18n.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import styles from './queue.module.css';

/** What is open: its heading, and how to close it. */
export type OpenItem = { key: string; title: string; content: ReactNode; onClose: () => void };

/** A list, and the open one next to it. */
export const Split = ({
  list,
  open,
  isRoomy = false,
}: {
  list: ReactNode;
  /** Whether what is open needs more room than the list. */
  isRoomy?: boolean;
  open: OpenItem | undefined;
}) => (
  <div className={styles.split} data-open={open !== undefined} data-roomy={isRoomy}>
    <div className={styles.list}>{list}</div>
    {open !== undefined && (
      <Panel key={open.key} title={open.title} content={open.content} onClose={open.onClose} />
    )}
  </div>
);

const Panel = ({ title, content, onClose }: Omit<OpenItem, 'key'>) => {
  const t = useT();
  const head = useRef<HTMLHeadingElement>(null);
  useShortcut('Escape', t('keys.close'), onClose);
  // What opens is read out, and keys continue from there.
  useEffect(() => head.current?.focus({ preventScroll: true }), []);
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        <h2 ref={head} tabIndex={-1}>
          {title}
        </h2>
        <CloseButton size="sm" onClick={onClose} aria-label={t('shell.close')} />
      </header>
      {content}
    </section>
  );
};
