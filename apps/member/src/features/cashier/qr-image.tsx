import { useMemo } from 'react';
import { qrOf } from './qr.ts';
import styles from './cashier.module.css';

/** A text as QR code, black on white in every theme, for another phone's camera; without a label mere decoration. */
export const QrImage = ({ text, label }: { text: string; label?: string }) => {
  const { size, path } = useMemo(() => qrOf(text), [text]);
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};
