import { Suspense, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useLongPress } from '../../ui/use-long-press.ts';
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
