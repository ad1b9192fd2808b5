import { sameBytes } from './bytes.ts';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import type { VerifySignature } from './ed25519.ts';
import type { VerifierKey } from './keys.ts';
import { Malformed } from './malformed.ts';
import { parseNote, verifyNote } from './note.ts';

/**
 * What two signed checkpoints of one log say together.
 * - `fork`: two trees of one size, which proves that the log signed two histories
 * - `same`: one tree
 * - `open`: two sizes; only a consistency proof of the log decides
 * - `not-signed`: one of them is no checkpoint which the log signed
 */
export type ForkVerdict =
  | { kind: 'fork' | 'same' | 'open'; checkpoints: readonly [Checkpoint, Checkpoint] }
  | { kind: 'not-signed'; which: 'first' | 'second' };

/**
 * Compares two signed checkpoints. Nothing but the log's keys is needed, so that evidence convinces everybody alike.
 * @param logs keys that may sign for the log
 */
export function compareCheckpoints(
  first: string,
  second: string,
  logs: readonly VerifierKey[],
  verify?: VerifySignature,
): ForkVerdict {
  const one = readSigned(first, logs, verify);
  if (one === undefined) return { kind: 'not-signed', which: 'first' };
  const two = readSigned(second, logs, verify);
  if (two === undefined || two.origin !== one.origin) return { kind: 'not-signed', which: 'second' };
  const checkpoints = [one, two] as const;
  if (one.size !== two.size) return { kind: 'open', checkpoints };
  return { kind: sameBytes(one.root, two.root) ? 'same' : 'fork', checkpoints };
}

/** A checkpoint that one of the keys signed as a log; a witness's cosignature says nothing about who made it. */
function readSigned(
  text: string,
  logs: readonly VerifierKey[],
  verify: VerifySignature | undefined,
): Checkpoint | undefined {
  try {
    const note = parseNote(text);
    const signers = logs.filter(({ type }) => type === 'note');
    return verifyNote(note, signers, verify).ok ? parseCheckpoint(note.text) : undefined;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}
