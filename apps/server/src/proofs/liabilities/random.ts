import { createCipheriv, createHmac } from 'node:crypto';

/** Random bytes by their place: the same bytes for a place each time, so that one member's part can be read without the others. */
export type Stream = (offset: number, length: number) => Buffer;

const blockBytes = 16;

const derive = (key: Uint8Array, label: string): Buffer => createHmac('sha256', key).update(label).digest();

/**
 * The key of one snapshot. Without the secret of the house nothing links two snapshots, and with it a tree can be made again.
 * @param secret 32 bytes
 */
export const snapshotKey = (secret: Uint8Array, snapshotId: string): Buffer =>
  derive(secret, `touchline liabilities\n${snapshotId}`);

/** Random bytes for one purpose: the key stream of AES-256 in counter mode, under a key of its own. */
export const streamOf = (key: Uint8Array, purpose: string): Stream => {
  const own = derive(key, purpose);
  return (offset, length) => {
    const block = Math.floor(offset / blockBytes);
    const skipped = offset - block * blockBytes;
    const counter = Buffer.alloc(blockBytes);
    counter.writeBigUInt64BE(BigInt(block), blockBytes / 2);
    return createCipheriv('aes-256-ctr', own, counter)
      .update(Buffer.alloc(skipped + length))
      .subarray(skipped);
  };
};

/** The place of a file of a snapshot in the store: without the key files cannot be told apart. */
export const fileName = (key: Uint8Array, file: string): string =>
  derive(key, `file\n${file}`).toString('base64url');
