import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Spinner } from '../../ui/skeleton.tsx';
import styles from './frame.module.css';

/** How far the finger pulls before letting go refreshes, and how far the content follows at most; CSS pixels. */
const triggerPx = 72;
const maxPx = 96;

/** The content follows half as fast as the finger. */
const pulledPx = (fingerPx: number): number => Math.max(0, Math.min(maxPx, fingerPx / 2));

/** Watches for a pull at the top of `content`; gives the indicator to show there. */
export const usePullToRefresh = (
  content: RefObject<HTMLElement | null>,
  onRefresh: (() => Promise<unknown>) | undefined,
): ReactNode => {
  const [pull, setPull] = useState(0);
  const [busy, setBusy] = useState(false);
  const refresh = useRef(onRefresh);
  const enabled = onRefresh !== undefined;

  useEffect(() => {
    refresh.current = onRefresh;
  });

  useEffect(() => {
    const element = content.current;
    if (!element || !enabled) return undefined;
    let startY: number | undefined;
    let current = 0;
    const move = (to: number) => {
      current = to;
      setPull(to);
    };
    const onStart = (event: TouchEvent) => {
      startY = element.scrollTop <= 0 ? event.touches[0]?.clientY : undefined;
    };
    const onMove = (event: TouchEvent) => {
      const y = event.touches[0]?.clientY;
      if (startY === undefined || y === undefined) return;
      if (element.scrollTop > 0) startY = undefined;
      move(startY === undefined ? 0 : pulledPx(y - startY));
    };
    const onEnd = () => {
      const far = current >= triggerPx;
      startY = undefined;
      move(0);
      if (!far || !refresh.current) return;
      setBusy(true);
      // The page shows its own failures.
      void refresh
        .current()
        .catch(() => undefined)
        .finally(() => setBusy(false));
    };
    element.addEventListener('touchstart', onStart, { passive: true });
    element.addEventListener('touchmove', onMove, { passive: true });
    element.addEventListener('touchend', onEnd);
    element.addEventListener('touchcancel', onEnd);
    return () => {
      element.removeEventListener('touchstart', onStart);
      element.removeEventListener('touchmove', onMove);
      element.removeEventListener('touchend', onEnd);
      element.removeEventListener('touchcancel', onEnd);
    };
  }, [content, enabled]);

  if (!busy && pull === 0) return null;
  return (
    <div
      className={styles.pull}
      data-busy={busy}
      style={busy ? undefined : { blockSize: `${pull}px`, opacity: pull / triggerPx }}
    >
      <Spinner />
    </div>
  );
};
