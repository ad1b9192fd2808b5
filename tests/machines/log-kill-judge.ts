import { setTimeout as wait } from 'node:timers/promises';
import { createHash, verify as verifyByNode } from 'node:crypto';
import { publicKeyObject } from '../../apps/server/src/core/public-log/keys.ts';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { base64 } from '@touchline/verify/bytes';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import type { VerifySignature } from '@touchline/verify/ed25519';
import { createFrontier } from '@touchline/verify/frontier';
import { trustedKeys, verifyReceiptBy } from '@touchline/verify/key-changes';
import { parseVerifierKey } from '@touchline/verify/keys';
import { leafHash, verifyConsistency } from '@touchline/verify/merkle';
import { parseNote, verifyNote } from '@touchline/verify/note';
import {
  bundlePath,
  decodeBundle,
  newBundles,
  proveConsistency,
  tilePath,
  type Tile,
} from '@touchline/verify/tiles';

/** What the log has kept of what was promised. */
export type Judged = {
  /** Acknowledged bets whose receipts verify, and whose entries are in the log. */
  receipts: number;
  entries: number;
  /** Checkpoints that were seen, of how many sizes; each leads to the next by a consistency proof. */
  checkpoints: number;
  sizes: number;
  keys: number;
};

/** After this time the promise of every receipt is over. */
const promiseMs = 60_000;

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/** Tens of thousands of receipts are verified by Node, which is faster. */
const verify: VerifySignature = (signature, message, publicKey) =>
  verifyByNode(null, message, publicKeyObject(publicKey), signature);

const get = async (url: string): Promise<Uint8Array> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};
const getText = async (url: string): Promise<string> => new TextDecoder().decode(await get(url));

type PublicKeys = { keys: { vkey: string; body?: string; proof?: string }[] };
const isKeys = (value: unknown): value is PublicKeys =>
  typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys);

/** The keys of the log, by the walk from its first one. */
const keysOf = async (log: string) => {
  const answer: unknown = JSON.parse(await getText(`${log}/vkeys`));
  if (!isKeys(answer)) throw new Error('no keys');
  const [first] = answer.keys;
  if (first === undefined) throw new Error('no first key');
  const changes = answer.keys.flatMap(({ body, proof }) =>
    body === undefined || proof === undefined ? [] : [{ body, proof }],
  );
  const keys = trustedKeys(parseVerifierKey(first.vkey), changes);
  if (keys.length !== answer.keys.length) throw new Error('the keys of the log do not lead to each other');
  return keys;
};

/**
 * Holds receipts and checkpoints against a log as a stranger would, with packages/verify alone.
 * @param log address of the log
 * @throws Error with the first thing that is wrong
 */
export const judgeLog = async (
  log: string,
  { receipts, notes }: { receipts: readonly { id: string; receipt: Receipt }[]; notes: readonly string[] },
): Promise<Judged> => {
  const keys = await keysOf(log);
  const leaves = new Map<string, string>();
  for (const { id, receipt } of receipts) {
    const verdict = verifyReceiptBy(receipt, keys, { hash: sha256, verify });
    if (!verdict.ok) throw new Error(`the receipt of bet ${id} fails: ${verdict.reason}`);
    if (verdict.fact['id'] !== id) throw new Error(`the receipt of bet ${id} is of another`);
    leaves.set(base64(verdict.leaf), id);
  }

  const untilMs = Date.now() + promiseMs;
  let read = await readLog(log);
  const missing = (): string[] => [...leaves].flatMap(([leaf, id]) => (read.leaves.has(leaf) ? [] : [id]));
  // A server shows what it read last: it may be behind another one, whose checkpoint is among the notes.
  const newest = Math.max(0, ...notes.map((note) => parseCheckpoint(parseNote(note).text).size));
  while ((missing().length > 0 || read.size < newest) && Date.now() < untilMs) {
    await wait(1_000);
    read = await readLog(log);
  }
  if (missing().length > 0) throw new Error(`${missing().length} bets are not in the log: ${missing()[0]}`);

  const seen = [...notes, read.note].map((note) => {
    const parsed = parseNote(note);
    const verdict = verifyNote(
      parsed,
      keys.map(({ key }) => key),
    );
    if (!verdict.ok) throw new Error(`a checkpoint is not signed by a key of the log:\n${note}`);
    return parseCheckpoint(parsed.text);
  });
  const sorted = seen.toSorted((a, b) => a.size - b.size);
  for (const { size, root } of sorted) {
    const meant = read.roots.get(size);
    if (meant === undefined) throw new Error(`${size} entries were signed, and the log has ${read.size}`);
    if (meant !== base64(root)) throw new Error(`two trees of ${size} entries were signed`);
  }
  const sizes = [...new Map(sorted.map((one) => [one.size, one])).values()];
  for (const [at, young] of sizes.entries()) {
    const old = sizes[at - 1];
    if (old === undefined || old.size === 0) continue;
    const proof = await proveConsistency(
      { oldSize: old.size, size: young.size, readTile: read.readTile },
      sha256,
    );
    const roots = { oldSize: old.size, oldRoot: old.root, newSize: young.size, newRoot: young.root, proof };
    if (!verifyConsistency(roots, sha256))
      throw new Error(`${old.size} entries did not grow to ${young.size}`);
  }
  return {
    receipts: receipts.length,
    entries: read.size,
    checkpoints: notes.length,
    sizes: sizes.length,
    keys: keys.length,
  };
};

/** Reads a whole log: its last checkpoint, its leaves, and the root of each of its sizes. */
const readLog = async (log: string) => {
  const note = await getText(`${log}/checkpoint`);
  const { size } = parseCheckpoint(parseNote(note).text);
  const frontier = createFrontier({}, sha256);
  const leaves = new Set<string>();
  const roots = new Map<number, string>([[0, base64(frontier.root())]]);
  for (const bundle of newBundles(0, size)) {
    for (const entry of decodeBundle(await get(`${log}/${bundlePath(bundle)}`)).slice(0, bundle.width)) {
      const leaf = leafHash(entry, sha256);
      leaves.add(base64(leaf));
      frontier.append(leaf);
      roots.set(frontier.size, base64(frontier.root()));
    }
  }
  const tiles = new Map<string, Promise<Uint8Array>>();
  const readTile = (tile: Tile): Promise<Uint8Array> => {
    const path = tilePath(tile);
    const found = tiles.get(path) ?? get(`${log}/${path}`);
    tiles.set(path, found);
    return found;
  };
  return { note, size, leaves, roots, readTile };
};
