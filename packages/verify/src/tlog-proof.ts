import { base64, fromBase64, parseDecimal } from './bytes.ts';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import type { VerifySignature } from './ed25519.ts';
import type { VerifierKey } from './keys.ts';
import { Malformed } from './malformed.ts';
import { verifyInclusion } from './merkle.ts';
import { type VerifiedSignature, parseNote, verifyNote } from './note.ts';
import { HASH_BYTES, type Sha256, sha256 } from './sha256.ts';

/** A proof that an entry is in a log, which needs no network (C2SP tlog-proof). */
export type TlogProof = {
  /** Opaque, and not signed by anybody. */
  extra?: Uint8Array;
  /** Number of the entry, from 0. */
  index: number;
  /** Inclusion proof, from the leaf's sibling up. */
  path: readonly Uint8Array[];
  /** The signed note of the checkpoint, as the log serves it. */
  checkpoint: string;
};

const HEADER = 'c2sp.org/tlog-proof@v1';
/** A longer path belongs to no tree whose size is a safe integer. */
const PATH_MAX = 63;

/**
 * The text of a proof.
 * @param write how a hash is written; proofs of one tree share most of their hashes, and a caller can keep their texts
 */
export function formatTlogProof(
  { extra, index, path, checkpoint }: TlogProof,
  write: (hash: Uint8Array) => string = base64,
): string {
  const extraLine = extra === undefined ? '' : `extra ${base64(extra)}\n`;
  let pathLines = '';
  for (const hash of path) pathLines += `${write(hash)}\n`;
  return `${HEADER}\n${extraLine}index ${index}\n${pathLines}\n${checkpoint}`;
}

/** Reads a proof. @throws Malformed */
export function parseTlogProof(text: string): TlogProof {
  const split = text.indexOf('\n\n');
  if (split < 0) throw new Malformed('proof without checkpoint');
  const [header, ...lines] = text.slice(0, split).split('\n');
  if (header !== HEADER) throw new Malformed('not a proof of a log');
  const extra = lines[0]?.startsWith('extra ') === true ? lines.shift() : undefined;
  const index = lines.shift();
  if (index?.startsWith('index ') !== true) throw new Malformed('proof without index');
  if (lines.length > PATH_MAX) throw new Malformed('proof with too long a path');
  return {
    ...(extra === undefined ? {} : { extra: fromBase64(extra.slice('extra '.length)) }),
    index: parseDecimal(index.slice('index '.length)),
    path: lines.map(parseHash),
    checkpoint: text.slice(split + 2),
  };
}

/** Reads a hash of a proof. @throws Malformed */
export function parseHash(line: string): Uint8Array {
  const hash = fromBase64(line);
  if (hash.length !== HASH_BYTES) throw new Malformed('hash of a proof has no 32 bytes');
  return hash;
}

/** The result of checking a proof. `reason` is the first step that failed. */
export type TlogProofVerdict =
  | {
      ok: true;
      index: number;
      checkpoint: Checkpoint;
      /** The log's own signature. */
      signature: VerifiedSignature;
      /** Cosignatures of known witnesses, each witness once. */
      witnesses: readonly VerifiedSignature[];
    }
  | { ok: false; reason: 'malformed' | 'other-log' | 'no-known-key' | 'forged-signature' | 'not-included' };

/**
 * Verifies a proof by the steps of its specification; how many witnesses are enough is the caller's rule.
 * @param check.leaf hash of the entry (`leafHash`)
 * @param check.log key of the log, which signs under the log's origin
 * @param check.witnesses keys of the witnesses one trusts
 */
export function verifyTlogProof(
  check: { proof: string; leaf: Uint8Array; log: VerifierKey; witnesses: readonly VerifierKey[] },
  { hash = sha256, verify }: { hash?: Sha256; verify?: VerifySignature } = {},
): TlogProofVerdict {
  const read = readProof(check.proof);
  if (read === undefined) return { ok: false, reason: 'malformed' };
  const { proof, note, checkpoint } = read;
  if (checkpoint.origin !== check.log.name) return { ok: false, reason: 'other-log' };
  const verdict = verifyNote(note, [check.log, ...check.witnesses], verify);
  if (!verdict.ok) return verdict;
  const signature = verdict.verified.find(({ key }) => key === check.log);
  if (signature === undefined) return { ok: false, reason: 'no-known-key' };
  const included = verifyInclusion(
    { leaf: check.leaf, index: proof.index, size: checkpoint.size, proof: proof.path, root: checkpoint.root },
    hash,
  );
  if (!included) return { ok: false, reason: 'not-included' };
  const witnesses = verdict.verified.filter(({ key }) => key !== check.log);
  return { ok: true, index: proof.index, checkpoint, signature, witnesses };
}

function readProof(text: string) {
  try {
    const proof = parseTlogProof(text);
    const note = parseNote(proof.checkpoint);
    return { proof, note, checkpoint: parseCheckpoint(note.text) };
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}
