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
