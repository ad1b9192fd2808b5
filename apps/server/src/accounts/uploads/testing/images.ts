import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A picture that differs for each seed. */
export const picture = (seed: number, { width = 120, height = 80 } = {}): Sharp => {
  const pixels = Buffer.alloc(width * height * 3);
  // A wave whose direction and length depend on the seed: pictures of different seeds look different.
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const wave = Math.sin(x * 0.05 * (1 + (seed % 7)) + y * 0.04 * (1 + (seed % 5)) + seed);
      pixels.fill(Math.round(127 + 120 * wave), (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

export const png = (seed: number): Promise<Buffer> => picture(seed).png().toBuffer();

/** A photo as a phone writes it: rotated by its EXIF, with the place it was taken at. */
export const photoWithPlace = (seed: number): Promise<Buffer> =>
  picture(seed)
    .jpeg()
    .withExif({
      IFD0: { Make: 'Telephone', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1', GPSLongitude: '13/1 24/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** A PNG that declares any size, without pixels. */
export const declaringPng = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(64))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** The same PNG with a text in it: other bytes, the same pixels. */
export const withText = (image: Buffer, text: string): Buffer => {
  const afterHead = 33;
  return Buffer.concat([
    image.subarray(0, afterHead),
    chunk('tEXt', Buffer.from(`Comment\0${text}`)),
    image.subarray(afterHead),
  ]);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
};
