import { CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../lib/i18n.ts';
import styles from './ui.module.css';

/** Something over the page, as the browser does it: the page below rests, Escape closes. */
export const Sheet = ({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) => {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // The browser would take the first that can be focused, which closes.
    shown?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} className={styles.sheet} aria-label={title} onClose={onClose}>
      <div className={styles.sheetHead}>
        <h2>{title}</h2>
        <CloseButton onClick={onClose} aria-label={t('shell.close')} />
      </div>
      {children}
    </dialog>
  );
};
