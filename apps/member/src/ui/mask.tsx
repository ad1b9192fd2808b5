import { useEffect, useState, useSyncExternalStore } from 'react';
import { limits } from '@touchline/contract/limits';
import { useT } from '../shell/i18n.tsx';
import { busyStore } from './busy-store.ts';
import { Spinner } from './spinner.tsx';
import styles from './mask.module.css';

/** Covers the app while masked calls run; taps are held off at once, the indicator shows after 200 ms. */
export const Mask = () => {
  const busy = useSyncExternalStore(busyStore.watch, busyStore.isBusy);
  return busy ? <BusyMask /> : null;
};

const BusyMask = () => {
  const t = useT();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), limits.loadingDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.mask} data-shown={shown} role="status" aria-busy="true">
      {shown && (
        <div className={styles.box}>
          <Spinner />
          <span className="visually-hidden">{t('common.loading')}</span>
        </div>
      )}
    </div>
  );
};
