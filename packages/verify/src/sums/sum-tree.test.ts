import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base64, fromBase64, hex, utf8 } from '../bytes.ts';
import { Malformed } from '../malformed.ts';
import { sha256 } from '../sha256.ts';
import { type SumRoot, memberSums } from './member-sums.ts';
import {
  type Piece,
  type SumNode,
  type SumProof,
  type SumTree,
  createSumTree,
  ownerOf,
  sumLeaf,
  sumParent,
} from './sum-tree.ts';
import { SUM_MAX, type Sums, addSums, parseSums, sameSums, sumsFromBytes, sumsToBytes } from './sums.ts';

const nonceOf = (index: number): Uint8Array => sha256(utf8(`nonce ${index}`));
const pieceOf = (index: number, sums: Sums): Piece => ({ index, nonce: nonceOf(index), sums });
const leafOf = (memberId: string, piece: Piece): SumNode =>
  sumLeaf({ nonce: piece.nonce, owner: ownerOf(memberId), sums: piece.sums });
const rootOf = (tree: SumTree, size: number): SumRoot => ({
  size,
  hash: tree.root.hash,
  totals: tree.root.sums,
});
const total = (all: readonly Sums[], columns: number): Sums =>
  all.reduce(addSums, Array<bigint>(columns).fill(0n));

/** A tree whose leaves belong to a few members at random, or to no member. */
const trees = fc
  .record({
    height: fc.nat(6),
    columns: fc.integer({ min: 1, max: 4 }),
    seed: fc.array(
      fc.record({
        member: fc.constantFrom('ada', 'ben', 'cyd', undefined),
        sums: fc.array(fc.bigInt(0n, 2n ** 40n), { minLength: 4, maxLength: 4 }),
      }),
      { minLength: 64, maxLength: 64 },
    ),
  })
  .map(({ height, columns, seed }) => {
    const size = 2 ** height;
    const owned = seed.slice(0, size).map(({ member, sums }, index) => ({
      member,
      piece: pieceOf(index, member === undefined ? Array<bigint>(columns).fill(0n) : sums.slice(0, columns)),
    }));
    // Leaves without a member are a random hash and zero.
    const leaves = owned.map(({ member, piece }) =>
      member === undefined
        ? { hash: sha256(utf8(`nobody ${piece.index}`)), sums: piece.sums }
        : leafOf(member, piece),
    );
    return { size, columns, owned, tree: createSumTree(leaves) };
  });

/** What a member gets when it has a piece at all. */
const proofsOf = ({
  owned,
  tree,
}: {
  owned: { member: string | undefined; piece: Piece }[];
  tree: SumTree;
}) =>
  ['ada', 'ben', 'cyd'].flatMap((memberId) => {
    const pieces = owned.filter(({ member }) => member === memberId).map(({ piece }) => piece);
    return pieces.length === 0 ? [] : [{ memberId, pieces, proof: tree.prove(pieces) }];
  });

test('a member reads the sum of their own pieces, and all members together the totals', () => {
  fc.assert(
    fc.property(trees, (made) => {
      const { size, columns, tree } = made;
      const root = rootOf(tree, size);
      const proofs = proofsOf(made);
      for (const { memberId, pieces, proof } of proofs)
        expect(memberSums(root, { memberId, proof })).toEqual(
          total(
            pieces.map(({ sums }) => sums),
            columns,
          ),
        );
      const all = proofs.map(({ memberId, proof }) => memberSums(root, { memberId, proof }) ?? []);
      expect(total(all, columns)).toEqual(root.totals);
    }),
  );
});

test('a tampered proof proves nothing', () => {
  fc.assert(
    fc.property(trees, fc.nat(), fc.integer({ min: 1, max: 255 }), (made, where, change) => {
      const root = rootOf(made.tree, made.size);
      for (const { memberId, proof } of proofsOf(made)) {
        const refuses = (spoilt: SumProof, of: SumRoot = root, id = memberId) =>
          expect(isProven(of, { memberId: id, proof: spoilt })).toBe(false);
        const spoil = (bytes: Uint8Array) =>
          bytes.map((byte, at) => (at === where % bytes.length ? byte ^ change : byte));
        const at = where % proof.leaves.length;
        const withLeaf = (given: Partial<SumProof['leaves'][number]>): SumProof => ({
          ...proof,
          leaves: proof.leaves.map((leaf, n) => (n === at ? { ...leaf, ...given } : leaf)),
        });
        const leaf = proof.leaves[at] ?? { index: 0, nonce: '', sums: [] };
        refuses(proof, root, `${memberId} `);
        refuses(proof, { ...root, hash: spoil(root.hash) });
        refuses(proof, {
          ...root,
          totals: root.totals.map((sum, column) => (column === 0 ? sum + 1n : sum)),
        });
        refuses(proof, { ...root, size: root.size * 2 });
        refuses({ ...proof, leaves: [] });
        refuses({ ...proof, leaves: [...proof.leaves, ...proof.leaves] });
        refuses(withLeaf({ nonce: base64(spoil(fromBase64(leaf.nonce))) }));
        refuses(withLeaf({ sums: leaf.sums.map((sum) => String(BigInt(sum) + 1n)) }));
        refuses(withLeaf({ sums: ['-1', ...leaf.sums.slice(1)] }));
        refuses(withLeaf({ sums: leaf.sums.slice(1) }));
        refuses(withLeaf({ index: leaf.index + root.size }));
        if (root.size > 1) refuses(withLeaf({ index: leaf.index ^ 1 }));
        if (proof.siblings !== '') refuses({ ...proof, siblings: base64(spoil(fromBase64(proof.siblings))) });
        refuses({ ...proof, siblings: base64(Uint8Array.from([...fromBase64(proof.siblings), 1])) });
      }
    }),
    { numRuns: 50 },
  );
});

