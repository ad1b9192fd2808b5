/** Leaves of a tile, and tiles of a file. */
const tileHeight = 8;
const tilesOfFile = 128;

/** Where a node is kept: its file by tier and number, and the bytes in it. */
export type NodePlace = { tier: number; file: number; tile: number; offset: number };

/**
 * How a tree is kept. Tiles are subtrees of up to 256 nodes at their foot, with all levels one after another; the tops of a tier's tiles
 * are the foot of the next tier. A file has 128 tiles of a tier. What a proof needs of a leaf lies in one tile of each tier.
 * @param nodeBytes hash and sums of a node
 */
export const layoutOf = (size: number, nodeBytes: number) => {
  const tiers: { nodes: number; width: number; tiles: number; tileBytes: number }[] = [];
  for (let nodes = size; nodes > 1;) {
    const width = Math.min(nodes, 2 ** tileHeight);
    const tiles = nodes / width;
    tiers.push({ nodes, width, tiles, tileBytes: (2 * width - 1) * nodeBytes });
    nodes = tiles;
  }
  const tierAt = (tier: number) => {
    const found = tiers[tier];
    if (found === undefined) throw new RangeError(`no tier ${tier}`);
    return found;
  };
  return {
    tiers,
    /** How many tiles a file of a tier has at most. */
    tilesOfFile,
    fileCount: (tier: number): number => Math.ceil(tierAt(tier).tiles / tilesOfFile),
    /** The tile in which a node is kept, and the bytes of the node in it. @param height 0 are the leaves */
    placeOf: ({ height, index }: { height: number; index: number }): NodePlace => {
      const tier = Math.floor(height / tileHeight);
      const { width } = tierAt(tier);
      const below = height - tier * tileHeight;
      const levelWidth = width / 2 ** below;
      const tile = Math.floor(index / levelWidth);
      const before = 2 * width - 2 * levelWidth;
      return {
        tier,
        file: Math.floor(tile / tilesOfFile),
        tile,
        offset: (before + index - tile * levelWidth) * nodeBytes,
      };
    },
    /** Where a tile lies in its file. */
    tileIn: (tier: number, tile: number): { offset: number; length: number } => {
      const { tileBytes } = tierAt(tier);
      return { offset: (tile % tilesOfFile) * tileBytes, length: tileBytes };
    },
  };
};
