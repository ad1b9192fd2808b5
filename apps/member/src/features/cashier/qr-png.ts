import { qrOf } from './qr.ts';

/** Pixels of a module, so that the picture is sharp on paper too. */
const modulePx = 12;

/** A text as QR code in a PNG file. Rejects where the browser cannot draw. */
export const qrPng = async (text: string): Promise<File> => {
  const { size, data } = qrOf(text);
  const canvas = document.createElement('canvas');
  canvas.width = size * modulePx;
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('there is no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) context.fillRect(x * modulePx, y * modulePx, modulePx, modulePx);
    }
  }
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (blob === null) throw new Error('the picture could not be made');
  return new File([blob], 'touchline-qr.png', { type: 'image/png' });
};
