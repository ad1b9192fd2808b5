import { sameBytes } from './bytes.ts';
import type { Json, JsonObject } from './canonical-json.ts';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { openBody } from './entries.ts';
import { isJsonObject } from './json-fields.ts';
import {
  type ProvenKeyChange,
  type TrustedKey,
  trustedKeys,
  verifyEntryBy,
  verifyReceiptBy,
} from './key-changes.ts';
import { type VerifierKey, formatVerifierKey, parseVerifierKey } from './keys.ts';
import { Malformed } from './malformed.ts';
import { verifyConsistency } from './merkle.ts';
import { parseNote, verifyNote } from './note.ts';
import { RECEIPT_PROMISE_MS } from './receipts.ts';
import { type RelatedProof, type RelatedStep, checkBet, checkOwed } from './related.ts';
import type { SumProof } from './sums/sum-tree.ts';
import { parseHash } from './tlog-proof.ts';

/** Everything that checks one thing settled with the house, as one document of JSON that needs no network. */
export type ProofFile = {
  /** 2 since `related`, `owed` and `seen`. */
  v: 1 | 2;
  /** Key of the log, as the house gave it. */
  vkey: string;
  /** Canonical JSON of what was settled. */
  body: string;
  /** Base64; absent for a public fact. */
  nonce?: string;
  /** The tlog-proof of the receipt, which leads to what the house signed at once. */
  receipt?: string;
  /** The tlog-proof that leads to a checkpoint of the log. */
  entry?: string;
  /** What the member saw at the tap: fields of the body, with the values that were on the screen. */
  shown?: JsonObject;
  /** What belongs to it: of a bet its settlements, results, rulings and entries of the wallet; of liabilities the wallet's entry. */
  related?: readonly RelatedProof[];
  /** Of liabilities: the way from a member's amounts to the root in the body. */
  owed?: { member: string; proof: SumProof };
  /** A checkpoint that the device of the member saw before. */
  seen?: string;
  /** The consistency proof between that and the checkpoint of `entry`, hashes in base64. */
  growth?: readonly string[];

  /** Changes of the log's key that lead to the keys which signed this from one that the reader may know. */
  keys?: readonly ProvenKeyChange[];
};

/** Members of the document whose values are texts. */
const texts = ['nonce', 'receipt', 'entry', 'seen'] as const;

/** The text of a proof file, as it is saved. */
export function formatProofFile(file: ProofFile): string {
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** The text of a file with several proofs under one key. */
export function formatProofFiles(vkey: string, proofs: readonly ProofFile[]): string {
  return `${JSON.stringify({ v: 2, vkey, proofs }, undefined, 2)}\n`;
}

/** Reads a proof file; what later versions add is ignored. @throws Malformed */
export function parseProofFile(text: string): ProofFile {
  return readProofFile(parseObject(text));
}

/** Reads the proofs of a file, which has one or several. @throws Malformed */
export function parseProofFiles(text: string): ProofFile[] {
  const { proofs, ...file } = parseObject(text);
  if (proofs === undefined) return [readProofFile(file)];
  if (file['v'] !== 2 || !Array.isArray(proofs) || proofs.length === 0 || !proofs.every(isJsonObject))
    throw new Malformed('a file of proofs without proofs');
  return proofs.map((proof) => readProofFile({ vkey: file['vkey'] ?? null, ...proof }));
}

function readProofFile(file: JsonObject): ProofFile {
  const { v } = file;
  if (v !== 1 && v !== 2) throw new Malformed('not a proof file of version 1 or 2');
  const { vkey, body, shown } = file;
  if (typeof vkey !== 'string' || typeof body !== 'string')
    throw new Malformed('proof file without key and body');
  const given: Partial<Record<(typeof texts)[number], string>> = {};
  for (const name of texts) {
    const value = file[name];
    if (value === undefined) continue;
    if (typeof value !== 'string') throw new Malformed(`"${name}" of a proof file is no text`);
    given[name] = value;
  }
  if (shown !== undefined && !isJsonObject(shown))
    throw new Malformed('"shown" of a proof file is no object');
  const { related, owed, growth, keys } = file;
  return {
    v,
    vkey,
    body,
    ...given,
    ...(shown === undefined ? {} : { shown }),
    ...(related === undefined ? {} : { related: listOf(related, 'related').map(readRelated) }),
    ...(owed === undefined ? {} : { owed: readOwed(owed) }),
    ...(growth === undefined ? {} : { growth: textsOf(growth, 'growth') }),
    ...(keys === undefined ? {} : { keys: parseKeys(keys) }),
  };
}

function listOf(value: Json, name: string): readonly Json[] {
  if (!Array.isArray(value)) throw new Malformed(`"${name}" of a proof file is no list`);
  return value;
}

function textsOf(value: Json, name: string): string[] {
  return listOf(value, name).map((one) => {
    if (typeof one !== 'string') throw new Malformed(`"${name}" of a proof file has what is no text`);
    return one;
  });
}

function readRelated(one: Json): RelatedProof {
  const { body, nonce, entry } = isJsonObject(one) ? one : {};
  if (typeof body !== 'string' || typeof entry !== 'string')
    throw new Malformed('a related proof without body and entry');
  if (nonce === undefined) return { body, entry };
  if (typeof nonce !== 'string') throw new Malformed('a related proof whose nonce is no text');
  return { body, nonce, entry };
}

function readOwed(owed: Json): NonNullable<ProofFile['owed']> {
  const { member, proof } = isJsonObject(owed) ? owed : {};
  const { leaves, siblings } = isJsonObject(proof) ? proof : {};
  if (typeof member !== 'string' || typeof siblings !== 'string' || leaves === undefined)
    throw new Malformed('a proof of liabilities without member and proof');
  return { member, proof: { siblings, leaves: listOf(leaves, 'leaves').map(readLeaf) } };
}

function readLeaf(leaf: Json): SumProof['leaves'][number] {
  const { index, nonce, sums } = isJsonObject(leaf) ? leaf : {};
  if (typeof index !== 'number' || typeof nonce !== 'string' || sums === undefined)
    throw new Malformed('a leaf without index, nonce and sums');
  return { index, nonce, sums: textsOf(sums, 'sums') };
}

/** More changes of its key than any log has had. */
const KEYS_MAX = 1_000;

function parseKeys(keys: Json): ProvenKeyChange[] {
  if (!Array.isArray(keys) || keys.length > KEYS_MAX)
    throw new Malformed('"keys" of a proof file is no list');
  return keys.map((change) => {
    const { body, proof } = isJsonObject(change) ? change : {};
    if (typeof body !== 'string' || typeof proof !== 'string')
      throw new Malformed('"keys" of a proof file has a change without body or proof');
    return { body, proof };
  });
}

function parseObject(text: string): JsonObject {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Malformed('not JSON');
  }
  if (!isJsonObject(value)) throw new Malformed('not an object of JSON');
  return value;
}

