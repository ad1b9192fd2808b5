import { base64, concat, fromBase64, hex, utf8 } from './bytes.ts';
import { type NoteSignature, cosignedMessage, readCosignature } from './cosignature.ts';
import { type Sign, type VerifySignature, verifyEd25519 } from './ed25519.ts';
import { type VerifierKey, checkKeyName, isKeyName } from './keys.ts';
import { Malformed } from './malformed.ts';

/** A text with signatures (C2SP signed-note). Do not trust it before `verifyNote` has found its signers. */
export type Note = {
  /** With the newline at its end. */
  text: string;
  signatures: readonly NoteSignature[];
};

const SIGNATURES_MAX = 100;
const NOTE_MAX_LENGTH = 1_000_000;

/** Reads a note. @throws Malformed */
export function parseNote(note: string): Note {
  if (note.length > NOTE_MAX_LENGTH) throw new Malformed('note too long');
  checkText(note);
  const split = note.lastIndexOf('\n\n');
  if (split < 0 || !note.endsWith('\n')) throw new Malformed('note without signatures');
  const lines = note.slice(split + 2, -1).split('\n');
  if (lines.length > SIGNATURES_MAX) throw new Malformed('note with too many signatures');
  return { text: note.slice(0, split + 1), signatures: lines.map(parseSignature) };
}

/** Reads one signature line, without its newline. @throws Malformed */
export function parseSignature(line: string): NoteSignature {
  const match = /^— (?<name>[^ ]+) (?<signature>[^ ]+)$/su.exec(line);
  const { name = '', signature: encoded = '' } = match?.groups ?? {};
  if (!isKeyName(name)) throw new Malformed('not a line with a signature');
  const bytes = fromBase64(encoded);
  if (bytes.length < 5) throw new Malformed('signature too short');
  return { name, id: hex(bytes.subarray(0, 4)), signature: bytes.subarray(4) };
}

/** One signature line, with its newline. */
export function formatSignature({ name, id, signature }: NoteSignature): string {
  return `— ${name} ${base64(concat(idBytes(id), signature))}\n`;
}

function idBytes(id: string): Uint8Array {
  return Uint8Array.from(id.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** The text of a note. @throws Malformed for a text that no note can carry */
export function formatNote({ text, signatures }: Note): string {
  checkText(text);
  if (!text.endsWith('\n')) throw new Malformed('text of a note without newline at its end');
  return `${text}\n${signatures.map(formatSignature).join('')}`;
}

function checkText(text: string): void {
  if (!text.isWellFormed()) throw new Malformed('half a surrogate pair in a note');
  // Only newlines, no other control characters.
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 && code !== 0x0a) throw new Malformed('control character in a note');
  }
}

/**
 * Signs a text with an Ed25519 key.
 * @param key.id of a key of type "note" (`verifierKey`)
 */
export function signText(text: string, key: { name: string; id: string; sign: Sign }): NoteSignature {
  checkKeyName(key.name);
  return { name: key.name, id: key.id, signature: key.sign(utf8(text)) };
}

/** A signature that verified. */
export type VerifiedSignature = {
  key: VerifierKey;
  signature: NoteSignature;
  /** When the witness signed, in seconds since 1970; undefined for a key that signs no time. */
  time?: number;
};

/** The result of checking the signatures of a note. */
export type NoteVerdict =
  | { ok: true; verified: readonly [VerifiedSignature, ...VerifiedSignature[]] }
  | { ok: false; reason: 'no-known-key' | 'forged-signature' };

/**
 * Verifies the signatures of known keys, and ignores all others (C2SP signed-note, "Signatures"). One forged signature under a
 * known name and id makes the whole note bad.
 * @returns each key that signed once, a witness that signed more often with its latest time
 */
export function verifyNote(
  note: Note,
  keys: readonly VerifierKey[],
  verify: VerifySignature = verifyEd25519,
): NoteVerdict {
  const verified = new Map<VerifierKey, VerifiedSignature>();
  for (const signature of note.signatures) {
    const key = keys.find(({ name, id }) => name === signature.name && id === signature.id);
    if (key === undefined) continue;
    const found = verifyWith(key, note.text, signature, verify);
    if (found === undefined) return { ok: false, reason: 'forged-signature' };
    const before = verified.get(key);
    if (before === undefined || (before.time ?? 0) < (found.time ?? 0)) verified.set(key, found);
  }
  const [first, ...rest] = verified.values();
  return first === undefined
    ? { ok: false, reason: 'no-known-key' }
    : { ok: true, verified: [first, ...rest] };
}

function verifyWith(
  key: VerifierKey,
  text: string,
  signature: NoteSignature,
  verify: VerifySignature,
): VerifiedSignature | undefined {
  if (key.type === 'note') {
    return verify(signature.signature, utf8(text), key.publicKey) ? { key, signature } : undefined;
  }
  const cosignature = readCosignature(signature.signature);
  if (cosignature === undefined) return undefined;
  const message = utf8(cosignedMessage(text, cosignature.time));
  if (!verify(cosignature.signature, message, key.publicKey)) return undefined;
  return { key, signature, time: cosignature.time };
}
