import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { memberSums } from '@touchline/verify/sums/member-sums';
import { createSumTree, ownerOf, sumLeaf, type SumNode } from '@touchline/verify/sums/sum-tree';
import { idFor, shardOf } from '../../core/ids.ts';
import { collectAccounts, readAccounts } from './accounts.ts';
import { createPieces } from './pieces.ts';
import { cut, drawBytes, leavesFor, mostPieces, permutationOf } from './plan.ts';
import { accountsFile, proveAccount, writeTree, type ReadPart } from './tree.ts';
import { fileName, snapshotKey, streamOf } from './random.ts';

const secret = Buffer.alloc(32, 1);

const keep = () => {
  const files = new Map<string, Buffer>();
  const read: ReadPart = (name, { offset, length }) =>
    Promise.resolve((files.get(name) ?? Buffer.alloc(0)).subarray(offset, offset + length));
  return {
    files,
    read,
    put: (name: string, bytes: Buffer) => Promise.resolve(void files.set(name, bytes)),
  };
};

/** A tree of some members with given amounts, and where it is kept. */
const build = async (
  sumsOf: readonly (readonly bigint[])[],
  columns: number,
  key = snapshotKey(secret, 'one'),
) => {
  const members = sumsOf
    .map((sums, at) => ({ memberId: idFor(`member ${at}`), sums }))
    .map((member) => ({ ...member, shard: shardOf(member.memberId), version: 7n }))
    .toSorted((a, b) => a.shard - b.shard || (a.memberId < b.memberId ? -1 : 1));
  const collected = collectAccounts(columns);
  for (const member of members) collected.add(member);
  const { accounts, size } = collected.finish(key);
  const kept = keep();
  const { root, totals } = await writeTree({ key, size, accounts }, kept.put);
  await kept.put(accountsFile, accounts.bytes());
  return { key, members, accounts, size, root: { size, hash: root, totals }, kept };
};

const proofOf = ({ key, size, kept }: Awaited<ReturnType<typeof build>>, memberId: string, columns: number) =>
  proveAccount({ key, size, columns, memberId }, kept.read);

test('every member finds their own amounts in a tree, whose root is that of the format', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 2 }).chain((currencies) =>
        fc.record({
          columns: fc.constant(3 * currencies),
          sums: fc.array(
            fc.array(fc.oneof(fc.constant(0n), fc.bigInt(0n, 1_000_000n), fc.bigInt(0n, 2n ** 52n)), {
              minLength: 3 * currencies,
              maxLength: 3 * currencies,
            }),
            { maxLength: 60 },
          ),
        }),
      ),
      async ({ columns, sums }) => {
        const built = await build(sums, columns);
        const { key, size, accounts, members, root } = built;
        for (const { memberId, sums: own } of members) {
          const found = await proofOf(built, memberId, columns);
          if (!found) throw new Error('a member was left out');
          expect(found.account.version).toBe(7n);
          expect(memberSums(root, { memberId, proof: found.proof })).toEqual(own);
        }
        expect(await proofOf(built, idFor('a stranger'), columns)).toBeUndefined();
        // The same tree by the functions of the format.
        const pieces = createPieces(key, { size, columns });
        const random = pieces.noncesOf(0, size);
        const leaves: SumNode[] = Array.from({ length: size }, (_, at) => ({
          hash: random.subarray(at * 32, at * 32 + 32),
          sums: Array<bigint>(columns).fill(0n),
        }));
        for (let index = 0; index < accounts.count; index++) {
          const account = accounts.read(index);
          for (const piece of pieces.piecesOf(account))
            leaves[piece.index] = sumLeaf({ ...piece, owner: ownerOf(account.memberId) });
        }
        const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
        expect(createSumTree(leaves, hash).root).toEqual({ hash: root.hash, sums: root.totals });
      },
    ),
    { numRuns: 5 },
  );
});

test('a tree is made again from its accounts and its key, and differs by key', async () => {
  const sums = Array.from({ length: 40 }, (_, at) => [BigInt(at) * 100n, 0n, 5n]);
  const first = await build(sums, 3);
  const { root } = await writeTree(
    { key: first.key, size: first.size, accounts: readAccounts(first.accounts.bytes(), 3) },
    keep().put,
  );
  expect(root).toEqual(first.root.hash);
  const other = await build(sums, 3, snapshotKey(secret, 'two'));
  expect(other.root.hash).not.toEqual(first.root.hash);
  const leavesOf = async (built: typeof first, memberId: string) =>
    (await proofOf(built, memberId, 3))?.proof.leaves.map(({ index }) => index);
  const memberId = first.members[0]?.memberId ?? '';
  expect(await leavesOf(first, memberId)).not.toEqual(await leavesOf(other, memberId));
});