/** The state of one step. `unknown` is not `failed`: the part is not there, or cannot be there yet. */
export type StepState = 'ok' | 'failed' | 'unknown';

/** The result of a step, as a code; the sentence is the reader's. */
export type Step =
  /**
   * Whose key it is: one the reader knows, one to which entries of the log lead from there, another, or the one in the file, which
   * proves nothing alone.
   */
  | { step: 'key'; state: 'ok'; code: 'known-key'; facts: { key: string } }
  | { step: 'key'; state: 'ok'; code: 'linked-key'; facts: { key: string } }
  | { step: 'key'; state: 'failed'; code: 'other-key'; facts: { key: string } }
  | { step: 'key'; state: 'unknown'; code: 'key-of-file'; facts: { key: string } }
  /** Whether the house signed the receipt for this very body. */
  | { step: 'signed'; state: 'ok'; code: 'signed'; facts: { by: string; timeMs: number } }
  | { step: 'signed'; state: 'failed'; code: 'not-signed'; facts: { reason: string } }
  | { step: 'signed'; state: 'unknown'; code: 'no-receipt'; facts: Record<string, never> }
  /** Whether it is in the log. `promised`: the minute of the receipt runs; `overdue`: it is over, and the log was asked. */
  | { step: 'logged'; state: 'ok'; code: 'logged'; facts: { index: number; size: number } }
  | { step: 'logged'; state: 'failed'; code: 'not-logged'; facts: { reason: string } }
  | { step: 'logged'; state: 'failed'; code: 'overdue'; facts: { untilMs: number } }
  | { step: 'logged'; state: 'unknown'; code: 'promised'; facts: { untilMs: number } }
  | { step: 'logged'; state: 'unknown'; code: 'no-entry'; facts: Record<string, never> }
  /** Whether the log has only grown between the checkpoint one knew and that of the proof. */
  | { step: 'grown'; state: 'ok'; code: 'grown'; facts: { from: number; to: number } }
  | { step: 'grown'; state: 'failed'; code: 'forked'; facts: { from: number; to: number } }
  | { step: 'grown'; state: 'failed'; code: 'bad-checkpoint'; facts: Record<string, never> }
  | { step: 'grown'; state: 'unknown'; code: 'first-look'; facts: Record<string, never> }
  | { step: 'grown'; state: 'unknown'; code: 'not-compared'; facts: { from: number; to: number } }
  /** Who else saw the checkpoint. */
  | { step: 'witnessed'; state: 'ok'; code: 'witnessed'; facts: { by: readonly string[]; time: number } }
  | { step: 'witnessed'; state: 'failed'; code: 'too-few'; facts: { by: readonly string[]; enough: number } }
  | { step: 'witnessed'; state: 'unknown'; code: 'no-witness'; facts: Record<string, never> }
  /** Whether the body agrees with the screen; `fields` are those that differ. */
  | { step: 'terms'; state: 'ok'; code: 'same-terms'; facts: Record<string, never> }
  | { step: 'terms'; state: 'failed'; code: 'other-terms'; facts: { fields: readonly string[] } }
  | { step: 'terms'; state: 'unknown'; code: 'no-terms'; facts: Record<string, never> }
  | RelatedStep;

