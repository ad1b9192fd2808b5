import { emptyRoot, nodeHash, subtreesOf, type Subtree } from './merkle.ts';
import { HASH_BYTES, sha256, type Sha256 } from './sha256.ts';

/** The right edge of a tree: all that is needed to append leaves and to know the root. At most 53 hashes, however large the log. */
export type Frontier = {
  /** How many leaves the tree has. */
  readonly size: number;
  /** Appends the hash of a leaf; hashes one node on average. */
  append: (leaf: Uint8Array) => void;
  /** Root of all leaves so far. */
  root: () => Uint8Array;
  /** Hashes of the full subtrees on the edge, from left to right: the start of `createFrontier`. */
  edge: () => Uint8Array[];
};

/**
 * Begins a frontier, or continues one.
 * @param from.size leaves so far
 * @param from.edge hashes of the full subtrees of which the tree is made, from left to right
 * @param from.completed gets every subtree once it is full, leaves included (height 0): what tiles are made of
 * @throws RangeError when the edge does not belong to a tree of that size
 */
export function createFrontier(
  from: {
    size?: number;
    edge?: readonly Uint8Array[];
    completed?: (subtree: Subtree, hash: Uint8Array) => void;
  } = {},
  hash: Sha256 = sha256,
): Frontier {
  let size = from.size ?? 0;
  const edge = [...(from.edge ?? [])];
  if (
    subtreesOf({ from: 0, to: size }).length !== edge.length ||
    edge.some(({ length }) => length !== HASH_BYTES)
  ) {
    throw new RangeError(`${edge.length} hashes are not the edge of a tree of ${size}`);
  }
  return {
    get size() {
      return size;
    },
    append(leaf) {
      let node = leaf;
      let index = size;
      let height = 0;
      from.completed?.({ height, index }, node);
      while (index % 2 === 1) {
        const left = edge.pop();
        if (left === undefined) throw new RangeError('edge lost');
        node = nodeHash(left, node, hash);
        index = (index - 1) / 2;
        height++;
        from.completed?.({ height, index }, node);
      }
      edge.push(node);
      size++;
    },
    root() {
      if (edge.length === 0) return emptyRoot(hash);
      return edge.reduceRight((right, left) => nodeHash(left, right, hash));
    },
    edge: () => [...edge],
  };
}
