import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Aloud } from './aloud.tsx';
import styles from './ui.module.css';
import { hideToast, type ToastAction, toastStore } from '../lib/toasts.ts';

const openSheet = (): Element | undefined => [...document.querySelectorAll('dialog:modal')].at(-1);

/** Where short messages and, outside of sheets, messages for screen readers appear; once in the app. */
export const ToastRegion = () => {
  const toast = useSyncExternalStore(toastStore.watch, toastStore.read);
  const layer = useRef<HTMLDivElement>(null);

  // Opened again for each message: the layer opened last lies over an open sheet.
  useEffect(() => {
    const element = layer.current;
    if (!element) return undefined;
    if (toast) element.showPopover();
    return () => {
      if (toast) element.hidePopover();
    };
  }, [toast]);

  const message = (
    <div ref={layer} popover="manual" className={styles.toastLayer}>
      {toast && (
        <div key={toast.id} className={styles.toast}>
          <p aria-hidden="true">{toast.text}</p>
          {toast.action && <Action {...toast.action} />}
        </div>
      )}
    </div>
  );
  // What lies outside an open sheet takes no taps.
  const sheet = toast?.action === undefined ? undefined : openSheet();
  return (
    <>
      <Aloud />
      {sheet === undefined ? message : createPortal(message, sheet)}
    </>
  );
};

const Action = ({ label, run }: ToastAction) => (
  <button
    type="button"
    className={styles.toastAction}
    onClick={() => {
      hideToast();
      run();
    }}
  >
    {label}
  </button>
);
