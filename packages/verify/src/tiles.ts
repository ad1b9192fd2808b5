import { concat } from './bytes.ts';
import { Malformed } from './malformed.ts';
import {
  consistencyRanges,
  emptyRoot,
  inclusionRanges,
  nodeHash,
  subtreesOf,
  type Range,
  type Subtree,
} from './merkle.ts';
import { HASH_BYTES, sha256, type Sha256 } from './sha256.ts';

/** How many hashes a full tile has, and how many entries a full bundle. */
export const TILE_WIDTH = 256;
/** How many levels of the tree a tile spans. */
const TILE_HEIGHT = 8;
/** The largest entry that a bundle can hold. */
export const ENTRY_MAX_BYTES = 65_535;

/**
 * A tile: hashes of the subtrees of 256^`level` leaves, from number 256·`index` on.
 * @property width how many hashes it has: 256, or 1 … 255 at the right edge of a tree
 */
export type Tile = { level: number; index: number; width: number };

/** A bundle: the entries from number 256·`index` on. Width as of tiles. */
export type Bundle = { index: number; width: number };

/** What the path of a resource of a tiled log names. */
export type TileResource = { kind: 'tile'; tile: Tile } | { kind: 'entries'; bundle: Bundle };

/** Path of a tile below the log's prefix, as `tile/0/x001/234.p/17` (C2SP tlog-tiles). */
export function tilePath({ level, index, width }: Tile): string {
  return `tile/${level}/${indexPath(index)}${partialPath(width)}`;
}

/** Path of a bundle of entries below the log's prefix, as `tile/entries/x001/234.p/17`. */
export function bundlePath({ index, width }: Bundle): string {
  return `tile/entries/${indexPath(index)}${partialPath(width)}`;
}

function indexPath(index: number): string {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  return padded.replaceAll(/\d{3}(?=\d)/g, 'x$&/');
}

function partialPath(width: number): string {
  return width === TILE_WIDTH ? '' : `.p/${width}`;
}

/** What a path names, or undefined when it is not in its only form. */
export function parseTilePath(path: string): TileResource | undefined {
  const match =
    /^tile\/(?<level>entries|\d{1,2})\/(?<index>(?:x\d{3}\/)*\d{3})(?:\.p\/(?<width>\d{1,3}))?$/.exec(path);
  if (match?.groups === undefined) return undefined;
  const { level = '', index: digits = '', width: partial } = match.groups;
  const index = Number(digits.replaceAll(/[x/]/g, ''));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  const isPartial = partial !== undefined;
  if (!Number.isSafeInteger(index) || (isPartial && (width < 1 || width >= TILE_WIDTH))) return undefined;
  if (level === 'entries') {
    const bundle = { index, width };
    return bundlePath(bundle) === path ? { kind: 'entries', bundle } : undefined;
  }
  const tile = { level: Number(level), index, width };
  return tile.level <= 63 && tilePath(tile) === path ? { kind: 'tile', tile } : undefined;
}

/** Bytes of a bundle: each entry after its length as two bytes. @throws RangeError for entries of more than 65,535 bytes */
export function encodeBundle(entries: readonly Uint8Array[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const entry of entries) {
    if (entry.length > ENTRY_MAX_BYTES) throw new RangeError(`entry of ${entry.length} bytes`);
    parts.push(Uint8Array.of(entry.length >> 8, entry.length & 255), entry);
  }
  return concat(...parts);
}

/**
 * Entries of a bundle, in their order. They are views of its bytes.
 * @throws Malformed when the bundle ends within an entry, or has more than 256
 */
export function decodeBundle(bytes: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    const high = bytes[at];
    const low = bytes[at + 1];
    if (high === undefined || low === undefined) throw new Malformed('bundle ends within a length');
    const end = at + 2 + high * 256 + low;
    if (end > bytes.length) throw new Malformed('bundle ends within an entry');
    if (entries.length === TILE_WIDTH) throw new Malformed(`bundle of more than ${TILE_WIDTH} entries`);
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

/**
 * Tiles of a tree that one of `oldSize` leaves did not have, with the partial ones at its edge, from the leaves up.
 * @param oldSize 0 for all tiles
 */
export function newTiles(oldSize: number, size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let level = 0, before = oldSize, after = size; after > 0; level++) {
    tiles.push(...piecesOf(before, after).map((piece) => ({ level, ...piece })));
    before = Math.floor(before / TILE_WIDTH);
    after = Math.floor(after / TILE_WIDTH);
  }
  return tiles;
}

/** Bundles of a log that one of `oldSize` entries did not have, with the partial one at its end. */
export function newBundles(oldSize: number, size: number): Bundle[] {
  return piecesOf(oldSize, size);
}

function piecesOf(before: number, after: number): Bundle[] {
  const pieces: Bundle[] = [];
  if (before === after) return pieces;
  for (let index = Math.floor(before / TILE_WIDTH); index * TILE_WIDTH < after; index++) {
    pieces.push({ index, width: Math.min(TILE_WIDTH, after - index * TILE_WIDTH) });
  }
  return pieces;
}

/** The bundle of a tree of `size` leaves that has entry number `index`, at place `index % 256`. */
export function bundleOf(index: number, size: number): Bundle {
  const at = Math.floor(index / TILE_WIDTH);
  return { index: at, width: Math.min(TILE_WIDTH, size - at * TILE_WIDTH) };
}

/**
 * The tile of a tree of `size` leaves from which the hash of a full subtree follows: it has the hash, or all the hashes below it
 * that it is made of.
 */
