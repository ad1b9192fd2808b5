import { createHash } from 'node:crypto';

/** Hash of the tree of these entries, written down as RFC 9162 defines it (section 2.1.1). */
export function naiveRoot(entries: readonly Uint8Array[]): Uint8Array {
  const [first, ...rest] = entries;
  if (first === undefined) return sha256();
  if (rest.length === 0) return sha256(Uint8Array.of(0), first);
  const k = largestPowerBelow(entries.length);
  return sha256(Uint8Array.of(1), naiveRoot(entries.slice(0, k)), naiveRoot(entries.slice(k)));
}

/** PATH(m, D[n]) of RFC 9162, section 2.1.3.1. */
export function naiveInclusion(m: number, entries: readonly Uint8Array[]): Uint8Array[] {
  if (entries.length <= 1) return [];
  const k = largestPowerBelow(entries.length);
  return m < k
    ? [...naiveInclusion(m, entries.slice(0, k)), naiveRoot(entries.slice(k))]
    : [...naiveInclusion(m - k, entries.slice(k)), naiveRoot(entries.slice(0, k))];
}

/** PROOF(m, D[n]) of RFC 9162, section 2.1.4.1. */
export function naiveConsistency(m: number, entries: readonly Uint8Array[]): Uint8Array[] {
  return subproof(m, entries, true);
}

function subproof(m: number, entries: readonly Uint8Array[], complete: boolean): Uint8Array[] {
  const n = entries.length;
  if (m === n) return complete ? [] : [naiveRoot(entries)];
  const k = largestPowerBelow(n);
  return m <= k
    ? [...subproof(m, entries.slice(0, k), complete), naiveRoot(entries.slice(k))]
    : [...subproof(m - k, entries.slice(k), false), naiveRoot(entries.slice(0, k))];
}

function largestPowerBelow(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return Uint8Array.from(hash.digest());
}
