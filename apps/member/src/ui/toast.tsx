import { useSyncExternalStore } from 'react';
import { toastStore } from './toast-store.ts';
import styles from './toast.module.css';

/** The place where short messages appear; it stands once in the app so that screen readers hear each change. */
export const ToastRegion = () => {
  const toast = useSyncExternalStore(toastStore.watch, toastStore.read);
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {toast && (
        <p key={toast.id} className={styles.toast}>
          {toast.text}
        </p>
      )}
    </div>
  );
};
