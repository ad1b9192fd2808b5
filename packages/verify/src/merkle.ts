import { concat, sameBytes } from './bytes.ts';
import { HASH_BYTES, type Sha256, sha256 } from './sha256.ts';

/** Leaves `from` up to, but without, `to`. Each range of a proof is one node of the tree. */
export type Range = { from: number; to: number };

/**
 * Nodes that prove a leaf (RFC 9162, section 2.1.3.1), from the leaf's sibling up.
 * @throws RangeError for an index outside of the tree
 */
export function inclusionRanges(index: number, size: number): Range[] {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new RangeError(`no leaf ${index} in a tree of ${size}`);
  }
  const siblings: Range[] = [];
  let range: Range = { from: 0, to: size };
  while (range.to - range.from > 1) {
    const { left, right } = halvesOf(range);
    siblings.push(index < right.from ? right : left);
    range = index < right.from ? left : right;
  }
  return siblings.toReversed();
}

/**
 * Nodes that prove that a tree begins with the one of its first `oldSize` leaves (RFC 9162, section 2.1.4.1).
 * @returns none when a size is 0 or both are equal: nothing needs a proof then
 * @throws RangeError when the old tree is the larger one
 */
export function consistencyRanges(oldSize: number, size: number): Range[] {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(oldSize) || oldSize < 0 || oldSize > size) {
    throw new RangeError(`no tree of ${oldSize} in a tree of ${size}`);
  }
  if (oldSize === 0) return [];
  const nodes: Range[] = [];
  let range: Range = { from: 0, to: size };
  while (range.to !== oldSize) {
    const { left, right } = halvesOf(range);
    nodes.push(oldSize <= right.from ? right : left);
    range = oldSize <= right.from ? left : right;
  }
  // The verifier has the old root itself when the old tree is a full subtree.
  if (range.from !== 0) nodes.push(range);
  return nodes.toReversed();
}

/** A full subtree: node number `index` (from 0) among those of 2^`height` leaves. */
export type Subtree = { height: number; index: number };

/** The full subtrees of which a range is made, from left to right; the hash of the range is folded from the right. */
export function subtreesOf(range: Range): Subtree[] {
  const subtrees: Subtree[] = [];
  let { from } = range;
  while (from < range.to) {
    let height = 0;
    let width = 1;
    while (from % (width * 2) === 0 && from + width * 2 <= range.to) {
      width *= 2;
      height++;
    }
    subtrees.push({ height, index: from / width });
    from += width;
  }
  return subtrees;
}

/** Children of a node: the left one has the largest power of two of leaves that is less than all. */
function halvesOf({ from, to }: Range): { left: Range; right: Range } {
  let width = 1;
  while (width * 2 < to - from) width *= 2;
  return { left: { from, to: from + width }, right: { from: from + width, to } };
}

/** Prefixes of what is hashed (RFC 9162, section 2.1.1): no leaf can be taken for a node. */
const LEAF = Uint8Array.of(0);
const NODE = 1;

/** Hash of a leaf: SHA-256(0x00 ‖ entry). */
export function leafHash(entry: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  return hash(concat(LEAF, entry));
}

/** Hash of a node: SHA-256(0x01 ‖ left ‖ right). */
export function nodeHash(left: Uint8Array, right: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  const bytes = new Uint8Array(1 + 2 * HASH_BYTES);
  bytes[0] = NODE;
  bytes.set(left, 1);
  bytes.set(right, 1 + HASH_BYTES);
  return hash(bytes);
}

/** Root of the tree without leaves: the hash of nothing. */
export function emptyRoot(hash: Sha256 = sha256): Uint8Array {
  return hash(new Uint8Array(0));
}

/** A Merkle tree in memory, for batches and tests. A log has tiles instead (`tiles.ts`). */
export type MerkleTree = {
  size: number;
  root: Uint8Array;
  /** Inclusion proof of a leaf, from its sibling up. @throws RangeError for an index outside of the tree */
  inclusion: (index: number) => Uint8Array[];
  /** Proof that the tree of the first `oldSize` leaves has only grown. @throws RangeError for a size above that of the tree */
  consistency: (oldSize: number) => Uint8Array[];
};

/**
 * Makes a tree of leaf hashes; each node is hashed once, also when all leaves are proven.
 * @param leaves hashes by `leafHash`
 */
