import { base64, concat, fromBase64, utf8 } from './bytes.ts';
import { type JsonObject, canonicalJson, parseCanonicalObject } from './canonical-json.ts';
import { Malformed } from './malformed.ts';
import { type Sha256, sha256 } from './sha256.ts';

/** How many bytes a nonce has. */
export const NONCE_BYTES = 32;

/** What every entry and every private body says first: what it is, and by which version of the format. */
export type Kind = { kind: string; v: number };

/**
 * The nonce of a private entry: SHA-256(nonce key ‖ kind ‖ 0x00 ‖ id), so that the server needs to store none. Without the key
 * two entries of one member look like any others.
 */
export function nonceOf(
  { nonceKey, kind, id }: { nonceKey: Uint8Array; kind: string; id: string },
  hash: Sha256 = sha256,
): Uint8Array {
  return hash(concat(nonceKey, utf8(`${kind}\u0000${id}`)));
}

/** Private kinds that entries name, as their numbers are compared with what the house publishes. Those of all others say `private`. */
export const NAMED_KINDS: ReadonlySet<string> = new Set([
  'bet',
  'correction',
  'entry',
  'setting_record',
  'settlement',
]);

/** What entries say that do not name their kind. */
export const UNNAMED_KIND = 'private';

/**
 * The entry of what belongs to one member: `{"hash":…,"kind":…,"v":…}` with the base64 of SHA-256(nonce ‖ body). Receipts have all
 * kinds in this form, and so has the log those of `NAMED_KINDS`, and others from before it left their kinds out.
 * @param body canonical JSON of the private body
 * @throws RangeError for a nonce of another length, which would let a nonce run into the body
 */
export function privateEntry(
  { kind, v, nonce, body }: Kind & { nonce: Uint8Array; body: string },
  hash: Sha256 = sha256,
): Uint8Array {
  if (nonce.length !== NONCE_BYTES) throw new RangeError(`nonce of ${nonce.length} bytes`);
  const commitment = base64(hash(concat(nonce, utf8(body))));
  // The order of the keys is that of canonical JSON; placing makes one of these for each bet.
  return utf8(`{"hash":"${commitment}","kind":${canonicalJson(kind)},"v":${canonicalJson(v)}}`);
}

/** The same as the log has it. */
export function logEntry(of: Kind & { nonce: Uint8Array; body: string }, hash: Sha256 = sha256): Uint8Array {
  return privateEntry({ ...of, kind: NAMED_KINDS.has(of.kind) ? of.kind : UNNAMED_KIND }, hash);
}

/** The entry of a public fact: its canonical JSON. */
export function publicEntry(fact: JsonObject & Kind): Uint8Array {
  return utf8(canonicalJson(fact));
}

/** Kind and version of a canonical entry or body, with all of it. @throws Malformed */
export function parseFact(text: string): JsonObject & Kind {
  const fact = parseCanonicalObject(text);
  const { kind, v } = fact;
  if (typeof kind !== 'string' || typeof v !== 'number')
    throw new Malformed('entry without kind and version');
  return { ...fact, kind, v };
}

/**
 * The private entry that a member's body and nonce lead to, as receipts have it.
 * @param nonce base64, as members get it
 * @throws Malformed for a body that is not canonical or names no kind, or a nonce of another length
 */
export function openCommitment(
  { body, nonce }: { body: string; nonce: string },
  hash: Sha256 = sha256,
): { fact: JsonObject & Kind; entry: Uint8Array } {
  const fact = parseFact(body);
  const nonceBytes = fromBase64(nonce);
  if (nonceBytes.length !== NONCE_BYTES) throw new Malformed('nonce has no 32 bytes');
  return { fact, entry: privateEntry({ kind: fact.kind, v: fact.v, nonce: nonceBytes, body }, hash) };
}

/**
 * The entries of the log that a body may lead to: with a nonce private ones, without a nonce the body itself.
 * @returns `entries` has the present form first
 * @throws Malformed as `openCommitment`
 */
export function openBody(
  { body, nonce }: { body: string; nonce?: string },
  hash: Sha256 = sha256,
): { fact: JsonObject & Kind; entries: readonly [Uint8Array, ...Uint8Array[]] } {
  if (nonce === undefined) {
    const fact = parseFact(body);
    return { fact, entries: [publicEntry(fact)] };
  }
  const { fact, entry } = openCommitment({ body, nonce }, hash);
  if (NAMED_KINDS.has(fact.kind)) return { fact, entries: [entry] };
  const { kind, v } = fact;
  return { fact, entries: [logEntry({ kind, v, nonce: fromBase64(nonce), body }, hash), entry] };
}
