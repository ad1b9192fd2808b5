import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat, hex } from './bytes.ts';
import { createFrontier } from './frontier.ts';
import {
  createTree,
  emptyRoot,
  leafHash,
  nodeHash,
  rootOfInclusion,
  verifyConsistency,
  verifyInclusion,
} from './merkle.ts';
import { sha256 } from './sha256.ts';

/** Hash of the tree of these entries, written down as RFC 9162 defines it (section 2.1.1). */
function naiveRoot(entries: readonly Uint8Array[]): Uint8Array {
  const [first, ...rest] = entries;
  if (first === undefined) return hashOf();
  if (rest.length === 0) return hashOf(Uint8Array.of(0), first);
  const k = largestPowerBelow(entries.length);
  return hashOf(Uint8Array.of(1), naiveRoot(entries.slice(0, k)), naiveRoot(entries.slice(k)));
}

/** PATH(m, D[n]) of RFC 9162, section 2.1.3.1. */
function naiveInclusion(m: number, entries: readonly Uint8Array[]): Uint8Array[] {
  if (entries.length <= 1) return [];
  const k = largestPowerBelow(entries.length);
  return m < k
    ? [...naiveInclusion(m, entries.slice(0, k)), naiveRoot(entries.slice(k))]
    : [...naiveInclusion(m - k, entries.slice(k)), naiveRoot(entries.slice(0, k))];
}

/** PROOF(m, D[n]) of RFC 9162, section 2.1.4.1. */
function naiveConsistency(m: number, entries: readonly Uint8Array[]): Uint8Array[] {
  return subproof(m, entries, true);
}

function subproof(m: number, entries: readonly Uint8Array[], complete: boolean): Uint8Array[] {
  const n = entries.length;
  if (m === n) return complete ? [] : [naiveRoot(entries)];
  const k = largestPowerBelow(n);
  return m <= k
    ? [...subproof(m, entries.slice(0, k), complete), naiveRoot(entries.slice(k))]
    : [...subproof(m - k, entries.slice(k), false), naiveRoot(entries.slice(0, k))];
}

