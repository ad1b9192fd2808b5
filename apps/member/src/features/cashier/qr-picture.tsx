import { Suspense, useState, type PointerEvent, useRef } from 'react';
import { limits } from '@touchline/contract/limits';
import { useT } from '../../lib/i18n.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { QrImage } from './qr-image.tsx';
import styles from './cashier.module.css';

const QrSheet = lazyPart(async () => (await import('./qr-sheet.tsx')).QrSheet);

/**
 * A QR code that may be handed on: a finger that rests on it, or the Enter key, opens what can be done with the picture.
 */
export const QrPicture = ({ text, label }: { text: string; label: string }) => {
  const t = useT();
  // `undefined` until it is first asked for: nothing is fetched before.
  const [open, setOpen] = useState<boolean>();
  const press = useLongPress(() => setOpen(true));
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={`${label}. ${t('image.actions')}`}
        aria-haspopup="dialog"
        // A click without a pointer is the keyboard's.
        onClick={({ detail }) => {
          if (detail === 0) setOpen(true);
        }}
        {...press}
      >
        <QrImage text={text} />
      </button>
      {open !== undefined && (
        <Suspense>
          <QrSheet text={text} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

/** Handlers for an element that does something when a finger rests on it: 350 ms, within 10 pixels. */
const useLongPress = (onLongPress: () => void) => {
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> }>(undefined);
  const end = (): void => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  return {
    onPointerDown: ({ clientX: x, clientY: y, isPrimary }: PointerEvent): void => {
      end();
      if (!isPrimary) return;
      press.current = { x, y, timer: setTimeout(onLongPress, limits.longPressMs) };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent): void => {
      const start = press.current;
      if (start === undefined) return;
      if (Math.hypot(clientX - start.x, clientY - start.y) > limits.longPressTolerancePx) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    // The browser's own menu of a long press would lie over ours.
    onContextMenu: (event: { preventDefault: () => void }): void => event.preventDefault(),
  };
};