export function createTree(leaves: readonly Uint8Array[], hash: Sha256 = sha256): MerkleTree {
  // A last node without a sibling moves up as it is, which gives the tree of RFC 9162.
  const levels: (readonly Uint8Array[])[] = [leaves];
  let level = leaves;
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const left = nodeOf(level, at);
      const right = level[at + 1];
      above.push(right === undefined ? left : nodeHash(left, right, hash));
    }
    levels.push(above);
    level = above;
  }
  const size = leaves.length;
  const hashOf = ({ from, to }: Range): Uint8Array => {
    const height = heightOf(to - from);
    return nodeOf(levels[height] ?? [], from / 2 ** height);
  };
  return {
    size,
    root: level[0] ?? emptyRoot(hash),
    inclusion: (index) => {
      nodeOf(leaves, index);
      const path: Uint8Array[] = [];
      let at = index;
      for (const nodes of levels) {
        // A node that moved up alone has no sibling, and no hash of this level in the proof.
        const sibling = nodes[isOdd(at) ? at - 1 : at + 1];
        if (sibling !== undefined) path.push(sibling);
        at = half(at);
      }
      return path;
    },
    consistency: (oldSize) => consistencyRanges(oldSize, size).map(hashOf),
  };
}

function nodeOf(level: readonly Uint8Array[], at: number): Uint8Array {
  const node = level[at];
  if (node === undefined) throw new RangeError(`no node ${at} in a level of ${level.length}`);
  return node;
}

/** The height of the smallest full tree with at least this number of leaves. */
function heightOf(leaves: number): number {
  let height = 0;
  for (let width = 1; width < leaves; width *= 2) height++;
  return height;
}

/** What an inclusion proof says: the leaf with this hash is number `index` (from 0) in a tree of `size` leaves. */
export type Inclusion = { leaf: Uint8Array; index: number; size: number; proof: readonly Uint8Array[] };

/**
 * Follows an inclusion proof up (RFC 9162, section 2.1.3.2).
 * @returns the root it leads to, or undefined when the proof cannot belong to this index and size
 */
export function rootOfInclusion(
  { leaf, index, size, proof }: Inclusion,
  hash: Sha256 = sha256,
): Uint8Array | undefined {
  if (!isSize(index) || !isSize(size) || index >= size) return undefined;
  if (!areHashes([leaf, ...proof])) return undefined;
  let fn = index;
  let sn = size - 1;
  let root = leaf;
  for (const sibling of proof) {
    if (sn === 0) return undefined;
    if (isOdd(fn) || fn === sn) {
      root = nodeHash(sibling, root, hash);
      while (!isOdd(fn) && fn !== 0) {
        fn = half(fn);
        sn = half(sn);
      }
    } else {
      root = nodeHash(root, sibling, hash);
    }
    fn = half(fn);
    sn = half(sn);
  }
  return sn === 0 ? root : undefined;
}

/** Whether an inclusion proof leads to this root. */
export function verifyInclusion(inclusion: Inclusion & { root: Uint8Array }, hash: Sha256 = sha256): boolean {
  const root = rootOfInclusion(inclusion, hash);
  return root !== undefined && sameBytes(root, inclusion.root);
}

/** What a consistency proof says: the tree of `newSize` leaves begins with that of `oldSize` leaves. */
export type Consistency = {
  oldSize: number;
  oldRoot: Uint8Array;
  newSize: number;
  newRoot: Uint8Array;
  proof: readonly Uint8Array[];
};

/**
 * Whether a log has only grown between two trees (RFC 9162, section 2.1.4.2). Every tree begins with the empty one, and a tree is
 * consistent with itself; both need an empty proof.
 */
export function verifyConsistency(
  { oldSize, oldRoot, newSize, newRoot, proof }: Consistency,
  hash: Sha256 = sha256,
): boolean {
  if (!isSize(oldSize) || !isSize(newSize) || oldSize > newSize) return false;
  if (!areHashes([oldRoot, newRoot, ...proof])) return false;
  if (oldSize === newSize) return proof.length === 0 && sameBytes(oldRoot, newRoot);
  if (oldSize === 0) return proof.length === 0 && sameBytes(oldRoot, emptyRoot(hash));
  let fn = oldSize - 1;
  let sn = newSize - 1;
  while (isOdd(fn)) {
    fn = half(fn);
    sn = half(sn);
  }
  // The old tree is one full subtree of the new one, and its root the first hash, which the proof leaves out.
  const [first, ...rest] = fn === 0 ? [oldRoot, ...proof] : proof;
  if (first === undefined) return false;
  let oldFound = first;
  let newFound = first;
  for (const sibling of rest) {
    if (sn === 0) return false;
    if (isOdd(fn) || fn === sn) {
      oldFound = nodeHash(sibling, oldFound, hash);
      newFound = nodeHash(sibling, newFound, hash);
      while (!isOdd(fn) && fn !== 0) {
        fn = half(fn);
        sn = half(sn);
      }
    } else {
      newFound = nodeHash(newFound, sibling, hash);
    }
    fn = half(fn);
    sn = half(sn);
  }
  return sn === 0 && sameBytes(oldFound, oldRoot) && sameBytes(newFound, newRoot);
}

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function areHashes(hashes: readonly Uint8Array[]): boolean {
  return hashes.every(({ length }) => length === HASH_BYTES);
}

// Operators on bits work on 32 of them only.
function isOdd(value: number): boolean {
  return value % 2 === 1;
}

function half(value: number): number {
  return Math.floor(value / 2);
}
