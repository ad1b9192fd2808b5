import { Type, type Static } from 'typebox';

/** A decoded and re-encoded image, with what was seen of its pixels. */
export const CleanImage = Type.Object({
  bytes: Type.Refine(Type.Unsafe<Uint8Array>({}), (value) => value instanceof Uint8Array),
  mime: Type.Enum(['image/jpeg', 'image/png', 'image/webp']),
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  /** SHA-256 of the upright grey picture, hex. */
  pixelHash: Type.String(),
  /** A difference hash of 64 bits, signed. */
  lookHash: Type.BigInt(),
});
export type CleanImage = Static<typeof CleanImage>;

/** A task of the decoder. */
export const DecoderTask = Type.Object({
  bytes: CleanImage.properties.bytes,
  mime: CleanImage.properties.mime,
  /** Longest edge of the result; without it, as long as a document needs. */
  edgeMax: Type.Optional(Type.Integer({ minimum: 1 })),
});
export type DecoderTask = Static<typeof DecoderTask>;

/** Its answer: the image, or its absence when the bytes cannot be decoded. */
export const DecoderAnswer = Type.Object({ image: Type.Optional(CleanImage) });
