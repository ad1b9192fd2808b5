import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { limits } from '@touchline/contract/limits';
import { useT } from '../shell/i18n.tsx';
import { busyStore } from './busy-store.ts';
import styles from './mask.module.css';
import { Spinner } from './spinner.tsx';

/** Covers the app while masked calls run: taps are held off at once, the indicator shows after 200 ms. */
export const Mask = () => {
  const busy = useSyncExternalStore(busyStore.watch, busyStore.isBusy);
  return busy ? <BusyMask /> : null;
};

const BusyMask = () => {
  const t = useT();
  const layer = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    layer.current?.showPopover();
    const timer = setTimeout(() => setShown(true), limits.loadingDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={layer} popover="manual" className={styles.mask} aria-busy="true">
      {shown && (
        <div className={styles.box}>
          <Spinner />
          <output className="visually-hidden">{t('common.loading')}</output>
        </div>
      )}
    </div>
  );
};
