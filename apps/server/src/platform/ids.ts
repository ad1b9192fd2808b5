import { v7 } from 'uuid';

/** A new id: UUIDv7, so that ids sort by the time they were made. */
export const newId = (): string => v7();

/** Number of shards: every money table leads with `shard`. */
export const shardCount = 256;

/**
 * The shard of a member: FNV-1a over the id's text, folded to 0 … 255. Stable for ever, since rows are stored under it.
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
