import { randomBytes } from 'node:crypto';

/** Where images are stored. Places are names the server made; no input of a client becomes one. */
export type Store = {
  /** Stores bytes under a new place; when it returns they are on the disk. */
  put(place: string, bytes: Uint8Array, mime: string): Promise<void>;
  get(place: string): Promise<Buffer | undefined>;
  /** Some bytes of a file; undefined when there is no file, and fewer where it ends before. */
  getPart(place: string, part: { offset: number; length: number }): Promise<Buffer | undefined>;
  remove(place: string): Promise<void>;
  /** All places that were written before a time, in groups. */
  placesBefore(moment: Date): AsyncIterable<string[]>;
  /** Objects that clients sent to the storage directly; missing where that is not possible. */
  incoming?: {
    /** @returns undefined when there is none, `'too_large'` when it is longer than `bytesMax` */
    get(key: string, bytesMax: number): Promise<Buffer | 'too_large' | undefined>;
    remove(key: string): Promise<void>;
  };
};

/** A new place: 32 random bytes below the folder of their first two letters. */
export const newPlace = (): string => {
  const name = randomBytes(32).toString('base64url');
  return `${name.slice(0, 2)}/${name}`;
};

/** Whether a text can be a place. */
export const isPlace = (text: string): boolean => /^([\w-]{2})\/\1[\w-]{41}$/.test(text);
