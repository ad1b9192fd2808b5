import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { busyStore } from '../lib/busy.ts';
import { useT } from '../lib/i18n.tsx';
import { Aloud } from './aloud.tsx';
import { Icon } from './icon.tsx';
import styles from './ui.module.css';

type Props = {
  open: boolean;
  /** The member closed it: by the scrim, the button, a drag down, Escape, or the browser's back. */
  onClose: () => void;
  /** A call is under way: the sheet cannot be closed until its answer. */
  busy?: boolean;
  title: string;
  /** The title is read out but not shown. */
  titleHidden?: boolean;
  /** Fills the height, for lists one searches in. */
  tall?: boolean;
  /** Selector of what gets the focus where what opened the sheet is gone; the page's title unless given. */
  returnTo?: string;
  children: ReactNode;
};

/** The code that lets back and a drag close a sheet, fetched with the first sheet of a page before it opens. */
const loadGestures = () => import('./closing-gestures.ts');

/** How long the sheet takes to leave; its content stays until then. */
const leaveMs = 240;

const focusFirst = (selectors: readonly (string | undefined)[]): void => {
  for (const selector of selectors) {
    const found = selector === undefined ? null : document.querySelector<HTMLElement>(selector);
    if (found) return found.focus();
  }
};

/**
 * A panel from below over the page. Focus stays inside while it is open and returns when it closes. All sheets close in the same
 * ways and in no other: ▾, a drag down, back, Escape, a tap next to it.
 */
export const Sheet = (props: Props) => {
  const { open, onClose, busy = false, title, titleHidden = false, tall = false, returnTo, children } = props;
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const [filled, setFilled] = useState(open);
  if (open && !filled) setFilled(true);

  /** Closes the sheet unless a call is under way. @returns whether it did */
  const close = (): boolean => {
    if (busy || busyStore.isBusy()) return false;
    onClose();
    return true;
  };
  const onGesture = useEffectEvent(close);

  useEffect(() => {
    loadGestures().catch(() => undefined);
  }, []);

  useEffect(() => {
    if (!open) return undefined;
    let hasClosed = false;
    let end: (() => void) | undefined;
    const follow = async (): Promise<void> => {
      const { followGestures } = await loadGestures();
      if (hasClosed || !dialog.current || !top.current) return;
      end = followGestures(dialog.current, top.current, () => onGesture());
    };
    // Without them the arrow still closes.
    follow().catch(() => undefined);
    return () => {
      hasClosed = true;
      end?.();
    };
  }, [open]);

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
    if (event.target === dialog.current) close();
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
        close();
      }}
      onClose={({ currentTarget }) => {
        // The browser's event comes a task late: by then the member may have opened the sheet again.
        if (!open || currentTarget.open) return;
        if (!close()) currentTarget.showModal();
      }}
    >
      {filled && (
        <>
          <div className={styles.sheetTop} ref={top}>
            <button
              type="button"
              className={styles.sheetClose}
              aria-label={t('common.close')}
              aria-disabled={busy}
              onClick={close}
            >
              <Icon name="down" />
            </button>
            <h2
              className={titleHidden ? 'visually-hidden' : styles.sheetTitle}
              id={titleId}
              tabIndex={-1}
              ref={heading}
            >
              {title}
            </h2>
          </div>
          <div className={styles.sheetInner}>
            {children}
            {open && <Aloud />}
          </div>
        </>
      )}
    </dialog>
  );
};

/** The end of a sheet with its action, in sight however much there is to scroll above it. Nothing comes after it. */
export const SheetAction = ({ children }: { children: ReactNode }) => (
  <div className={styles.sheetAction}>{children}</div>
);
