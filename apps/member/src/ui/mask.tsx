import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { limits } from '@touchline/contract/limits';
import { useT } from '../lib/i18n.tsx';
import { sayAloud } from '../lib/toasts.ts';
import { busyStore } from '../lib/busy.ts';
import styles from './ui.module.css';
import { Spinner } from './skeleton.tsx';

/** Covers the app while masked calls run: taps and keys are held off at once, the indicator shows after 200 ms. */
export const Mask = () => {
  const busy = useSyncExternalStore(busyStore.watch, busyStore.isBusy);
  return busy ? <BusyMask /> : null;
};

// Keys press what lies below as taps would; the focus may move.
const holdOff = (event: KeyboardEvent): void => {
  if (event.key === 'Tab') return;
  event.preventDefault();
  event.stopPropagation();
};

const BusyMask = () => {
  const t = useT();
  const layer = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    layer.current?.showPopover();
    const timer = setTimeout(() => {
      setShown(true);
      sayAloud(t('common.loading'));
    }, limits.loadingDelayMs);
    addEventListener('keydown', holdOff, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', holdOff, true);
    };
  }, [t]);
  return (
    <div ref={layer} popover="manual" className={styles.mask} aria-busy="true">
      {shown && (
        <div className={styles.maskBox}>
          <Spinner />
        </div>
      )}
    </div>
  );
};
