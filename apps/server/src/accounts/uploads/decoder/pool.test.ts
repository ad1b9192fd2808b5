import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { photoWithPlace, picture, png, withText } from '../testing/images.ts';
import { Decoder } from './pool.ts';

const program = (name: string): string => fileURLToPath(new URL(`../testing/${name}.ts`, import.meta.url));
const damaged = { reason: 'upload_damaged' };
const unavailable = { reason: 'unavailable' };

const owner = 'ann';

const decoder = new Decoder();
afterAll(() => decoder.close());

describe('re-encoding', () => {
  test('a photo is turned upright and loses the place it was taken at', async () => {
    const bytes = await photoWithPlace(3);
    const before = await sharp(bytes).metadata();
    expect(before.exif?.toString('latin1')).toContain('Telephone');
    expect(before.orientation).toBe(6);
    const image = await decoder.decode(owner, { bytes, mime: 'image/jpeg' });
    const after = await sharp(image.bytes).metadata();
    expect(image).toMatchObject({ mime: 'image/jpeg', width: 80, height: 120 });
    expect(after).toMatchObject({ format: 'jpeg', width: 80, height: 120, space: 'srgb' });
    for (const kind of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const) {
      expect(after[kind]).toBeUndefined();
    }
    expect(Buffer.from(image.bytes).includes('Telephone')).toBe(false);
  });

  test('photos are stored as JPEG, transparency as PNG, other PNG as WebP', async () => {
    const clear = await picture(1).ensureAlpha(0.5).png().toBuffer();
    expect(await decoder.decode(owner, { bytes: clear, mime: 'image/png' })).toMatchObject({
      mime: 'image/png',
    });
    expect(await decoder.decode(owner, { bytes: await png(1), mime: 'image/png' })).toMatchObject({
      mime: 'image/webp',
    });
  });

  test('at most 2,400 pixels long', async () => {
    const bytes = await picture(2, { width: 3_000, height: 50 }).png().toBuffer();
    expect(await decoder.decode(owner, { bytes, mime: 'image/png' })).toMatchObject({
      width: 2_400,
      height: 40,
    });
  });

  test('the hash of the pixels ignores everything else, and notices a single pixel', async () => {
    const bytes = await png(4);
    const hash = async (image: Buffer) =>
      (await decoder.decode(owner, { bytes: image, mime: 'image/png' })).pixelHash;
    const first = await hash(bytes);
    expect(await hash(withText(bytes, 'another day'))).toBe(first);
    expect(await hash(await sharp(bytes).png({ compressionLevel: 0 }).toBuffer())).toBe(first);
    const raw = await sharp(bytes).raw().toBuffer();
    raw[3_000] = (raw[3_000] ?? 0) ^ 0x80;
    const changed = sharp(raw, { raw: { width: 120, height: 80, channels: 3 } });
    expect(await hash(await changed.png().toBuffer())).not.toBe(first);
  });

  test('a picture looks like its smaller, poorer copy and unlike another', async () => {
    const look = async (bytes: Buffer, mime: 'image/png' | 'image/jpeg') =>
      BigInt.asUintN(64, (await decoder.decode(owner, { bytes, mime })).lookHash);
    const apart = (a: bigint, b: bigint) => (a ^ b).toString(2).replaceAll('0', '').length;
    const own = await look(await png(5), 'image/png');
    const copy = await look(await picture(5).resize(90).jpeg({ quality: 40 }).toBuffer(), 'image/jpeg');
    expect(apart(own, copy)).toBeLessThanOrEqual(6);
    expect(apart(own, await look(await png(6), 'image/png'))).toBeGreaterThan(6);
  });

  test('refuses truncated and damaged images, and decodes the next one', async () => {
    const bytes = await photoWithPlace(3);
    await expect(
      decoder.decode(owner, { bytes: bytes.subarray(0, bytes.length >> 1), mime: 'image/jpeg' }),
    ).rejects.toMatchObject(damaged);
    expect(await decoder.decode(owner, { bytes, mime: 'image/jpeg' })).toMatchObject({ width: 80 });
  });
});

describe('a decoder that fails', () => {
  const task = { bytes: Buffer.from('x'), mime: 'image/png' } as const;

  test.each([
    ['crashes', 'crashing-decoder', 60_000],
    ['hangs', 'hanging-decoder', 200],
  ])('%s: it is replaced, and every call is answered', async (_what, name, hungMs) => {
    const lost: string[] = [];
    const failing = new Decoder({ program: program(name), hungMs, onLost: (why) => lost.push(why) });
    const calls = [failing.decode(owner, task), failing.decode(owner, task)];
    for (const result of await Promise.allSettled(calls)) {
      expect(result).toMatchObject({ status: 'rejected', reason: damaged });
    }
    expect(lost).toHaveLength(2);
    await failing.close();
  });

  test('owners take turns, and only a few images of one may wait', async () => {
    const slow = new Decoder({ program: program('slow-decoder'), waitingOfOwnerMax: 11 });
    const order: string[] = [];
    const bring = (who: string): Promise<void> =>
      slow.decode(who, task).then(
        () => undefined,
        () => void order.push(who),
      );
    const twelve = Array.from({ length: 12 }, () => bring('ann'));
    await expect(slow.decode('ann', task)).rejects.toMatchObject({ reason: 'too_many' });
    await Promise.all([...twelve, bring('bob')]);
    // One of hers was being decoded when his came.
    expect(order.indexOf('bob')).toBeLessThanOrEqual(2);
    expect(order).toHaveLength(13);
    await slow.close();
  });

  test('refuses more than may wait; closing refuses those that wait', async () => {
    const stuck = new Decoder({ program: program('hanging-decoder'), waitingMax: 2 });
    const calls = Array.from({ length: 4 }, () => stuck.decode(owner, task));
    const results = Promise.allSettled(calls);
    await expect(calls[3]).rejects.toMatchObject(unavailable);
    await stuck.close();
    for (const result of await results) expect(result).toMatchObject({ reason: unavailable });
    await expect(stuck.decode(owner, task)).rejects.toMatchObject(unavailable);
  });
});
