import { fromBase64, utf8 } from './bytes.ts';
import { type VerifySignature, verifyEd25519 } from './ed25519.ts';
import { parseFact, publicEntry } from './entries.ts';
import { type VerifierKey, formatVerifierKey, parseVerifierKey } from './keys.ts';
import { Malformed } from './malformed.ts';
import { leafHash } from './merkle.ts';
import { type ReceiptVerdict, type SignedReceipt, verifyReceipt } from './receipts.ts';
import type { Sha256 } from './sha256.ts';
import { type TlogProofVerdict, verifyTlogProof } from './tlog-proof.ts';

/** Kind of the entry with which the log goes over to another key. */
export const KEY_KIND = 'key';

/** What a change of the log's key says. */
export type KeyChange = {
  /** Of the new key: 2 for the first change. */
  number: number;
  /** Verifier keys, both under the name of the log. */
  old: string;
  new: string;
  /** ISO 8601 in UTC, with milliseconds. */
  time: string;
};

/**
 * The text that the old and the new key sign. Its first line is the name of no log, so that it cannot be taken for a checkpoint.
 * @param change.old names the log
 */
export function keyChangeText(change: KeyChange): string {
  const { name } = parseVerifierKey(change.old);
  return `${name}/keys\n${change.number}\n${change.old}\n${change.new}\n${change.time}\n`;
}

/** A change as its entry has it. */
type ReadChange = KeyChange & { oldKey: VerifierKey; newKey: VerifierKey };

/**
 * Reads an entry of kind "key".
 * @returns undefined unless both keys have signed it, under one name
 */
export function readKeyChange(body: string, verify: VerifySignature = verifyEd25519): ReadChange | undefined {
  try {
    const { kind, v, number, old, new: next, time, oldSignature, newSignature } = parseFact(body);
    if (kind !== KEY_KIND || v !== 1 || typeof number !== 'number' || typeof time !== 'string')
      return undefined;
    if (typeof old !== 'string' || typeof next !== 'string') return undefined;
    if (typeof oldSignature !== 'string' || typeof newSignature !== 'string') return undefined;
    const oldKey = parseVerifierKey(old);
    const newKey = parseVerifierKey(next);
    const isOneLog = oldKey.name === newKey.name && oldKey.type === 'note' && newKey.type === 'note';
    if (!isOneLog || old === next || !Number.isSafeInteger(number) || Number.isNaN(Date.parse(time))) {
      return undefined;
    }
    const change = { number, old, new: next, time };
    const text = utf8(keyChangeText(change));
    const isSigned =
      verify(fromBase64(oldSignature), text, oldKey.publicKey) &&
      verify(fromBase64(newSignature), text, newKey.publicKey);
    return isSigned ? { ...change, oldKey, newKey } : undefined;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** A change with the proof that it is in the log. */
export type ProvenKeyChange = {
  /** Canonical JSON of the entry. */
  body: string;
  /** A tlog-proof that leads to a checkpoint which both keys signed. */
  proof: string;
};

/** A key that the log has signed with. */
export type TrustedKey = {
  key: VerifierKey;
  /** What replaced it: number of the entry, and its time. What the key signed after that counts no more. */
  until?: { index: number; timeMs: number };
};

/** The time after a change in which a process may not know it and sign receipts with the old key. */
const GRACE_MS = 600_000;

/**
 * Walks from a key that one trusts to those before and after it, by the entries of the log. A change counts when both keys have
 * signed it and it is in the log, under a checkpoint that both have signed; others are ignored.
 * @returns keys in the order in which the log had them; the trusted one alone where nothing leads on
 */
export function trustedKeys(
  trusted: VerifierKey,
  changes: readonly ProvenKeyChange[],
  verify?: VerifySignature,
): TrustedKey[] {
  const proven = changes.flatMap((change) => proveChange(change, verify));
  const keys: TrustedKey[] = [{ key: trusted }];
  const start = formatVerifierKey(trusted);
  for (let last = start, left = proven.length; left > 0; left--) {
    const change = proven.find((one) => one.old === last);
    const before = keys.at(-1);
    if (change === undefined || before === undefined) break;
    before.until = { index: change.index, timeMs: Date.parse(change.time) };
    keys.push({ key: change.newKey });
    last = change.new;
  }
  for (let first = start, left = proven.length; left > 0; left--) {
    const change = proven.find((one) => one.new === first);
    if (change === undefined) break;
    keys.unshift({
      key: change.oldKey,
      until: { index: change.index, timeMs: Date.parse(change.time) },
    });
    first = change.old;
  }
  return keys;
}

function proveChange(
  { body, proof }: ProvenKeyChange,
  verify: VerifySignature | undefined,
): (ReadChange & { index: number })[] {
  const change = readKeyChange(body, verify);
  if (change === undefined) return [];
  const leaf = leafHash(publicEntry(parseFact(body)));
  const options = verify === undefined ? {} : { verify };
  const [byOld, byNew] = [change.oldKey, change.newKey].map((log) =>
    verifyTlogProof({ proof, leaf, log, witnesses: [] }, options),
  );
  return byOld?.ok === true && byNew?.ok === true ? [{ ...change, index: byOld.index }] : [];
}

/** A key signed something after another had taken its place. */
type Retired = { ok: false; reason: 'retired-key' };

/** Verifies a receipt by the key that was in force when it was signed. @param keys in their order */
export function verifyReceiptBy(
  receipt: SignedReceipt,
  keys: readonly TrustedKey[],
  options: { hash?: Sha256; verify?: VerifySignature } = {},
): ReceiptVerdict | Retired {
  let verdict: ReceiptVerdict = { ok: false, reason: 'no-known-key' };
  for (const { key, until } of keys.toReversed()) {
    verdict = verifyReceipt(receipt, key, options);
    if (verdict.ok && until !== undefined && verdict.timeMs > until.timeMs + GRACE_MS) {
      return { ok: false, reason: 'retired-key' };
    }
    if (verdict.ok || verdict.reason !== 'no-known-key') return verdict;
  }
  return verdict;
}

/** Verifies a proof by the key that was in force for a tree of its size. @param keys in their order */
export function verifyTlogProofBy(
  check: { proof: string; leaf: Uint8Array; witnesses: readonly VerifierKey[] },
  keys: readonly TrustedKey[],
): TlogProofVerdict | Retired {
  let verdict: TlogProofVerdict = { ok: false, reason: 'no-known-key' };
  for (const { key, until } of keys.toReversed()) {
    verdict = verifyTlogProof({ ...check, log: key });
    if (verdict.ok && until !== undefined && verdict.checkpoint.size > until.index) {
      return { ok: false, reason: 'retired-key' };
    }
    if (verdict.ok || verdict.reason !== 'no-known-key') return verdict;
  }
  return verdict;
}

/** The same of an entry that the log may have in one of several forms: the verdict on the one that it has, else on the first. */
export function verifyEntryBy(
  {
    entries: [first, ...others],
    ...check
  }: {
    proof: string;
    entries: readonly [Uint8Array, ...Uint8Array[]];
    witnesses: readonly VerifierKey[];
  },
  keys: readonly TrustedKey[],
): TlogProofVerdict | Retired {
  const verdictOn = (entry: Uint8Array) => verifyTlogProofBy({ ...check, leaf: leafHash(entry) }, keys);
  const verdict = verdictOn(first);
  if (verdict.ok) return verdict;
  return others.map(verdictOn).find(({ ok }) => ok) ?? verdict;
}
