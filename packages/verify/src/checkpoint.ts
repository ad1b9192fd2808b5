import { base64, fromBase64, parseDecimal } from './bytes.ts';
import { Malformed } from './malformed.ts';
import { HASH_BYTES } from './sha256.ts';

/** A checkpoint (C2SP tlog-checkpoint): which log, how many entries, and the root of their tree. */
export type Checkpoint = {
  origin: string;
  size: number;
  root: Uint8Array;
  /** Further lines, which are signed too. */
  extensions: readonly string[];
};

/** The text of a checkpoint, which `signText` signs. @throws Malformed for lines that no checkpoint can carry */
export function formatCheckpoint({ origin, size, root, extensions }: Checkpoint): string {
  const lines = [origin, String(size), base64(root), ...extensions];
  if (lines.some((line) => line === '' || line.includes('\n')))
    throw new Malformed('empty or broken line in a checkpoint');
  if (root.length !== HASH_BYTES) throw new Malformed('root of a checkpoint has no 32 bytes');
  parseDecimal(String(size));
  return `${lines.join('\n')}\n`;
}

/** Reads the text of a checkpoint (`parseNote` takes it from the signed note). @throws Malformed */
export function parseCheckpoint(text: string): Checkpoint {
  if (!text.endsWith('\n')) throw new Malformed('checkpoint without newline at its end');
  const lines = text.slice(0, -1).split('\n');
  const [origin = '', size = '', encoded = '', ...extensions] = lines;
  if (lines.length < 3 || lines.includes('')) throw new Malformed('checkpoint with missing or empty lines');
  const root = fromBase64(encoded);
  if (root.length !== HASH_BYTES) throw new Malformed('root of a checkpoint has no 32 bytes');
  return { origin, size: parseDecimal(size), root, extensions };
}