test('a tree of several tiers and files proves its members', async () => {
  const built = await build(
    Array.from({ length: 2_000 }, (_, at) => [BigInt(at), 1n, 0n]),
    3,
  );
  expect(built.size).toBe(2 ** 16);
  expect([...built.kept.files.keys()].toSorted()).toEqual([accountsFile, 'tree 0 0', 'tree 0 1', 'tree 1 0']);
  for (const { memberId, sums } of built.members.filter((_, at) => at % 97 === 0)) {
    const found = await proofOf(built, memberId, 3);
    expect(found && memberSums(built.root, { memberId, proof: found.proof })).toEqual(sums);
  }
  expect(built.root.totals).toEqual([1_999_000n, 2_000n, 0n]);
});

test('accounts come once and in their order, and are never negative', () => {
  const add = (...members: { shard: number; memberId: string; sum: bigint }[]) => {
    const collected = collectAccounts(1);
    for (const { shard, memberId, sum } of members)
      collected.add({ shard, memberId, version: 1n, sums: [sum] });
  };
  const [a, b] = ['0190a1b2-0000-7000-8000-000000000001', '0190a1b2-0000-7000-8000-000000000002'];
  expect(() => add({ shard: 1, memberId: a, sum: 1n }, { shard: 1, memberId: a, sum: 1n })).toThrow(
    'out of order',
  );
  expect(() => add({ shard: 1, memberId: b, sum: 1n }, { shard: 1, memberId: a, sum: 1n })).toThrow(
    'out of order',
  );
  expect(() =>
    add(
      { shard: 1, memberId: a, sum: 1n },
      { shard: 2, memberId: a, sum: 1n },
      { shard: 1, memberId: b, sum: 1n },
    ),
  ).toThrow('apart');
  expect(() => add({ shard: 1, memberId: a, sum: -1n })).toThrow(RangeError);
});

test('the size of a tree says the number of members within a factor of 16', () => {
  expect([0, 768, 769, 12_288, 12_289, 100_000, 196_608, 196_609].map(leavesFor)).toEqual(
    [12, 12, 16, 16, 20, 20, 20, 24].map((height) => 2 ** height),
  );
  expect(() => leavesFor(2 ** 28)).toThrow(RangeError);
  for (const members of [40, 700, 12_000, 13_000, 100_000, 190_000]) {
    const size = leavesFor(members);
    const high = mostPieces(members, size);
    const average = (high - 2) / Math.log(high / 2);
    expect((average * members) / size).toBeCloseTo(0.75, 3);
  }
  expect([0, 1, 30].map((members) => mostPieces(members, leavesFor(members)))).toEqual([512, 512, 512]);
});

test('places of pieces are a permutation', () => {
  for (const size of [2 ** 12, 2 ** 16]) {
    const leafOf = permutationOf(streamOf(secret, 'places'), size);
    const leaves = new Set(Array.from({ length: size }, (_, piece) => leafOf(piece)));
    expect([leaves.size, Math.min(...leaves), Math.max(...leaves)]).toEqual([size, 0, size - 1]);
  }
});

test('pieces of an amount are not negative and add up to it', () => {
  fc.assert(
    fc.property(
      fc.maxSafeNat(),
      fc.integer({ min: 1, max: 60 }),
      fc.uint8Array({ minLength: 360, maxLength: 360 }),
      (amount, pieces, random) => {
        const parts = cut(amount, pieces, Buffer.from(random));
        expect(parts).toHaveLength(pieces);
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
        expect(parts.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(amount));
      },
    ),
  );
  expect(() => cut(2 ** 53, 2, Buffer.alloc(drawBytes))).toThrow(RangeError);
});

test('random bytes are the same from any place', () => {
  const stream = streamOf(secret, 'cuts');
  const whole = stream(0, 100);
  expect(stream(37, 20)).toEqual(whole.subarray(37, 57));
  expect(streamOf(secret, 'nonces')(0, 100)).not.toEqual(whole);
  expect(fileName(secret, 'a')).toMatch(/^[\w-]{43}$/);
});
