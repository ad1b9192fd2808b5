import { limits } from '@touchline/contract/limits';
import { Refused } from '../../core/refusal.ts';

/** The kinds of images that are accepted, by their own bytes. */
export type ImageMime = 'image/jpeg' | 'image/png' | 'image/webp';

const starts = (bytes: Buffer, at: number, ...magic: number[]): boolean =>
  bytes.length >= at + magic.length && magic.every((byte, i) => bytes[at + i] === byte);

/**
 * The kind of an image by its first bytes; names and content types that a client gives do not matter.
 * @returns undefined for everything that is not JPEG, PNG or WebP
 */
export const imageMime = (bytes: Buffer): ImageMime | undefined => {
  if (starts(bytes, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') {
    return 'image/webp';
  }
  return undefined;
};

export type ImageSize = { width: number; height: number };

/**
 * Width and height in pixels as the header declares them, without decoding anything.
 * @returns undefined when the header has no size, or a size of zero
 */
export const imageSize = (bytes: Buffer, mime: ImageMime): ImageSize | undefined => {
  const size = readers[mime](bytes);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
};

/** IHDR is the first chunk of every PNG. */
const pngSize = (bytes: Buffer): ImageSize | undefined =>
  bytes.length >= 24 && bytes.toString('latin1', 12, 16) === 'IHDR'
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;

/** Segments up to the first frame header (SOF0 … SOF15 without DHT, JPG and DAC). */
const jpegSize = (bytes: Buffer): ImageSize | undefined => {
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // The picture, or its end, before any frame header.
    if (marker === 0xda || marker === 0xd9) return undefined;
    const hasNoLength = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += hasNoLength ? 2 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
};

/** The first chunk: lossy (VP8), lossless (VP8L) or extended (VP8X). */
const webpSize = (bytes: Buffer): ImageSize | undefined => {
  if (bytes.length < 30) return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
};

const readers: Record<ImageMime, (bytes: Buffer) => ImageSize | undefined> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

/**
 * Checks a file by its header, before anything is decoded.
 * @throws Refused `upload_type`, `upload_size`, `upload_damaged`
 */
export const checkedMime = (bytes: Buffer): ImageMime => {
  if (bytes.length > limits.uploadMaxBytes) throw new Refused('upload_size');
  if (bytes.length === 0) throw new Refused('upload_damaged');
  const mime = imageMime(bytes);
  if (mime === undefined) throw new Refused('upload_type');
  const size = imageSize(bytes, mime);
  if (size === undefined) throw new Refused('upload_damaged');
  if (size.width * size.height > limits.uploadMaxPixels) throw new Refused('upload_size');
  return mime;
};
