import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useT } from '../state/i18n.tsx';
import { Aloud } from './aloud.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './sheet.module.css';

type Props = {
  open: boolean;
  /** The member closed it: by the scrim, the button, Escape or the back gesture of the system. */
  onClose: () => void;
  title: string;
  /** The title is read out but not shown. */
  titleHidden?: boolean;
  /** Fills the height, for lists one searches in. */
  tall?: boolean;
  /** Selector of what gets the focus where what opened the sheet is gone; the page's title unless given. */
  returnTo?: string;
  children: ReactNode;
};

/** How long the sheet takes to leave; its content stays until then. */
const leaveMs = 240;

const focusFirst = (selectors: readonly (string | undefined)[]): void => {
  for (const selector of selectors) {
    const found = selector === undefined ? null : document.querySelector<HTMLElement>(selector);
    if (found) return found.focus();
  }
};

/** A panel from below over the page. Focus stays inside while it is open and returns when it closes. */
export const Sheet = (props: Props) => {
  const { open, onClose, title, titleHidden = false, tall = false, returnTo, children } = props;
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const [filled, setFilled] = useState(open);
  if (open && !filled) setFilled(true);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    if (open) {
      if (!element.open) element.showModal();
      return undefined;
    }
    if (element.open) {
      element.close();
      // What opened it is gone: the focus is nowhere, or still in what cannot be seen any more.
      const { activeElement } = document;
      if (activeElement === document.body || element.contains(activeElement)) focusFirst([returnTo, 'h1']);
    }
    const timer = setTimeout(() => setFilled(false), leaveMs);
    return () => clearTimeout(timer);
  }, [open, returnTo]);

  // What had the focus may go, with a step that is done or a row that was removed: the sheet keeps it.
  useEffect(() => {
    if (!open || !dialog.current) return undefined;
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) heading.current?.focus();
    });
    observer.observe(dialog.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [open]);

  // A click on the scrim arrives at the dialog itself.
  const onClick = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === dialog.current) onClose();
  };

  return (
    // The keyboard's way out is Escape, which arrives as `cancel`.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.sheet}
      data-tall={tall}
      aria-labelledby={titleId}
      onClick={onClick}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // The browser's event comes a task late: by then the member may have opened the sheet again.
        if (open && !currentTarget.open) onClose();
      }}
    >
      {filled && (
        <div className={styles.inner}>
          <span className={styles.grabber} aria-hidden="true" />
          <div className={titleHidden ? 'visually-hidden' : styles.head}>
            <h2 className={styles.title} id={titleId} tabIndex={-1} ref={heading}>
              {title}
            </h2>
            {!titleHidden && (
              <IconButton label={t('common.close')} icon={{ name: 'cross' }} onClick={onClose} />
            )}
          </div>
          {children}
          {open && <Aloud />}
        </div>
      )}
    </dialog>
  );
};
