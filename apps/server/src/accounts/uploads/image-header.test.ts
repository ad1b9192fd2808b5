import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { imageMime, imageSize } from './image-header.ts';
import { declaringPng, picture } from './testing/images.ts';

const images = {
  jpeg: () => picture(1).jpeg().toBuffer(),
  'progressive jpeg with EXIF': () =>
    picture(1)
      .jpeg({ progressive: true })
      .withExif({ IFD0: { Make: 'x' } })
      .toBuffer(),
  png: () => picture(1).png().toBuffer(),
  'lossy webp': () => picture(1).webp().toBuffer(),
  'lossless webp': () => picture(1).webp({ lossless: true }).toBuffer(),
  'extended webp': () =>
    picture(1)
      .ensureAlpha(0.5)
      .webp()
      .withExif({ IFD0: { Make: 'x' } })
      .toBuffer(),
};

describe('the header of an image', () => {
  test.each(Object.entries(images))('%s: kind and size as the decoder sees them', async (name, make) => {
    const bytes = await make();
    const mime = imageMime(bytes);
    expect(mime).toBe(`image/${name.split(' ').find((word) => ['jpeg', 'png', 'webp'].includes(word))}`);
    const { width, height } = await sharp(bytes).metadata();
    expect(mime && imageSize(bytes, mime)).toEqual({ width, height });
  });

  test('a size is read from the header alone', () => {
    expect(imageSize(declaringPng(60_000, 60_000), 'image/png')).toEqual({ width: 60_000, height: 60_000 });
    expect(imageSize(declaringPng(0, 5), 'image/png')).toBeUndefined();
  });

  test.each([
    'GIF89a',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<html>',
    'PK\x03\x04',
    'BM',
    '',
    'RIFF',
  ])('%j is no image for us', (head) => {
    expect(imageMime(Buffer.from(`${head}${' '.repeat(40)}`, 'latin1'))).toBeUndefined();
    expect(imageMime(Buffer.from(head, 'latin1'))).toBeUndefined();
  });

  test('reading the size ends and never throws, for any bytes after the first', async () => {
    const heads = await Promise.all(Object.values(images).map((make) => make()));
    fc.assert(
      fc.property(
        fc.constantFrom(...heads),
        fc.nat(64),
        fc.uint8Array({ maxLength: 200 }),
        (head, keep, rest) => {
          const bytes = Buffer.concat([head.subarray(0, 12 + keep), rest]);
          const mime = imageMime(bytes);
          const size = mime && imageSize(bytes, mime);
          expect(size === undefined || (size.width > 0 && size.height > 0)).toBe(true);
        },
      ),
    );
  });
});