/** Whether a proof is accepted; malformed ones are not. */
function isProven(root: SumRoot, of: { memberId: string; proof: SumProof }): boolean {
  try {
    return memberSums(root, of) !== undefined;
  } catch (error) {
    if (error instanceof Malformed) return false;
    throw error;
  }
}

describe('negative and overflowing sums', () => {
  const ada = pieceOf(0, [5n]);

  test('are refused by the builder', () => {
    for (const sum of [-1n, SUM_MAX + 1n, 2n ** 64n]) {
      expect(() => leafOf('ada', pieceOf(0, [sum]))).toThrow(Malformed);
      expect(() => createSumTree([{ hash: nonceOf(0), sums: [sum] }])).toThrow(Malformed);
    }
    const half = { hash: nonceOf(1), sums: [SUM_MAX] };
    expect(() => createSumTree([leafOf('ada', ada), half])).toThrow('too large');
    expect(() => createSumTree([leafOf('ada', ada), { hash: nonceOf(1), sums: [1n, 1n] }])).toThrow(
      Malformed,
    );
  });

  test('are refused by the member, also where the hashes fit', () => {
    // The house claims that a member owes it ten, so that it owes five less than nothing.
    const bytes = Uint8Array.from([...nonceOf(1), ...Array<number>(7).fill(255), 246]);
    const left = leafOf('ada', ada);
    const hash = sha256(Uint8Array.from([0x11, ...left.hash, ...sumsToBytes([5n]), ...bytes]));
    const proof = { leaves: [{ index: 0, nonce: base64(ada.nonce), sums: ['5'] }], siblings: base64(bytes) };
    expect(() => memberSums({ size: 2, hash, totals: [0n] }, { memberId: 'ada', proof })).toThrow(
      'too large',
    );
  });

  test('sums have one form of bytes and one of text', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, SUM_MAX), { maxLength: 5 }), (sums) => {
        expect(sameSums(sumsFromBytes(sumsToBytes(sums)), sums)).toBe(true);
        expect(sameSums(parseSums(sums.map(String)), sums)).toBe(true);
      }),
    );
    for (const text of ['-1', '01', '1.0', '', ' 1', '9223372036854775808', '1'.repeat(30)])
      expect(() => parseSums([text])).toThrow(Malformed);
    expect(() => sumsFromBytes(new Uint8Array(9))).toThrow(Malformed);
  });
});

test('a node that commits only to the total of both sums would hide money, ours does not', () => {
  // Two members with 10 each. A house that could move sums between siblings would show (10, 0) to one and (0, 10) to the other.
  const [ada, ben] = [leafOf('ada', pieceOf(0, [10n])), leafOf('ben', pieceOf(1, [10n]))];
  const shownToAda = sumParent(ada, { ...ben, sums: [0n] });
  const shownToBen = sumParent({ ...ada, sums: [0n] }, ben);
  expect(shownToAda.sums).toEqual(shownToBen.sums);
  expect(hex(shownToAda.hash)).not.toBe(hex(shownToBen.hash));
});

test('a tree has a power of two leaves', () => {
  expect(() => createSumTree([])).toThrow(RangeError);
  expect(() => createSumTree([0, 1, 2].map((at) => leafOf('ada', pieceOf(at, [1n]))))).toThrow(RangeError);
});

test('the vectors of docs/proof-formats.md', () => {
  const memberId = '0190a1b2-0000-7000-8000-000000000001';
  const other = '0190a1b2-0000-7000-8000-000000000002';
  const nonce = (byte: number) => new Uint8Array(32).fill(byte);
  const mine = [
    { index: 1, nonce: nonce(1), sums: [700n, 0n, 1900n] },
    { index: 2, nonce: nonce(2), sums: [300n, 50n, 0n] },
  ];
  const leaves = [
    { hash: nonce(0xaa), sums: [0n, 0n, 0n] },
    ...mine.map((piece) => leafOf(memberId, piece)),
    leafOf(other, { index: 3, nonce: nonce(3), sums: [1n, 2n, 3n] }),
  ];
  const tree = createSumTree(leaves);
  expect(hex(ownerOf(memberId))).toBe('5d5a2b869068cf7bf9fae814d752b8eb2d0fd04738f4d20343b955d478130a10');
  expect(leaves.map(({ hash }) => hex(hash))).toEqual([
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    '8520ec13fbc75de4c55f110e5f59d3b3a8e142beaef4d7e39f5a2af370b9aa4f',
    '1c9d7e770782b6fa51dd8351fc6354f00449fd58d23f95aab250f609a0488fb0',
    '21fc5b291935a0b18111da79fd6f1efb6116a661aee6da91e2f54620f028eb2c',
  ]);
  expect(hex(tree.root.hash)).toBe('16cc9216ecf64fadb863f54286724633588313b259914909a10f367a8fc5f499');
  expect(tree.root.sums).toEqual([1001n, 52n, 1903n]);
  const proof = tree.prove(mine);
  expect(proof.siblings).toBe(
    'qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAh/FspGTWgsYER2nn9bx77YRamYa7m2pHi9UYg8CjrLAAAAAAAAAABAAAAAAAAAAIAAAAAAAAAAw==',
  );
  expect(memberSums(rootOf(tree, 4), { memberId, proof })).toEqual([1000n, 50n, 1900n]);
});
