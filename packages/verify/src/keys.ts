import { base64, concat, fromBase64, hex, utf8 } from './bytes.ts';
import { isPublicKey } from './ed25519.ts';
import { Malformed } from './malformed.ts';
import { sha256 } from './sha256.ts';

/** What a key signs: the text of a note, or a checkpoint with the time at which a witness saw it. */
export type KeyType = 'note' | 'cosignature';

/** Bytes that name the type (C2SP signed-note, "Signature types"). */
const typeBytes = { note: 0x01, cosignature: 0x04 } as const satisfies Record<KeyType, number>;

/** A key that verifies signatures of notes. Name and id find it, the public key decides. */
export type VerifierKey = {
  name: string;
  /** First four bytes of a hash of name, type and public key, as eight hexadecimal digits. */
  id: string;
  type: KeyType;
  publicKey: Uint8Array;
};

/** Makes a verifier key of an Ed25519 public key. @throws Malformed for a name that no note can carry, or no public key */
export function verifierKey({ name, type, publicKey }: Omit<VerifierKey, 'id'>): VerifierKey {
  checkKeyName(name);
  if (!isPublicKey(publicKey)) throw new Malformed('not an Ed25519 public key');
  const named = concat(utf8(`${name}\n`), Uint8Array.of(typeBytes[type]), publicKey);
  return { name, id: hex(sha256(named).subarray(0, 4)), type, publicKey };
}

/** The text of a verifier key, as `example.com/log+530d903a+AekyeRrm…` (C2SP signed-note, "Verifier keys"). */
export function formatVerifierKey({ name, id, type, publicKey }: VerifierKey): string {
  return `${name}+${id}+${base64(concat(Uint8Array.of(typeBytes[type]), publicKey))}`;
}

/** Reads a verifier key. @throws Malformed also when the id is not that of the key, or the type is another than Ed25519's two */
export function parseVerifierKey(text: string): VerifierKey {
  const match = /^(?<name>[^+]+)\+(?<id>[0-9a-f]{8})\+(?<key>.+)$/su.exec(text);
  if (match?.groups === undefined) throw new Malformed('not a verifier key');
  const { name = '', id = '', key: encoded = '' } = match.groups;
  const [typeByte, ...publicKey] = fromBase64(encoded);
  const type = typeOf(typeByte);
  if (type === undefined) throw new Malformed('verifier key of an unknown type');
  const key = verifierKey({ name, type, publicKey: Uint8Array.from(publicKey) });
  if (key.id !== id) throw new Malformed('verifier key with the id of another');
  return key;
}

function typeOf(byte: number | undefined): KeyType | undefined {
  if (byte === typeBytes.note) return 'note';
  if (byte === typeBytes.cosignature) return 'cosignature';
  return undefined;
}

/** Whether notes can carry a name: neither spaces nor "+" (C2SP signed-note, "Format"). */
export function isKeyName(name: string): boolean {
  return name !== '' && name.isWellFormed() && !/[\p{White_Space}\p{Cc}+]/u.test(name);
}

/** @throws Malformed when notes cannot carry the name */
export function checkKeyName(name: string): void {
  if (!isKeyName(name)) throw new Malformed(`no name of a key: ${JSON.stringify(name)}`);
}
