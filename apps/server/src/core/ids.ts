import { randomFillSync } from 'node:crypto';
import { v5, v7 } from 'uuid';

// Random bytes for a few hundred ids at a time: sixteen bytes from the system cost as much as thousands.
const pool = new Uint8Array(16 * 512);
let used = pool.length;
let lastMs = 0;
let seq = 0;

/** A new id: UUIDv7. Ids of one process sort in the order they were made, also within a millisecond. */
export const newId = (): string => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  const random = pool.subarray(used - 16, used);
  const nowMs = Date.now();
  if (nowMs > lastMs) {
    lastMs = nowMs;
    // Far enough from the end of its 32 bits for every id of the millisecond.
    seq = ((random[0] ?? 0) << 16) | ((random[1] ?? 0) << 8) | (random[2] ?? 0);
  } else {
    seq += 1;
  }
  return v7({ random, msecs: lastMs, seq });
};

/** The namespace of ids that follow from a name. */
const namespace = '6f0a3c0e-1e0b-5a5d-9a54-7a1f6f2b9c11';

/** The id that belongs to a name (UUIDv5): the same each time, so that doing something again means the same row. */
export const idFor = (name: string): string => v5(name, namespace);

/** The form of an id, in lower case as the server writes it, for regular expressions. */
export const idPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const wholeId = new RegExp(`^${idPattern}$`);

/** Whether a text from outside has the form of an id. */
export const isId = (text: string): boolean => wholeId.test(text);

/** Number of shards: every money table leads with `shard`. */
export const shardCount = 256;

/**
 * The shard of a member: FNV-1a over the id's text, folded to 0 … 255. Stable forever, since rows are stored under it.
 * @param memberId a UUID in lower case
 */
export const shardOf = (memberId: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < memberId.length; i++) {
    hash ^= memberId.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return ((hash >>> 24) ^ (hash >>> 16) ^ (hash >>> 8) ^ hash) & 0xff;
};
