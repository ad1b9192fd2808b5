import sharp, { type JpegOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import { reencode } from './reencode.ts';

/** A photo without a plain area, so that all of its bytes count. */
const photo = (options: JpegOptions = {}): Promise<Buffer> => {
  const pixels = Buffer.from(
    Array.from({ length: 400 * 300 * 3 }, (_, at) => (at * 7_919 + (at >> 5)) % 256),
  );
  return sharp(pixels, { raw: { width: 400, height: 300, channels: 3 } })
    .jpeg(options)
    .toBuffer();
};

describe('a JPEG that browsers show', () => {
  it.each([
    ['baseline', {}],
    ['progressive', { progressive: true }],
    ['with all colours', { chromaSubsampling: '4:4:4' }],
  ] as const)('is taken without its end mark, whole or half: %s', async (_, options) => {
    const whole = await photo(options);
    const { pixelHash, width, height } = await reencode(whole, 'image/jpeg');
    for (const missing of [1, 2]) {
      const found = await reencode(whole.subarray(0, -missing), 'image/jpeg');
      expect([found.pixelHash, found.width, found.height]).toEqual([pixelHash, width, height]);
    }
  });

  it('is taken with other bytes behind its end mark, as of a motion photo', async () => {
    const whole = await photo();
    const { pixelHash } = await reencode(whole, 'image/jpeg');
    const more = Buffer.concat([whole, Buffer.from('ftypmp42 moving')]);
    expect((await reencode(more, 'image/jpeg')).pixelHash).toBe(pixelHash);
  });

  it('is taken in the colours of print, and upright', async () => {
    const cmyk = await sharp(await photo())
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk');
    expect(await reencode(cmyk, 'image/jpeg')).toMatchObject({ width: 400, height: 300 });
    const turned = await sharp(await photo())
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await reencode(turned, 'image/jpeg')).toMatchObject({ width: 300, height: 400 });
  });
});

it.each([900, 20_000, 60_000])('a JPEG that ends after %i bytes is refused', async (bytes) => {
  const cut = (await photo()).subarray(0, bytes);
  await expect(reencode(cut, 'image/jpeg')).rejects.toThrow(/premature end/);
});
