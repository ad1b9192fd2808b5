import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import { qrOf } from './qr-image.tsx';

/** The code as a camera would see it: `px` pixels a module, black on white. */
const photograph = (size: number, data: readonly (readonly boolean[])[], px: number): Uint8ClampedArray => {
  const width = size * px;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[Math.floor(y / px)]?.[Math.floor(x / px)] !== true) continue;
      pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return pixels;
};

/** The modules that a path of rectangles covers. */
const drawn = (size: number, path: string): boolean[][] => {
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = Number(x); at < Number(x) + Number(width); at += 1) {
      const row = grid[Number(y)];
      if (row !== undefined) row[at] = true;
    }
  }
  return grid;
};

const texts = [
  'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7/transfer?address=0x52908400098527886E0F7030069857D2E4169EE7&uint256=101630017',
  'https://touchline.example/?icode=7KQ4ZD#/pages/login/signup',
  'https://pay.example/sandbox/scan?reference=7KQ4ZD&amount=100.00&x=äöü',
];

describe.each(texts)('the QR code of %s', (text) => {
  const { size, path, data } = qrOf(text);

  it.each([3, 5, 8])('reads at %i pixels a module', (px) => {
    const width = size * px;
    expect(jsQR(photograph(size, drawn(size, path), px), width, width)?.data).toBe(text);
  });

  it('is drawn module by module, with four of white around it', () => {
    expect(drawn(size, path)).toEqual(data);
    const edge = [...data.slice(0, 4), ...data.slice(-4)].flat();
    expect(edge.some(Boolean)).toBe(false);
    expect(data.some((row) => [...row.slice(0, 4), ...row.slice(-4)].some(Boolean))).toBe(false);
  });
});
