import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Aloud } from './aloud.tsx';
import styles from './toast.module.css';
import { toastStore } from './toast-store.ts';

/** The place where short messages appear, and where what is said aloud stands outside of sheets; once in the app. */
export const ToastRegion = () => {
  const toast = useSyncExternalStore(toastStore.watch, toastStore.read);
  const layer = useRef<HTMLDivElement>(null);

  // Shown anew for each message: the layer opened last lies over an open sheet.
  useEffect(() => {
    const element = layer.current;
    if (!element) return undefined;
    if (toast) element.showPopover();
    return () => {
      if (toast) element.hidePopover();
    };
  }, [toast]);

  return (
    <>
      <Aloud />
      <div ref={layer} popover="manual" className={styles.layer} aria-hidden="true">
        {toast && (
          <p key={toast.id} className={styles.toast}>
            {toast.text}
          </p>
        )}
      </div>
    </>
  );
};