function largestPowerBelow(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

function hashOf(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return Uint8Array.from(hash.digest());
}

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

describe('the tree of the Certificate Transparency tests', () => {
  const entries = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map(bytes);
  const roots = [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];

  test.each(roots.map((root, size) => [size, root] as const))('root of %i leaves', (size, root) => {
    const leaves = entries.slice(0, size).map((entry) => leafHash(entry));
    expect(hex(createTree(leaves).root)).toBe(root);
    const frontier = createFrontier();
    for (const leaf of leaves) frontier.append(leaf);
    expect(hex(frontier.root())).toBe(root);
    expect(hex(naiveRoot(entries.slice(0, size)))).toBe(root);
  });

  test.each([
    [
      0,
      8,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [
      5,
      8,
      [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
    [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
    [
      1,
      5,
      [
        '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    ],
  ])('inclusion of leaf %i of %i', (index, size, path) => {
    const tree = createTree(entries.slice(0, size).map((entry) => leafHash(entry)));
    expect(tree.inclusion(index).map(hex)).toEqual(path);
  });

  test.each([
    [1, 1, []],
    [
      1,
      8,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [
      6,
      8,
      [
        '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
    [
      2,
      5,
      [
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    ],
  ])('consistency from %i to %i', (oldSize, size, path) => {
    const tree = createTree(entries.slice(0, size).map((entry) => leafHash(entry)));
    expect(tree.consistency(oldSize).map(hex)).toEqual(path);
  });
});

const logs = fc.uniqueArray(fc.uint8Array({ maxLength: 8 }), {
  minLength: 1,
  maxLength: 70,
  selector: (entry) => hex(entry),
});
/** A log of at least one entry, with a number below its size. */
const placed = logs.chain((entries) => fc.tuple(fc.constant(entries), fc.nat(entries.length - 1)));

test('roots and proofs are those that the RFC defines, from tree and frontier', () => {
  fc.assert(
    fc.property(placed, ([entries, at]) => {
      const leaves = entries.map((entry) => leafHash(entry));
      const tree = createTree(leaves);
      expect(tree.root).toEqual(naiveRoot(entries));
      expect(tree.inclusion(at)).toEqual(naiveInclusion(at, entries));
      expect(tree.consistency(at + 1)).toEqual(naiveConsistency(at + 1, entries));
      const before = createFrontier();
      for (const leaf of leaves.slice(0, at)) before.append(leaf);
      const after = createFrontier({ size: before.size, edge: before.edge() });
      for (const leaf of leaves.slice(at)) after.append(leaf);
      expect(after.root()).toEqual(tree.root);
    }),
  );
});

test('a frontier names every full subtree once, with its hash', () => {
  fc.assert(
    fc.property(logs, (entries) => {
      const found = new Map<string, string>();
      const frontier = createFrontier({
        completed({ height, index }, hash) {
          expect(found.has(`${height} ${index}`)).toBe(false);
          found.set(`${height} ${index}`, hex(hash));
        },
      });
      for (const entry of entries) frontier.append(leafHash(entry));
      for (const [place, hash] of found) {
        const [height = 0, index = 0] = place.split(' ').map(Number);
        const width = 2 ** height;
        expect(hash).toBe(hex(naiveRoot(entries.slice(index * width, (index + 1) * width))));
      }
      let full = 0;
      for (let width = 1; width <= entries.length; width *= 2) full += Math.floor(entries.length / width);
      expect(found.size).toBe(full);
    }),
  );
});

test('an edge of another size is refused', () => {
  expect(() => createFrontier({ size: 3, edge: [emptyRoot()] })).toThrow(RangeError);
  expect(() => createFrontier({ size: 1, edge: [new Uint8Array(31)] })).toThrow(RangeError);
});

test('inclusion holds for its leaf, place and root, and for nothing else', () => {
  fc.assert(
    fc.property(placed, fc.nat(), fc.nat(255), ([entries, index], where, change) => {
      const tree = createTree(entries.map((entry) => leafHash(entry)));
      const { size, root } = tree;
      const leaf = leafHash(entries[index] ?? new Uint8Array(0));
      const proof = tree.inclusion(index);
      const good = { leaf, index, size, root, proof };
      expect(verifyInclusion(good)).toBe(true);

      expect(verifyInclusion({ ...good, leaf: spoil(leaf, where, change) })).toBe(false);
      expect(verifyInclusion({ ...good, root: spoil(root, where, change) })).toBe(false);
      expect(verifyInclusion({ ...good, proof: [...proof, root] })).toBe(false);
      expect(verifyInclusion({ ...good, index: size + index })).toBe(false);
      expect(verifyInclusion({ ...good, index: -1 })).toBe(false);
      expect(verifyInclusion({ ...good, index: index + 0.5 })).toBe(false);
      for (const other of entries.keys()) {
        expect(verifyInclusion({ ...good, index: other })).toBe(other === index);
      }
      for (const at of proof.keys()) {
        expect(verifyInclusion({ ...good, proof: spoilOne(proof, at, where, change) })).toBe(false);
        expect(verifyInclusion({ ...good, proof: proof.toSpliced(at, 1) })).toBe(false);
      }
    }),
  );
});

test('consistency holds between trees of one log, and for nothing else', () => {
  fc.assert(
    fc.property(placed, fc.nat(), fc.nat(255), ([entries, at], where, change) => {
      const oldSize = at + 1;
      const leaves = entries.map((entry) => leafHash(entry));
      const tree = createTree(leaves);
      const oldRoot = createTree(leaves.slice(0, oldSize)).root;
      const proof = tree.consistency(oldSize);
      const good = { oldSize, oldRoot, newSize: tree.size, newRoot: tree.root, proof };
      expect(verifyConsistency(good)).toBe(true);

      expect(verifyConsistency({ ...good, oldRoot: spoil(oldRoot, where, change) })).toBe(false);
      expect(verifyConsistency({ ...good, newRoot: spoil(tree.root, where, change) })).toBe(false);
      expect(verifyConsistency({ ...good, proof: [...proof, oldRoot] })).toBe(false);
      expect(verifyConsistency({ ...good, newSize: oldSize - 1 })).toBe(false);
      for (const place of proof.keys()) {
        expect(verifyConsistency({ ...good, proof: spoilOne(proof, place, where, change) })).toBe(false);
        expect(verifyConsistency({ ...good, proof: proof.toSpliced(place, 1) })).toBe(false);
      }
      // A log that changed an entry it had shown can prove nothing.
      const rewritten = createTree(leaves.with(at, leafHash(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9))));
      const forged = { ...good, newRoot: rewritten.root, proof: rewritten.consistency(oldSize) };
      expect(verifyConsistency(forged)).toBe(false);
    }),
  );
});

test('every tree begins with the empty one', () => {
  const newRoot = sha256(Uint8Array.of(1));
  const growth = { oldSize: 0, oldRoot: emptyRoot(), newSize: 5, newRoot };
  expect(verifyConsistency({ ...growth, proof: [] })).toBe(true);
  expect(verifyConsistency({ ...growth, proof: [newRoot] })).toBe(false);
  expect(verifyConsistency({ ...growth, oldRoot: newRoot, proof: [] })).toBe(false);
});

test('a node cannot be shown as a leaf', () => {
  const [a, b] = [leafHash(Uint8Array.of(1)), leafHash(Uint8Array.of(2))];
  expect(nodeHash(a, b)).not.toEqual(leafHash(concat(a, b)));
});

test('a proof in a tree of 2^52 leaves needs more than 32 bits', () => {
  const leaf = leafHash(Uint8Array.of(7));
  const proof = Array.from({ length: 52 }, (_, at) => sha256(Uint8Array.of(at)));
  const index = 2 ** 51 + 5;
  const root = rootOfInclusion({ leaf, index, size: 2 ** 52, proof });
  if (root === undefined) throw new Error('no root');
  expect(verifyInclusion({ leaf, index, size: 2 ** 52, proof, root })).toBe(true);
  expect(verifyInclusion({ leaf, index: index + 2 ** 33, size: 2 ** 52, proof, root })).toBe(false);
});

test('no proof of what is not in the tree', () => {
  const tree = createTree([leafHash(Uint8Array.of(1))]);
  expect(() => tree.inclusion(1)).toThrow(RangeError);
  expect(() => tree.consistency(2)).toThrow(RangeError);
});

/** The bytes with one of them changed. */
function spoil(original: Uint8Array, where: number, change: number): Uint8Array {
  const spoilt = Uint8Array.from(original);
  const at = where % spoilt.length;
  spoilt[at] = (spoilt[at] ?? 0) ^ Math.max(change, 1);
  return spoilt;
}

function spoilOne(proof: readonly Uint8Array[], at: number, where: number, change: number): Uint8Array[] {
  return proof.map((hash, place) => (place === at ? spoil(hash, where, change) : hash));
}
