import { concat, utf8 } from './bytes.ts';
import type { Sign } from './ed25519.ts';

/** One signature line of a note. */
export type NoteSignature = {
  name: string;
  /** Id of the key, eight hexadecimal digits. */
  id: string;
  signature: Uint8Array;
};

const TIME_BYTES = 8;

/**
 * What a witness signs (C2SP tlog-cosignature, cosignature/v1).
 * @param checkpoint text of the checkpoint without signatures, with the newline at its end
 * @param time in seconds since 1970
 */
export function cosignedMessage(checkpoint: string, time: number): string {
  return `cosignature/v1\ntime ${time}\n${checkpoint}`;
}

/** Takes time (seconds since 1970) and Ed25519 signature from the bytes of a cosignature; undefined when they are none. */
export function readCosignature(bytes: Uint8Array): { time: number; signature: Uint8Array } | undefined {
  if (bytes.length !== TIME_BYTES + 64) return undefined;
  const time = Number(new DataView(bytes.buffer, bytes.byteOffset, TIME_BYTES).getBigUint64(0));
  return Number.isSafeInteger(time) ? { time, signature: bytes.subarray(TIME_BYTES) } : undefined;
}

/**
 * Cosigns a checkpoint.
 * @param checkpoint text of the checkpoint without signatures
 * @param key.id of a key of type "cosignature" (`verifierKey`)
 * @param key.time in seconds since 1970
 */
export function cosign(
  checkpoint: string,
  key: { name: string; id: string; time: number; sign: Sign },
): NoteSignature {
  const time = new Uint8Array(TIME_BYTES);
  new DataView(time.buffer).setBigUint64(0, BigInt(key.time));
  const signature = key.sign(utf8(cosignedMessage(checkpoint, key.time)));
  return { name: key.name, id: key.id, signature: concat(time, signature) };
}
