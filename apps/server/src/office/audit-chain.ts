import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Queryable } from '../platform/database.ts';
import { transaction } from '../platform/transaction.ts';
import {
  deleteWaiting,
  findHead,
  findStray,
  findWaiting,
  insertSeals,
  pageOfSeals,
  trySealing,
  countWaiting,
  type Seal,
  type SealedRow,
} from './audit-chain-queries.ts';

/** Lines sealed in one transaction. */
const batch = 1_000;
/** Lines verified with one query. */
const verifiedAtOnce = 5_000;
type Head = { seq: bigint; hash: Buffer };
/** What stands before the first line. */
const start: Head = { seq: 0n, hash: Buffer.alloc(32) };

/** The hash of a line: over that of the line before, its number (8 bytes, big endian) and the hash of its content. */
const hashOf = (prevHash: Buffer, seq: bigint, content: Buffer): Buffer => {
  const number = Buffer.alloc(8);
  number.writeBigInt64BE(seq);
  return createHash('sha256').update(prevHash).update(number).update(content).digest();
};

/**
 * Seals lines that wait, in the order of their ids, those of finished transactions only. Of several processes one does it;
 * the number is the key of the seals, so that the chain could not fork even so.
 * @returns how many were sealed
 */
export const sealAudit = async (pool: pg.Pool): Promise<number> => {
  let sealed = 0;
  for (;;) {
    const done = await transaction(pool, async (client) => {
      if (!(await trySealing(client))) return 0;
      const waiting = await findWaiting(client, batch);
      if (waiting.length === 0) return 0;
      let head = (await findHead(client)) ?? start;
      const seals: Seal[] = [];
      for (const { line, content } of waiting) {
        const seq = head.seq + 1n;
        const hash = hashOf(head.hash, seq, content);
        seals.push({ seq, line, prev_hash: head.hash, hash });
        head = { seq, hash };
      }
      await insertSeals(client, seals);
      await deleteWaiting(
        client,
        seals.map(({ line }) => line),
      );
      return seals.length;
    });
    sealed += done;
    if (done < batch) return sealed;
  }
};

/** What is wrong with a line that should follow `head`; undefined when nothing is. */
const faultOf = (head: Head, row: SealedRow): string | undefined => {
  const seq = head.seq + 1n;
  if (row.seq !== seq) return `line ${seq} is missing`;
  if (!row.prev_hash.equals(head.hash)) return `line ${seq} does not follow the line before`;
  if (row.content === null) return `line ${seq}: its text is missing (${row.line})`;
  if (!row.hash.equals(hashOf(head.hash, seq, row.content))) return `line ${seq} was changed (${row.line})`;
  return undefined;
};

/** Follows the chain of the audit log from its first line, and tells the first that is broken. */
export const verifyAudit = async (
  on: Queryable,
): Promise<{ counts: Record<string, bigint>; differences: string[] }> => {
  let head = start;
  const counts = async () => ({ 'sealed lines': head.seq, 'waiting lines': await countWaiting(on) });
  for (;;) {
    const rows = await pageOfSeals(on, head.seq, verifiedAtOnce);
    for (const row of rows) {
      const fault = faultOf(head, row);
      if (fault !== undefined) return { counts: await counts(), differences: [fault] };
      head = { seq: row.seq, hash: row.hash };
    }
    if (rows.length < verifiedAtOnce) break;
  }
  const stray = await findStray(on);
  const differences = stray === undefined ? [] : [`line ${stray} is neither sealed nor waits to be`];
  return { counts: await counts(), differences };
};
