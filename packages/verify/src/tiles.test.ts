import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8 } from './bytes.ts';
import { createFrontier } from './frontier.ts';
import { Malformed } from './malformed.ts';
import { createTree, emptyRoot, leafHash } from './merkle.ts';
import {
  type ReadTile,
  type Tile,
  bundleOf,
  bundlePath,
  consistencyTiles,
  decodeBundle,
  edgeFromTiles,
  encodeBundle,
  inclusionTiles,
  newBundles,
  newTiles,
  parseTilePath,
  proveConsistency,
  proveInclusion,
  rootFromTiles,
  rootTiles,
  tilePath,
} from './tiles.ts';

describe('paths of C2SP tlog-tiles', () => {
  test.each([
    ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
    ['tile/0/000', { level: 0, index: 0, width: 256 }],
    ['tile/1/000.p/17', { level: 1, index: 0, width: 17 }],
    ['tile/0/273.p/112', { level: 0, index: 273, width: 112 }],
    ['tile/63/x001/000.p/1', { level: 63, index: 1000, width: 1 }],
  ])('%s', (path, tile) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual({ kind: 'tile', tile });
  });

  test.each([
    ['tile/entries/x001/x234/067', { index: 1_234_067, width: 256 }],
    ['tile/entries/000.p/255', { index: 0, width: 255 }],
  ])('%s', (path, bundle) => {
    expect(bundlePath(bundle)).toBe(path);
    expect(parseTilePath(path)).toEqual({ kind: 'entries', bundle });
  });

  test.each([
    'tile/0/0',
    'tile/0/0000',
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/0/x000/001',
    'tile/0/001/000',
    'tile/0/x001/x000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/0/000.p/',
    'tile/0/000/',
    '/tile/0/000',
    'tile/data/000',
    'tile/0/000\n',
    'tile/0/x999/x999/x999/x999/x999/x999/999',
  ])('%j is no path', (path) => {
    expect(parseTilePath(path)).toBeUndefined();
  });

  test('each path reads back', () => {
    const tiles = fc.record({
      level: fc.nat(63),
      index: fc.maxSafeNat(),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(tiles, (tile) => {
        expect(parseTilePath(tilePath(tile))).toEqual({ kind: 'tile', tile });
      }),
    );
  });
});

describe('tiles of a tree', () => {
  test('of 70,000 leaves, as the text counts them', () => {
    const tiles = newTiles(0, 70_000);
    const widths = (level: number) => tiles.filter((tile) => tile.level === level).map(({ width }) => width);
    expect(widths(0)).toEqual([...Array.from({ length: 273 }, () => 256), 112]);
    expect(widths(1)).toEqual([256, 17]);
    expect(widths(2)).toEqual([1]);
    expect(widths(3)).toEqual([]);
  });

  test('of 256 leaves: a full one, and one above it', () => {
    expect(newTiles(0, 256)).toEqual([
      { level: 0, index: 0, width: 256 },
      { level: 1, index: 0, width: 1 },
    ]);
  });

  test.each([
    [0, 0, []],
    [256, 256, []],
    [1, 2, ['tile/0/000.p/2']],
    [255, 257, ['tile/0/000', 'tile/0/001.p/1', 'tile/1/000.p/1']],
    [256, 257, ['tile/0/001.p/1']],
  ])('from %i to %i leaves', (oldSize, size, paths) => {
    expect(newTiles(oldSize, size).map(tilePath)).toEqual(paths);
  });

  test('bundles of new entries', () => {
    expect(newBundles(255, 513).map(bundlePath)).toEqual([
      'tile/entries/000',
      'tile/entries/001',
      'tile/entries/002.p/1',
    ]);
    expect(bundleOf(512, 513)).toEqual({ index: 2, width: 1 });
    expect(bundleOf(511, 513)).toEqual({ index: 1, width: 256 });
  });
});

