import { Malformed } from '../malformed.ts';

/** Amounts of one node in minor units, one for each column of its tree: available, held and open bets by currency. */
export type Sums = readonly bigint[];

/** The largest sum. A sum of eight bytes with the first bit set would be negative in most languages, and is refused. */
export const SUM_MAX = 2n ** 63n - 1n;

/** How many bytes a sum has in what is hashed. */
export const SUM_BYTES = 8;

/** @throws Malformed for a sum below zero or above `SUM_MAX` */
export function checkSums(sums: Sums): void {
  for (const sum of sums) {
    if (sum < 0n) throw new Malformed(`negative sum: ${sum}`);
    if (sum > SUM_MAX) throw new Malformed(`sum too large: ${sum}`);
  }
}

/** The sums of two nodes of one tree together. @throws Malformed when they have different columns, or overflow */
export function addSums(left: Sums, right: Sums): Sums {
  if (left.length !== right.length) throw new Malformed(`sums of ${left.length} and ${right.length} columns`);
  const sums = left.map((sum, column) => sum + (right[column] ?? 0n));
  checkSums(sums);
  return sums;
}

/** Whether two nodes have the same amounts in the same columns. */
export function sameSums(a: Sums, b: Sums): boolean {
  return a.length === b.length && a.every((sum, column) => sum === b[column]);
}

/** Sums as they are hashed: eight bytes each, the most significant first. @throws Malformed as `checkSums` */
export function sumsToBytes(sums: Sums): Uint8Array {
  checkSums(sums);
  const bytes = new Uint8Array(sums.length * SUM_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [column, sum] of sums.entries()) view.setBigUint64(column * SUM_BYTES, sum);
  return bytes;
}

/** Sums of their bytes. @throws Malformed also when the bytes are not those of whole sums */
export function sumsFromBytes(bytes: Uint8Array): Sums {
  if (bytes.length % SUM_BYTES !== 0) throw new Malformed(`sums of ${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const sums = Array.from({ length: bytes.length / SUM_BYTES }, (_, column) =>
    view.getBigUint64(column * SUM_BYTES),
  );
  checkSums(sums);
  return sums;
}

/** Sums of texts in decimal, without sign and leading zeros, as entries and proofs have them. @throws Malformed */
export function parseSums(texts: readonly string[]): Sums {
  const sums = texts.map((text) => {
    if (!/^(0|[1-9]\d{0,18})$/.test(text))
      throw new Malformed(`not a sum: ${JSON.stringify(text.slice(0, 40))}`);
    return BigInt(text);
  });
  checkSums(sums);
  return sums;
}
