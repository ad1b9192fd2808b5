import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { concat, utf8 } from './bytes.ts';
import { Malformed } from './malformed.ts';
import { createTree, leafHash } from './merkle.ts';
import { createTileTree } from './tile-tree.ts';
import { type Tile, tilePath } from './tiles.ts';

const all = Array.from({ length: 70_000 }, (_, at) => leafHash(utf8(String(at))));
const roots = new Map<string, Uint8Array>();
const rootOf = (from: number, to: number): Uint8Array => {
  const key = `${from} ${to}`;
  const root = roots.get(key) ?? createTree(all.slice(from, to)).root;
  roots.set(key, root);
  return root;
};
const tileOf = ({ level, index, width }: Tile): Uint8Array => {
  const span = 256 ** level;
  const hashes = Array.from({ length: width }, (_, at) => {
    const first = (index * 256 + at) * span;
    return rootOf(first, first + span);
  });
  return concat(...hashes);
};

test.each([1, 2, 255, 256, 257, 1_000, 65_536, 65_537, 70_000])(
  'reads the leaves of a tree of %i',
  async (size) => {
    const read: string[] = [];
    const tree = createTileTree({
      size,
      root: rootOf(0, size),
      readTile: async (tile) => {
        read.push(tilePath(tile));
        return tileOf(tile);
      },
    });
    for (const index of [0, Math.floor(size / 2), Math.floor(size / 2), size - 1])
      expect(await tree.leafAt(index)).toEqual(all[index]);
    // Each once.
    expect(new Set(read).size).toBe(read.length);
    await expect(tree.leafAt(size)).rejects.toThrow(RangeError);
  },
);

test('a tile that was changed anywhere is refused', async () => {
  const size = 70_000;
  await fc.assert(
    fc.asyncProperty(fc.nat(size - 1), fc.nat(), async (index, where) => {
      const tree = createTileTree({
        size,
        root: rootOf(0, size),
        readTile: async (tile) => {
          const bytes = tileOf(tile);
          const isWay = tile.level > 0 || tile.index === Math.floor(index / 256);
          return isWay ? bytes.map((byte, at) => (at === where % bytes.length ? byte ^ 1 : byte)) : bytes;
        },
      });
      await expect(tree.leafAt(index)).rejects.toThrow(Malformed);
    }),
    { numRuns: 20 },
  );
});

test('a tile that could not be read can be read later', async () => {
  let fails = true;
  const tree = createTileTree({
    size: 300,
    root: rootOf(0, 300),
    readTile: async (tile) => {
      if (fails) throw new Error('offline');
      return tileOf(tile);
    },
  });
  await expect(tree.leafAt(1)).rejects.toThrow('offline');
  fails = false;
  expect(await tree.leafAt(1)).toEqual(all[1]);
});