/** What the reader knows from elsewhere. */
export type Knowledge = {
  /** Key of the log from a source other than the file. */
  vkey?: string;
  /** A checkpoint seen earlier, and the way between it and that of the proof where one has it. */
  known?: { checkpoint: string; proof?: readonly Uint8Array[] };
  /** Keys of witnesses one trusts, and how many of them must have signed. */
  witnesses?: readonly VerifierKey[];
  enough?: number;
  /** Milliseconds since 1970. */
  nowMs: number;
  /** The log was asked for the entry just now, so that one which is overdue is not merely missing from the file. */
  isLogAsked?: boolean;
};

/**
 * Checks a proof file, step by step in one order.
 * @throws Malformed for a body that is not canonical, or a key that is none
 */
export function checkProof(file: ProofFile, knowledge: Knowledge): Step[] {
  const keys = trustedKeys(parseVerifierKey(knowledge.vkey ?? file.vkey), file.keys ?? []);
  const { body, nonce } = file;
  const { fact, entries } = openBody({ body, ...(nonce === undefined ? {} : { nonce }) });
  const witnesses = knowledge.witnesses ?? [];
  const signed = checkSigned(file, keys);
  const proven =
    file.entry === undefined ? undefined : verifyEntryBy({ proof: file.entry, entries, witnesses }, keys);
  return [
    checkKey(file, keys, knowledge),
    signed,
    checkLogged(proven, signed, knowledge),
    checkGrown(proven, keys, knowledge.known ?? seenIn(file)),
    checkWitnessed(proven, knowledge.enough ?? 0),
    checkTerms(file.shown, fact),
    ...checkBet(file.related ?? [], { bet: fact, keys }),
    ...checkOwed(file.owed, { fact, related: file.related ?? [], keys }),
  ];
}

/** The worst that the steps say: `ok` needs a signature or an entry under a key, and nothing failed. */
export function verdictOf(steps: readonly Step[]): StepState {
  if (steps.some(({ state }) => state === 'failed')) return 'failed';
  const proves = steps.some(({ step, state }) => state === 'ok' && (step === 'signed' || step === 'logged'));
  return proves ? 'ok' : 'unknown';
}

function checkKey(file: ProofFile, keys: readonly TrustedKey[], { vkey }: Knowledge): Step {
  const facts = { key: file.vkey };
  if (vkey === undefined) return { step: 'key', state: 'unknown', code: 'key-of-file', facts };
  if (vkey === file.vkey) return { step: 'key', state: 'ok', code: 'known-key', facts };
  return keys.some(({ key }) => formatVerifierKey(key) === file.vkey)
    ? { step: 'key', state: 'ok', code: 'linked-key', facts }
    : { step: 'key', state: 'failed', code: 'other-key', facts };
}

type Proven = ReturnType<typeof verifyEntryBy>;

type Signed = Extract<Step, { step: 'signed' }>;

function checkSigned({ body, nonce, receipt }: ProofFile, keys: readonly TrustedKey[]): Signed {
  if (receipt === undefined || nonce === undefined)
    return { step: 'signed', state: 'unknown', code: 'no-receipt', facts: {} };
  const verdict = verifyReceiptBy({ body, nonce, proof: receipt }, keys);
  const by = keys[0]?.key.name ?? '';
  return verdict.ok
    ? { step: 'signed', state: 'ok', code: 'signed', facts: { by, timeMs: verdict.timeMs } }
    : { step: 'signed', state: 'failed', code: 'not-signed', facts: { reason: verdict.reason } };
}

