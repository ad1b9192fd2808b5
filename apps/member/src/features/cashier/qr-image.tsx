import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './cashier.module.css';

/** Modules of white around a code, as its standard asks; cameras look for it. */
const quietZone = 4;

/** A QR code: its width in modules, the quiet zone included, and its dark modules as a path on a grid of them. */
type QrCode = { size: number; path: string; data: readonly (readonly boolean[])[] };

/** Draws a text as QR code that still reads with 15 % of it hidden. */
export const qrOf = (text: string): QrCode => {
  const { size, data } = encode(text, { ecc: 'M', border: quietZone });
  return { size, data, path: data.map(rowPath).join('') };
};

/** The dark stretches of one row as rectangles. */
const rowPath = (row: readonly boolean[], y: number): string => {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true) continue;
    const start = x;
    while (row[x] === true) x += 1;
    path += `M${start} ${y}h${x - start}v1h-${x - start}z`;
  }
  return path;
};

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
