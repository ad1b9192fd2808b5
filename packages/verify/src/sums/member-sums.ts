import { fromBase64, sameBytes } from '../bytes.ts';
import { NONCE_BYTES } from '../entries.ts';
import { Malformed } from '../malformed.ts';
import { HASH_BYTES, type Sha256, sha256 } from '../sha256.ts';
import {
  type SumNode,
  type SumProof,
  isLeafCount,
  ownerOf,
  siblingPlaces,
  sumLeaf,
  sumParent,
} from './sum-tree.ts';
import { SUM_BYTES, type Sums, addSums, parseSums, sameSums, sumsFromBytes } from './sums.ts';

/** What the house has published of a tree, in the log. */
export type SumRoot = {
  /** How many leaves it has. */
  size: number;
  hash: Uint8Array;
  /** What the house owes to all members, by columns. */
  totals: Sums;
};

/**
 * Reads from a proof how much of the published totals is a member's.
 * @param memberId as the member's own device knows it: an id from the answer of the house proves nothing
 * @returns the sums of all pieces, or undefined when the proof does not lead to the root
 * @throws Malformed when the proof cannot be one of this tree, or one of its sums is negative or overflows
 */
export function memberSums(
  root: SumRoot,
  { memberId, proof }: { memberId: string; proof: SumProof },
  hash: Sha256 = sha256,
): Sums | undefined {
  const columns = root.totals.length;
  if (!isLeafCount(root.size)) throw new Malformed(`a tree of ${root.size} leaves`);
  if (root.hash.length !== HASH_BYTES) throw new Malformed('root of another length');
  const owner = ownerOf(memberId, hash);
  const nodes = new Map<number, SumNode>();
  let before = -1;
  let total: Sums = root.totals.map(() => 0n);
  for (const { index, nonce, sums } of proof.leaves) {
    // One leaf that counts twice would hide that a part is missing.
    if (!Number.isInteger(index) || index <= before || index >= root.size)
      throw new Malformed('leaves out of order');
    before = index;
    const nonceBytes = fromBase64(nonce);
    if (nonceBytes.length !== NONCE_BYTES) throw new Malformed('nonce has no 32 bytes');
    const leaf = sumLeaf({ nonce: nonceBytes, owner, sums: parseSums(sums) }, hash);
    nodes.set(index, leaf);
    total = addSums(total, leaf.sums);
  }
  if (nodes.size === 0) throw new Malformed('a proof without leaves');
  const found = climb(nodes, { root, siblings: readSiblings(proof.siblings, columns) }, hash);
  return sameBytes(found.hash, root.hash) && sameSums(found.sums, root.totals) ? total : undefined;
}

/** Computes the root from leaves and their siblings. @throws Malformed when the siblings are more or fewer than it takes */
function climb(
  leaves: ReadonlyMap<number, SumNode>,
  { root, siblings }: { root: SumRoot; siblings: readonly SumNode[] },
  hash: Sha256,
): SumNode {
  const places = siblingPlaces([...leaves.keys()], root.size);
  if (places.length !== siblings.length) throw new Malformed('siblings of another number');
  const given = new Map<string, SumNode>();
  for (const [at, { height, index }] of places.entries()) {
    const node = siblings[at];
    if (node !== undefined) given.set(`${height} ${index}`, node);
  }
  let level = leaves;
  for (let height = 0, width = root.size; width > 1; height++, width /= 2) {
    const above = new Map<number, SumNode>();
    const nodeAt = (index: number): SumNode => {
      const node = level.get(index) ?? given.get(`${height} ${index}`);
      if (node === undefined) throw new Malformed('sibling missing');
      return node;
    };
    for (const index of level.keys()) {
      const parent = Math.floor(index / 2);
      if (!above.has(parent)) above.set(parent, sumParent(nodeAt(2 * parent), nodeAt(2 * parent + 1), hash));
    }
    level = above;
  }
  const top = level.get(0);
  if (top === undefined) throw new Malformed('no root');
  return top;
}

function readSiblings(text: string, columns: number): SumNode[] {
  const bytes = fromBase64(text);
  const width = HASH_BYTES + columns * SUM_BYTES;
  if (bytes.length % width !== 0) throw new Malformed('half a sibling');
  return Array.from({ length: bytes.length / width }, (_, at) => {
    const node = bytes.subarray(at * width, (at + 1) * width);
    return { hash: node.subarray(0, HASH_BYTES), sums: sumsFromBytes(node.subarray(HASH_BYTES)) };
  });
}