export function tileOf({ height, index }: Subtree, size: number): Tile {
  const level = Math.floor(height / TILE_HEIGHT);
  const at = Math.floor((index * 2 ** (height % TILE_HEIGHT)) / TILE_WIDTH);
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return { level, index: at, width: Math.min(TILE_WIDTH, hashes - at * TILE_WIDTH) };
}

/** Tiles of a tree that the proof of a leaf needs, each once. @throws RangeError for an index outside of the tree */
export function inclusionTiles(index: number, size: number): Tile[] {
  return tilesOf(inclusionRanges(index, size), size);
}

/** Tiles of a tree that a consistency proof from `oldSize` needs, each once. @throws RangeError when the old tree is larger */
export function consistencyTiles(oldSize: number, size: number): Tile[] {
  return tilesOf(consistencyRanges(oldSize, size), size);
}

/** Tiles of a tree that its root needs, each once. */
export function rootTiles(size: number): Tile[] {
  return tilesOf([{ from: 0, to: size }], size);
}

function tilesOf(ranges: readonly Range[], size: number): Tile[] {
  const tiles = new Map<string, Tile>();
  for (const subtree of ranges.flatMap(subtreesOf)) {
    const tile = tileOf(subtree, size);
    tiles.set(tilePath(tile), tile);
  }
  return [...tiles.values()];
}

/**
 * Reads the hashes of a tile, from a disk or over HTTP. May answer with more hashes than the width asks for: a log need not keep a
 * partial tile when it has the full one.
 */
export type ReadTile = (tile: Tile) => Promise<Uint8Array>;

/**
 * Makes the inclusion proof of a leaf from tiles. Says nothing about their truth: `verifyInclusion` does.
 * @throws RangeError for an index outside of the tree · Malformed for a tile of the wrong length · what `readTile` throws
 */
export async function proveInclusion(
  { index, size, readTile }: { index: number; size: number; readTile: ReadTile },
  hash: Sha256 = sha256,
): Promise<Uint8Array[]> {
  return hashesOf(inclusionRanges(index, size), size, readTile, hash);
}

/** Makes a consistency proof from tiles, as `proveInclusion`. */
export async function proveConsistency(
  { oldSize, size, readTile }: { oldSize: number; size: number; readTile: ReadTile },
  hash: Sha256 = sha256,
): Promise<Uint8Array[]> {
  return hashesOf(consistencyRanges(oldSize, size), size, readTile, hash);
}

/** The root of a tree from its tiles. @throws as `proveInclusion` */
export async function rootFromTiles(
  { size, readTile }: { size: number; readTile: ReadTile },
  hash: Sha256 = sha256,
): Promise<Uint8Array> {
  const [root] = await hashesOf([{ from: 0, to: size }], size, readTile, hash);
  return root ?? emptyRoot(hash);
}

/** Hashes of the edge of a tree from its tiles: the start of `createFrontier`. @throws as `proveInclusion` */
export async function edgeFromTiles(
  { size, readTile }: { size: number; readTile: ReadTile },
  hash: Sha256 = sha256,
): Promise<Uint8Array[]> {
  return hashesOf(
    subtreesOf({ from: 0, to: size }).map(({ height, index }) => ({
      from: index * 2 ** height,
      to: (index + 1) * 2 ** height,
    })),
    size,
    readTile,
    hash,
  );
}

async function hashesOf(
  ranges: readonly Range[],
  size: number,
  readTile: ReadTile,
  hash: Sha256,
): Promise<Uint8Array[]> {
  const read = await Promise.all(
    tilesOf(ranges, size).map(async (tile) => {
      const bytes = await readTile(tile);
      checkTile(tile, bytes);
      return [tilePath(tile), bytes] as const;
    }),
  );
  const tiles = new Map(read);
  const subtreeHash = (subtree: Subtree): Uint8Array => {
    const bytes = tiles.get(tilePath(tileOf(subtree, size)));
    if (bytes === undefined) throw new RangeError('tile was not read');
    return hashInTile(subtree, bytes, hash);
  };
  const hashes: Uint8Array[] = [];
  for (const range of ranges) {
    const parts = subtreesOf(range).map(subtreeHash);
    if (parts.length > 0) hashes.push(parts.reduceRight((right, left) => nodeHash(left, right, hash)));
  }
  return hashes;
}

function checkTile(tile: Tile, bytes: Uint8Array): void {
  const hashes = bytes.length / HASH_BYTES;
  if (!Number.isInteger(hashes) || hashes < tile.width || hashes > TILE_WIDTH) {
    throw new Malformed(`${tilePath(tile)} has ${bytes.length} bytes`);
  }
}

/** Hash of a subtree by the bytes of its tile (`tileOf`). */
function hashInTile({ height, index }: Subtree, bytes: Uint8Array, hash: Sha256): Uint8Array {
  const width = 2 ** (height % TILE_HEIGHT);
  const first = (index * width) % TILE_WIDTH;
  let hashes: Uint8Array[] = [];
  for (let at = first; at < first + width; at++) {
    hashes.push(bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES));
  }
  while (hashes.length > 1) hashes = pairsOf(hashes, hash);
  const [found] = hashes;
  if (found === undefined) throw new RangeError('subtree without hashes');
  return found;
}

function pairsOf(hashes: readonly Uint8Array[], hash: Sha256): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let at = 0; at < hashes.length; at += 2) {
    const [left, right] = hashes.slice(at, at + 2);
    if (left !== undefined && right !== undefined) above.push(nodeHash(left, right, hash));
  }
  return above;
}
