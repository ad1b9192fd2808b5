import { base64 } from './bytes.ts';
import { formatCheckpoint, parseCheckpoint } from './checkpoint.ts';
import type { JsonObject } from './canonical-json.ts';
import type { Sign, VerifySignature } from './ed25519.ts';
import { type Kind, openCommitment, privateEntry } from './entries.ts';
import type { VerifierKey } from './keys.ts';
import { Malformed } from './malformed.ts';
import { createTree, leafHash, verifyInclusion } from './merkle.ts';
import { formatNote, parseNote, signText, verifyNote } from './note.ts';
import { type Sha256, sha256 } from './sha256.ts';
import { formatTlogProof, parseTlogProof } from './tlog-proof.ts';

/** What a member keeps: the house's signed promise that this entry is in the log within 60 s of its time. */
export type SignedReceipt = {
  /** Canonical JSON of everything that was agreed. */
  body: string;
  /** Base64; who has it can tell which entry of the log is meant. */
  nonce: string;
  /** A C2SP tlog-proof that leads from the entry to the signed root of the batch. */
  proof: string;
};

/** How long after its time the entry of a receipt may be missing from the log. */
export const RECEIPT_PROMISE_MS = 60_000;

/** Origin of the notes of receipts: another than the log's, so that none can be taken for a checkpoint. */
export function receiptOrigin(origin: string): string {
  return `${origin}/receipts`;
}

/**
 * Makes the receipts of a batch: one tree, one signature.
 * @param batch.origin name of the log, which is the name of its key too
 * @param batch.keyId id of the log's key of type "note"
 * @param batch.timeMs when the batch was committed, in milliseconds since 1970
 * @param batch.items private bodies in canonical JSON, each with kind and version as in the body
 * @returns receipts in the order of the items
 */
export function makeReceipts(
  batch: {
    origin: string;
    keyId: string;
    timeMs: number;
    items: readonly (Kind & { nonce: Uint8Array; body: string })[];
    sign: Sign;
  },
  hash: Sha256 = sha256,
): SignedReceipt[] {
  const { origin, keyId, timeMs, items, sign } = batch;
  const tree = createTree(
    items.map((item) => leafHash(privateEntry(item, hash), hash)),
    hash,
  );
  const text = formatCheckpoint({
    origin: receiptOrigin(origin),
    size: tree.size,
    root: tree.root,
    extensions: [`time ${timeMs}`],
  });
  const checkpoint = formatNote({ text, signatures: [signText(text, { name: origin, id: keyId, sign })] });
  const texts = new Map<Uint8Array, string>();
  const write = (node: Uint8Array): string => {
    const known = texts.get(node);
    if (known !== undefined) return known;
    const text = base64(node);
    texts.set(node, text);
    return text;
  };
  return items.map(({ body, nonce }, index) => ({
    body,
    nonce: base64(nonce),
    proof: formatTlogProof({ index, path: tree.inclusion(index), checkpoint }, write),
  }));
}

/** The result of checking a receipt. `reason` is the first step that failed. */
export type ReceiptVerdict =
  | {
      ok: true;
      /** The body, read. */
      fact: JsonObject & Kind;
      /** The entry that must be in the log, and its leaf hash. */
      entry: Uint8Array;
      leaf: Uint8Array;
      /** When the house promised, in milliseconds since 1970. */
      timeMs: number;
    }
  | {
      ok: false;
      /** `other-body`: body and nonce are not what the house signed. */
      reason: 'malformed' | 'other-log' | 'no-known-key' | 'forged-signature' | 'other-body';
    };

/**
 * Verifies a receipt: form, signature, and the way from body and nonce to the signed root.
 * @param log key of the log
 */
export function verifyReceipt(
  receipt: SignedReceipt,
  log: VerifierKey,
  { hash = sha256, verify }: { hash?: Sha256; verify?: VerifySignature } = {},
): ReceiptVerdict {
  const read = readReceipt(receipt, hash);
  if (read === undefined) return { ok: false, reason: 'malformed' };
  const { fact, entry, proof, note, checkpoint, timeMs } = read;
  if (checkpoint.origin !== receiptOrigin(log.name)) return { ok: false, reason: 'other-log' };
  const verdict = verifyNote(note, [log], verify);
  if (!verdict.ok) return verdict;
  const leaf = leafHash(entry, hash);
  const { size, root } = checkpoint;
  if (!verifyInclusion({ leaf, index: proof.index, size, proof: proof.path, root }, hash)) {
    return { ok: false, reason: 'other-body' };
  }
  return { ok: true, fact, entry, leaf, timeMs };
}

function readReceipt(receipt: SignedReceipt, hash: Sha256) {
  try {
    const proof = parseTlogProof(receipt.proof);
    const note = parseNote(proof.checkpoint);
    const checkpoint = parseCheckpoint(note.text);
    return {
      ...openCommitment(receipt, hash),
      proof,
      note,
      checkpoint,
      timeMs: parseTime(checkpoint.extensions),
    };
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

function parseTime(extensions: readonly string[]): number {
  const [line = ''] = extensions;
  const match = /^time (?<timeMs>[1-9]\d{0,14})$/.exec(line);
  if (extensions.length !== 1 || match?.groups === undefined) throw new Malformed('receipt without time');
  return Number(match.groups['timeMs']);
}
