import { Suspense, useMemo, useState } from 'react';
import { useT } from '../../shell/i18n.tsx';
import { lazyPart } from '../../shell/lazy-part.tsx';
import { useLongPress } from '../../ui/use-long-press.ts';
import { qrOf } from './qr.ts';
import styles from './qr-image.module.css';

const QrSheet = lazyPart(async () => (await import('./qr-sheet.tsx')).QrSheet);

/**
 * A text as QR code, black on white in every theme, for another phone's camera. A finger that rests on it, or the Enter
 * key, opens what can be done with the picture.
 */
export const QrImage = ({ text, label }: { text: string; label: string }) => {
  const t = useT();
  const { size, path } = useMemo(() => qrOf(text), [text]);
  // `undefined` until it is first asked for: nothing is fetched before.
  const [open, setOpen] = useState<boolean>();
  const press = useLongPress(() => setOpen(true));
  return (
    <>
      <button
        type="button"
        className={styles.code}
        aria-label={`${label}. ${t('image.actions')}`}
        aria-haspopup="dialog"
        // A click without a pointer is the keyboard's.
        onClick={({ detail }) => {
          if (detail === 0) setOpen(true);
        }}
        {...press}
      >
        <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true" shapeRendering="crispEdges">
          <rect width={size} height={size} fill="#fff" />
          <path d={path} fill="#000" />
        </svg>
      </button>
      {open !== undefined && (
        <Suspense>
          <QrSheet text={text} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
