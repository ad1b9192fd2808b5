import { base64, concat, utf8 } from '../bytes.ts';
import { NONCE_BYTES } from '../entries.ts';
import { HASH_BYTES, type Sha256, sha256 } from '../sha256.ts';
import { type Sums, addSums, checkSums, sumsToBytes } from './sums.ts';

/** Prefixes of what is hashed. They differ from those of the log, so that no hash means something in both trees. */
export const LEAF_PREFIX = 0x10;
export const NODE_PREFIX = 0x11;
const OWNER = 'touchline liabilities member\n';

/** The largest tree, 2^30 leaves: more pieces than any house has. */
export const LEAVES_MAX = 2 ** 30;

/** A node of a sum tree: its hash commits to the sums below it. */
export type SumNode = { hash: Uint8Array; sums: Sums };

/** One piece of a member's amounts, on one leaf. */
export type Piece = { index: number; nonce: Uint8Array; sums: Sums };

/** The member whom a leaf belongs to: SHA-256("touchline liabilities member\n" ‖ id). One leaf can serve one member only. */
export function ownerOf(memberId: string, hash: Sha256 = sha256): Uint8Array {
  return hash(utf8(OWNER + memberId));
}

/**
 * A leaf: SHA-256(0x10 ‖ nonce ‖ owner ‖ sums). Without the nonce its owner cannot be found.
 * @throws Malformed for sums out of range; RangeError for a nonce or owner of another length
 */
export function sumLeaf(
  { nonce, owner, sums }: { nonce: Uint8Array; owner: Uint8Array; sums: Sums },
  hash: Sha256 = sha256,
): SumNode {
  if (nonce.length !== NONCE_BYTES) throw new RangeError(`nonce of ${nonce.length} bytes`);
  if (owner.length !== HASH_BYTES) throw new RangeError(`owner of ${owner.length} bytes`);
  return { hash: hash(concat(Uint8Array.of(LEAF_PREFIX), nonce, owner, sumsToBytes(sums))), sums };
}

/**
 * The node above two: SHA-256(0x11 ‖ left hash ‖ left sums ‖ right hash ‖ right sums). Both sums are hashed apart (Chalkias, Lewi,
 * Mohassel and Nikolaenko, "Distributed Auditing Proofs of Liabilities"): where only their total is, as in Maxwell's
 * tree, two members can be shown different sums that hide a part of what both are owed.
 * @throws Malformed when a sum is out of range or the total overflows
 */
export function sumParent(left: SumNode, right: SumNode, hash: Sha256 = sha256): SumNode {
  const sums = addSums(left.sums, right.sums);
  return {
    hash: hash(
      concat(
        Uint8Array.of(NODE_PREFIX),
        left.hash,
        sumsToBytes(left.sums),
        right.hash,
        sumsToBytes(right.sums),
      ),
    ),
    sums,
  };
}

/** What a member gets of a tree: the leaves with the member's pieces, and the nodes that lead from them to the root. */
export type SumProof = {
  leaves: { index: number; nonce: string; sums: string[] }[];
  /** Base64 of the missing nodes, hash and sums of each: level by level from the leaves up, from left to right. */
  siblings: string;
};

/** Whether a tree may have this number of leaves: a power of two, so that places of leaves and paths fit each other. */
export function isLeafCount(size: number): boolean {
  return Number.isInteger(size) && size >= 1 && size <= LEAVES_MAX && Number.isInteger(Math.log2(size));
}

/**
 * Which nodes must be known in addition to some leaves to compute the root, in the order in which a proof has them.
 * @param indices of leaves, ascending and different
 */
export function siblingPlaces(indices: readonly number[], size: number): { height: number; index: number }[] {
  const places: { height: number; index: number }[] = [];
  let level = indices;
  for (let height = 0, width = size; width > 1; height++, width /= 2) {
    const known = new Set(level);
    const above = new Set<number>();
    for (const index of level) {
      const sibling = index % 2 === 0 ? index + 1 : index - 1;
      if (!known.has(sibling)) places.push({ height, index: sibling });
      above.add(Math.floor(index / 2));
    }
    level = [...above];
  }
  return places;
}

/** Writes a proof. @param nodeAt gives a node of the tree; height 0 are the leaves */
export function makeSumProof(
  pieces: readonly Piece[],
  size: number,
  nodeAt: (place: { height: number; index: number }) => SumNode,
): SumProof {
  const sorted = pieces.toSorted((a, b) => a.index - b.index);
  const places = siblingPlaces(
    sorted.map(({ index }) => index),
    size,
  );
  return {
    leaves: sorted.map(({ index, nonce, sums }) => ({ index, nonce: base64(nonce), sums: sums.map(String) })),
    siblings: base64(
      concat(
        ...places.flatMap((place) => {
          const { hash, sums } = nodeAt(place);
          return [hash, sumsToBytes(sums)];
        }),
      ),
    ),
  };
}

/** A sum tree in memory, for tests and small houses; a house with many members writes its own level by level. */
export type SumTree = {
  root: SumNode;
  /** The proof of the member who has these pieces. @throws RangeError for a leaf outside of the tree */
  prove: (pieces: readonly Piece[]) => SumProof;
};

/**
 * Makes the tree of some leaves.
 * @throws RangeError when they are not a power of two; Malformed for sums that are negative, overflow, or have other columns
 */
export function createSumTree(leaves: readonly SumNode[], hash: Sha256 = sha256): SumTree {
  if (!isLeafCount(leaves.length)) throw new RangeError(`a tree of ${leaves.length} leaves`);
  for (const { sums } of leaves) checkSums(sums);
  const levels: (readonly SumNode[])[] = [leaves];
  let level = leaves;
  while (level.length > 1) {
    const above: SumNode[] = [];
    for (let at = 0; at < level.length; at += 2)
      above.push(sumParent(nodeOf(level, at), nodeOf(level, at + 1), hash));
    levels.push(above);
    level = above;
  }
  return {
    root: nodeOf(level, 0),
    prove: (pieces) =>
      makeSumProof(pieces, leaves.length, ({ height, index }) => nodeOf(levels[height] ?? [], index)),
  };
}

function nodeOf(level: readonly SumNode[], at: number): SumNode {
  const node = level[at];
  if (node === undefined) throw new RangeError(`no node ${at} in a level of ${level.length}`);
  return node;
}
