import { sameBytes } from './bytes.ts';
import { Malformed } from './malformed.ts';
import { createTree } from './merkle.ts';
import { HASH_BYTES, type Sha256, sha256 } from './sha256.ts';
import { type ReadTile, TILE_WIDTH, type Tile, rootFromTiles, tilePath } from './tiles.ts';

/** Tiles that are remembered, the last used: at most two megabytes. */
const TILES_MAX = 256;

/** The leaves of a signed tree, read from tiles that each lead to its root. */
export type TileTree = {
  size: number;
  /**
   * The hash of a leaf. Many leaves of one tile cost one reading of it.
   * @throws RangeError for an index outside of the tree · Malformed when a tile does not lead to the root · what `readTile` throws
   */
  leafAt(index: number): Promise<Uint8Array>;
};

/**
 * Opens a tree whose size and root a checkpoint has. The tiles at its right edge make the root; every other tile is full, and its
 * own root is a hash of a tile above it.
 */
export function createTileTree(
  { size, root, readTile }: { size: number; root: Uint8Array; readTile: ReadTile },
  hash: Sha256 = sha256,
): TileTree {
  const verified = new Map<string, Promise<Uint8Array>>();
  let edge: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

  const readEdge = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
    const tiles = new Map<string, Uint8Array>();
    const keep: ReadTile = async (tile) => {
      const bytes = await readTile(tile);
      tiles.set(tilePath(tile), bytes);
      return bytes;
    };
    if (!sameBytes(await rootFromTiles({ size, readTile: keep }, hash), root))
      throw new Malformed('the tiles do not make the root');
    return tiles;
  };

  const hashesOf = (tile: Tile): Promise<Uint8Array> => {
    const path = tilePath(tile);
    const known = verified.get(path);
    verified.delete(path);
    const found = known ?? verify(tile, path);
    verified.set(path, found);
    // A failed reading can succeed later.
    found.catch(() => verified.delete(path));
    const [oldest] = verified.keys();
    if (verified.size > TILES_MAX && oldest !== undefined) verified.delete(oldest);
    return found;
  };

  const verify = async (tile: Tile, path: string): Promise<Uint8Array> => {
    edge ??= readEdge();
    edge.catch(() => (edge = undefined));
    const ofEdge = (await edge).get(path);
    if (ofEdge !== undefined) return ofEdge;
    const bytes = await readTile(tile);
    if (bytes.length !== TILE_WIDTH * HASH_BYTES) throw new Malformed(`${path} is not full`);
    const leaves = Array.from({ length: TILE_WIDTH }, (_, at) => hashAt(bytes, at));
    const above = await nodeAt(tile.level + 1, tile.index);
    if (!sameBytes(createTree(leaves, hash).root, above))
      throw new Malformed(`${path} does not lead to the root`);
    return bytes;
  };

  /** Hash of the subtree of 256^level leaves with this number. */
  const nodeAt = async (level: number, index: number): Promise<Uint8Array> => {
    const at = Math.floor(index / TILE_WIDTH);
    const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - at * TILE_WIDTH);
    return hashAt(await hashesOf({ level, index: at, width }), index % TILE_WIDTH);
  };

  return {
    size,
    leafAt: async (index) => {
      if (!Number.isSafeInteger(index) || index < 0 || index >= size)
        throw new RangeError(`no leaf ${index} in a tree of ${size}`);
      return nodeAt(0, index);
    },
  };
}

function hashAt(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
}