/** A log whose tiles are written as it grows; `sizes` are those at which it stops. */
function tiledLog(sizes: readonly number[]) {
  const leaves: Uint8Array[] = [];
  const hashes = new Map<number, Uint8Array[]>();
  const files = new Map<string, Uint8Array>();
  const frontier = createFrontier({
    completed({ height }, hash) {
      if (height % 8 !== 0) return;
      const level = hashes.get(height / 8) ?? [];
      level.push(hash);
      hashes.set(height / 8, level);
    },
  });
  let before = 0;
  for (const size of sizes) {
    for (let at = before; at < size; at++) {
      const leaf = leafHash(utf8(`entry ${at}`));
      leaves.push(leaf);
      frontier.append(leaf);
    }
    for (const tile of newTiles(before, size)) {
      const from = tile.index * 256;
      const row = hashes.get(tile.level)?.slice(from, from + tile.width) ?? [];
      expect(row).toHaveLength(tile.width);
      files.set(tilePath(tile), Uint8Array.from(row.flatMap((hash) => [...hash])));
    }
    before = size;
  }
  const read: Tile[] = [];
  const readTile: ReadTile = async (tile) => {
    read.push(tile);
    const bytes = files.get(tilePath(tile));
    if (bytes === undefined) throw new Error(`no ${tilePath(tile)}`);
    return bytes;
  };
  return { leaves, files, read, readTile };
}

const paths = (tiles: readonly Tile[]) => tiles.map(tilePath).toSorted();

test('proofs from tiles are those of the tree, and read what was announced, each tile once', async () => {
  const sizes = [1, 255, 256, 257, 300, 512, 777, 1000, 70_000];
  const log = tiledLog(sizes);
  const trees = sizes.map((size) => ({ size, tree: createTree(log.leaves.slice(0, size)) }));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...trees), fc.nat(), async ({ size, tree }, place) => {
      const index = place % size;

      log.read.length = 0;
      expect(await proveInclusion({ index, size, readTile: log.readTile })).toEqual(tree.inclusion(index));
      expect(paths(log.read)).toEqual(paths(inclusionTiles(index, size)));

      log.read.length = 0;
      const consistency = await proveConsistency({ oldSize: index + 1, size, readTile: log.readTile });
      expect(consistency).toEqual(tree.consistency(index + 1));
      expect(paths(log.read)).toEqual(paths(consistencyTiles(index + 1, size)));

      log.read.length = 0;
      expect(await rootFromTiles({ size, readTile: log.readTile })).toEqual(tree.root);
      expect(paths(log.read)).toEqual(paths(rootTiles(size)));

      const edge = await edgeFromTiles({ size, readTile: log.readTile });
      expect(createFrontier({ size, edge }).root()).toEqual(tree.root);
    }),
    { numRuns: 16 },
  );
});

test('a full tile serves where a partial one is asked for', async () => {
  const log = tiledLog([300, 512]);
  const readTile: ReadTile = async (tile) =>
    log.readTile({ ...tile, width: tile.level === 0 ? 256 : tile.width });
  const tree = createTree(log.leaves.slice(0, 300));
  expect(await rootFromTiles({ size: 300, readTile: async (tile) => readTile(tile) })).toEqual(tree.root);
});

test('a tree without leaves needs no tile', async () => {
  const readTile: ReadTile = async () => Promise.reject(new Error('no tile'));
  expect(await rootFromTiles({ size: 0, readTile })).toEqual(emptyRoot());
  expect(await edgeFromTiles({ size: 0, readTile })).toEqual([]);
});

test.each([0, 31, 32 * 299, 32 * 257])('a tile of %i bytes is refused', async (length) => {
  const readTile: ReadTile = async () => new Uint8Array(length);
  await expect(proveInclusion({ index: 3, size: 300, readTile })).rejects.toThrow(Malformed);
});

describe('bundles of entries', () => {
  test('length as two bytes, then the entry', () => {
    const bytes = encodeBundle([utf8('ab'), utf8(''), new Uint8Array(65_535)]);
    expect([...bytes.subarray(0, 8)]).toEqual([0, 2, 97, 98, 0, 0, 255, 255]);
    expect(decodeBundle(bytes).map(({ length }) => length)).toEqual([2, 0, 65_535]);
  });

  test('what was encoded is decoded', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 256 }), (entries) => {
        expect(decodeBundle(encodeBundle(entries))).toEqual(entries);
      }),
    );
  });

  test('too large an entry, too many, or an end too early are refused', () => {
    expect(() => encodeBundle([new Uint8Array(65_536)])).toThrow(RangeError);
    expect(() => decodeBundle(Uint8Array.of(0))).toThrow(Malformed);
    expect(() => decodeBundle(Uint8Array.of(0, 2, 1))).toThrow(Malformed);
    expect(() => decodeBundle(new Uint8Array(257 * 2))).toThrow(Malformed);
  });
});
