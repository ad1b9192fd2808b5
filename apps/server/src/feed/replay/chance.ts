import { createHash } from 'node:crypto';

/** A number in 0 … 1 (below 1) that depends on nothing but the words: the replay's only source of variety. */
export const chanceFrom = (...words: (string | number)[]): number =>
  createHash('sha256').update(words.join('\u0000')).digest().readUInt32BE(0) / 2 ** 32;