function checkLogged(
  proven: Proven | undefined,
  signed: Signed,
  { nowMs, isLogAsked = false }: Knowledge,
): Step {
  if (proven !== undefined) {
    return proven.ok
      ? {
          step: 'logged',
          state: 'ok',
          code: 'logged',
          facts: { index: proven.index, size: proven.checkpoint.size },
        }
      : { step: 'logged', state: 'failed', code: 'not-logged', facts: { reason: proven.reason } };
  }
  if (signed.code !== 'signed') return { step: 'logged', state: 'unknown', code: 'no-entry', facts: {} };
  const untilMs = signed.facts.timeMs + RECEIPT_PROMISE_MS;
  if (nowMs < untilMs) return { step: 'logged', state: 'unknown', code: 'promised', facts: { untilMs } };
  return isLogAsked
    ? { step: 'logged', state: 'failed', code: 'overdue', facts: { untilMs } }
    : { step: 'logged', state: 'unknown', code: 'no-entry', facts: {} };
}

function checkGrown(
  proven: Proven | undefined,
  keys: readonly TrustedKey[],
  known: Knowledge['known'],
): Step {
  if (known === undefined || proven?.ok !== true)
    return { step: 'grown', state: 'unknown', code: 'first-look', facts: {} };
  const before = readCheckpoint(known.checkpoint, keys);
  if (before === undefined) return { step: 'grown', state: 'failed', code: 'bad-checkpoint', facts: {} };
  const after = proven.checkpoint;
  const facts = { from: before.size, to: after.size };
  // A proof file can be older than what one has seen since.
  const [old, young] = before.size <= after.size ? [before, after] : [after, before];
  if (old.size !== young.size && old.size > 0 && known.proof === undefined)
    return { step: 'grown', state: 'unknown', code: 'not-compared', facts };
  const isOne =
    old.size === young.size
      ? sameBytes(old.root, young.root)
      : verifyConsistency({
          oldSize: old.size,
          oldRoot: old.root,
          newSize: young.size,
          newRoot: young.root,
          proof: known.proof ?? [],
        });
  return isOne
    ? { step: 'grown', state: 'ok', code: 'grown', facts }
    : { step: 'grown', state: 'failed', code: 'forked', facts };
}

/** What the file itself says that was seen before. @throws Malformed */
function seenIn({ seen, growth }: ProofFile): Knowledge['known'] {
  if (seen === undefined) return undefined;
  return growth === undefined ? { checkpoint: seen } : { checkpoint: seen, proof: growth.map(parseHash) };
}

/** A checkpoint that the log signed by a key that was in force; undefined for any other text. */
function readCheckpoint(text: string, keys: readonly TrustedKey[]): Checkpoint | undefined {
  try {
    const note = parseNote(text);
    const checkpoint = parseCheckpoint(note.text);
    const isSigned = keys.some(
      ({ key, until }) =>
        checkpoint.origin === key.name &&
        (until === undefined || checkpoint.size <= until.index) &&
        verifyNote(note, [key]).ok,
    );
    return isSigned ? checkpoint : undefined;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

function checkWitnessed(proven: Proven | undefined, enough: number): Step {
  if (proven?.ok !== true) return { step: 'witnessed', state: 'unknown', code: 'no-witness', facts: {} };
  const by = proven.witnesses.map(({ key }) => key.name);
  if (by.length < enough)
    return { step: 'witnessed', state: 'failed', code: 'too-few', facts: { by, enough } };
  if (by.length === 0) return { step: 'witnessed', state: 'unknown', code: 'no-witness', facts: {} };
  const time = Math.max(...proven.witnesses.map((signature) => signature.time ?? 0));
  return { step: 'witnessed', state: 'ok', code: 'witnessed', facts: { by, time } };
}

function checkTerms(shown: JsonObject | undefined, fact: JsonObject): Step {
  if (shown === undefined) return { step: 'terms', state: 'unknown', code: 'no-terms', facts: {} };
  const fields = [...differences(shown, fact, '')];
  return fields.length === 0
    ? { step: 'terms', state: 'ok', code: 'same-terms', facts: {} }
    : { step: 'terms', state: 'failed', code: 'other-terms', facts: { fields } };
}

/** The fields of what was seen that the other has not, or not so: "stake", "legs.0.odds". */
function* differences(seen: Json, said: Json | undefined, path: string): Iterable<string> {
  if (typeof seen !== 'object' || seen === null) {
    if (seen !== said) yield path;
    return;
  }
  const isComparable =
    typeof said === 'object' && said !== null && Array.isArray(seen) === Array.isArray(said);
  if (!isComparable) {
    yield path;
    return;
  }
  const other = new Map<string, Json>(Object.entries(said));
  if (Array.isArray(seen) && seen.length !== other.size) yield path;
  for (const [name, value] of Object.entries(seen)) {
    yield* differences(value, other.get(name), path === '' ? name : `${path}.${name}`);
  }
}
