import { createHash } from 'node:crypto';
import { limits } from '@touchline/contract/limits';
import sharp, { type Sharp } from 'sharp';
import type { ImageMime } from '../image-header.ts';
import type { CleanImage } from './messages.ts';

// One image at a time, and no cache: the process stays small and can be ended.
sharp.concurrency(1);
sharp.cache(false);

/** Longest edge of a stored image: enough to read a document or a screenshot. */
const edgeUsual = 2_400;
const quality = 85;
/** Edge of the grey picture whose pixels are hashed: large enough for a single changed digit to show. */
const hashEdge = 512;
const decodeSeconds = 10;

/** The bytes of an image, and the faults in them that end decoding. */
type Source = { bytes: Uint8Array; failOn: 'error' | 'warning' };

const open = ({ bytes, failOn }: Source, more: { ignoreIcc?: boolean } = {}): Sharp =>
  sharp(bytes, {
    limitInputPixels: limits.uploadMaxPixels,
    failOn,
    // Only the first page of an animation.
    pages: 1,
    ...more,
  })
    .timeout({ seconds: decodeSeconds })
    .autoOrient();

/**
 * Decodes an image and encodes it again: upright, sRGB, at most 2,400 pixels long, without any metadata.
 * @param bytes of a JPEG, PNG or WebP
 * @param edgeMax another longest edge, pixels
 * @throws when the image cannot be decoded, whole and in time
 */
export const reencode = async (
  bytes: Uint8Array,
  mime: ImageMime,
  edgeMax = edgeUsual,
): Promise<CleanImage> => {
  try {
    return await encodeAgain({ bytes, failOn: 'error' }, mime, edgeMax);
  } catch (error) {
    if (mime !== 'image/jpeg' || endMark.equals(bytes.subarray(-endMark.length))) throw error;
    // Browsers show a JPEG whose end mark is missing. With one, a picture that is cut off is a warning and no error.
    return encodeAgain({ bytes: Buffer.concat([bytes, endMark]), failOn: 'warning' }, mime, edgeMax);
  }
};

/** The last two bytes of a JPEG. */
const endMark = Buffer.from([0xff, 0xd9]);

const encodeAgain = async (source: Source, mime: ImageMime, edgeMax: number): Promise<CleanImage> => {
  const hashes = await hashesOf(source);
  const image = open(source)
    .resize({ width: edgeMax, height: edgeMax, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const { data, info } = await (await encoderOf(image, source, mime)).toBuffer({ resolveWithObject: true });
  return {
    bytes: data,
    mime: formats.get(info.format) ?? mime,
    width: info.width,
    height: info.height,
    ...hashes,
  };
};

const formats = new Map<string, ImageMime>([
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
]);

/** Photos stay JPEG; a PNG stays one for its transparency only, since screenshots are much smaller as WebP. */
const encoderOf = async (image: Sharp, source: Source, mime: ImageMime): Promise<Sharp> => {
  if (mime === 'image/jpeg') return image.jpeg({ quality });
  if (mime === 'image/png' && !(await open(source).stats()).isOpaque) return image.png();
  return image.webp({ quality });
};

/** Both hashes use the pixels alone: colour profiles and all other metadata change neither. */
const hashesOf = async (source: Source): Promise<Pick<CleanImage, 'pixelHash' | 'lookHash'>> => {
  const grey = await open(source, { ignoreIcc: true })
    .flatten({ background: '#fff' })
    .resize({ width: hashEdge, height: hashEdge, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
  const small = await sharp(grey, { raw: { width: hashEdge, height: hashEdge, channels: 1 } })
    .resize({ width: 9, height: 8, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
  return {
    pixelHash: createHash('sha256').update(grey).digest('hex'),
    lookHash: differenceHash(small),
  };
};

/** dHash: whether each pixel of 9 × 8 is brighter than its right neighbour, as a signed number of 64 bits. */
const differenceHash = (grey: Uint8Array): bigint => {
  let hash = 0n;
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      const at = row * 9 + column;
      hash = (hash << 1n) | ((grey[at] ?? 0) > (grey[at + 1] ?? 0) ? 1n : 0n);
    }
  }
  return BigInt.asIntN(64, hash);
};
