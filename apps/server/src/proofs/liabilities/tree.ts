import { hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import {
  LEAF_PREFIX,
  makeSumProof,
  NODE_PREFIX,
  ownerOf,
  siblingPlaces,
  type SumProof,
} from '@touchline/verify/sums/sum-tree';
import { checkSums, SUM_BYTES, sumsFromBytes } from '@touchline/verify/sums/sums';
import { findAccount, type Account, type Accounts } from './accounts.ts';
import { createPieces, nonceBytes, type Pieces } from './pieces.ts';
import { layoutOf } from './tree-layout.ts';

const hashBytes = 32;
/** Leaves whose amounts are in memory at once. A larger tree cuts the accounts once for each such part. */
const leavesAtOnce = 2 ** 20;
/** Accounts that are cut at once. */
const accountsAtOnce = 512;

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/** Keeps a file of the tree. */
export type PutFile = (name: string, bytes: Buffer) => Promise<void>;

export const treeFile = (tier: number, file: number): string => `tree ${tier} ${file}`;

/**
 * Writes the tree of all accounts, file by file, and lets other work run after each tile.
 * @returns its root and totals
 * @throws Malformed when a total overflows
 */
export const writeTree = async (
  { key, size, accounts }: { key: Uint8Array; size: number; accounts: Accounts },
  put: PutFile,
): Promise<{ root: Buffer; totals: bigint[] }> => {
  const { columns } = accounts;
  const totals = totalsOf(accounts);
  // All sums are of the same sign, so that no node overflows where the totals do not.
  checkSums(totals);
  const pieces = createPieces(key, { size, columns });
  const nodeBytes = hashBytes + columns * SUM_BYTES;
  const layout = layoutOf(size, nodeBytes);
  const owners = await ownersOf(accounts);

  // A file is stored while the next one is made.
  let storing: Promise<void> = Promise.resolve();
  const store = async (name: string, bytes: Buffer): Promise<void> => {
    await storing;
    storing = put(name, bytes);
    // It is thrown where it is waited for.
    storing.catch(() => undefined);
  };
  let foot = Buffer.alloc(0);
  for (const [tier, { width, tiles, tileBytes }] of layout.tiers.entries()) {
    const tops = Buffer.alloc(tiles * nodeBytes);
    let amounts: Amounts | undefined;
    let file = Buffer.alloc(0);
    for (let tile = 0; tile < tiles; tile++) {
      const inFile = tile % layout.tilesOfFile;
      if (inFile === 0) file = Buffer.alloc(Math.min(layout.tilesOfFile, tiles - tile) * tileBytes);
      const bytes = file.subarray(inFile * tileBytes, (inFile + 1) * tileBytes);
      if (tier === 0) {
        const firstLeaf = tile * width;
        if (amounts === undefined || firstLeaf >= amounts.end)
          amounts = await amountsFrom(firstLeaf, Math.min(size, firstLeaf + leavesAtOnce), {
            accounts,
            pieces,
          });
        writeLeaves(bytes, { firstLeaf, width, columns, amounts, owners, pieces });
      } else {
        foot.copy(bytes, 0, tile * width * nodeBytes, (tile + 1) * width * nodeBytes);
      }
      writeLevels(bytes, { width, nodeBytes });
      bytes.copy(tops, tile * nodeBytes, tileBytes - nodeBytes);
      if (inFile === layout.tilesOfFile - 1 || tile === tiles - 1)
        await store(treeFile(tier, Math.floor(tile / layout.tilesOfFile)), file);
      await turn();
    }
    foot = tops;
  }
  await storing;
  return { root: foot.subarray(0, hashBytes), totals };
};

/** Totals of all accounts, by columns. */
const totalsOf = (accounts: Accounts): bigint[] => {
  const totals = Array<bigint>(accounts.columns).fill(0n);
  for (let index = 0; index < accounts.count; index++) {
    for (const [column, sum] of accounts.read(index).sums.entries())
      totals[column] = (totals[column] ?? 0n) + sum;
  }
  return totals;
};

/** The hash of each account's member. */
const ownersOf = async (accounts: Accounts): Promise<Buffer> => {
  const owners = Buffer.alloc(accounts.count * hashBytes);
  for (let index = 0; index < accounts.count; index++) {
    owners.set(ownerOf(accounts.read(index).memberId, sha256), index * hashBytes);
    if (index % accountsAtOnce === 0) await turn();
  }
  return owners;
};

/** Amounts and accounts of some leaves; where the account is `nobody` there are none. */
type Amounts = { start: number; end: number; sums: Float64Array; account: Uint32Array };
const nobody = 2 ** 32 - 1;

const amountsFrom = async (
  start: number,
  end: number,
  { accounts, pieces }: { accounts: Accounts; pieces: Pieces },
): Promise<Amounts> => {
  const { columns } = accounts;
  const sums = new Float64Array((end - start) * columns);
  const account = new Uint32Array(end - start).fill(nobody);
  for (let first = 0; first < accounts.count; first += accountsAtOnce) {
    const some: Account[] = [];
    for (let index = first; index < Math.min(first + accountsAtOnce, accounts.count); index++)
      some.push(accounts.read(index));
    for (const [at, amounts] of pieces.cutMany(some).entries()) {
      const { firstPiece = 0, pieces: count = 0 } = some[at] ?? {};
      for (let piece = 0; piece < count; piece++) {
        const leaf = pieces.leafOf(firstPiece + piece);
        if (leaf < start || leaf >= end) continue;
        account[leaf - start] = first + at;
        for (let column = 0; column < columns; column++)
          sums[(leaf - start) * columns + column] = amounts[column]?.[piece] ?? 0;
      }
    }
    await turn();
  }
  return { start, end, sums, account };
};

/** Writes a sum as eight bytes. */
const writeSum = (bytes: Buffer, offset: number, sum: number): void => {
  const high = Math.floor(sum / 2 ** 32);
  bytes.writeUInt32BE(high, offset);
  bytes.writeUInt32BE(sum - high * 2 ** 32, offset + 4);
};

/** Writes the leaves of a tile: what `sumLeaf` returns, and 32 random bytes for a leaf without a member. */
const writeLeaves = (
  bytes: Buffer,
  {
    firstLeaf,
    width,
    columns,
    amounts,
    owners,
    pieces,
  }: { firstLeaf: number; width: number; columns: number; amounts: Amounts; owners: Buffer; pieces: Pieces },
): void => {
  const sumBytes = columns * SUM_BYTES;
  const nodeBytes = hashBytes + sumBytes;
  const nonces = pieces.noncesOf(firstLeaf, width);
  const preimage = Buffer.alloc(1 + nonceBytes + hashBytes + sumBytes);
  preimage[0] = LEAF_PREFIX;
  const sumsAt = 1 + nonceBytes + hashBytes;
  for (let at = 0; at < width; at++) {
    const leaf = firstLeaf + at - amounts.start;
    const account = amounts.account[leaf] ?? nobody;
    if (account === nobody) {
      nonces.copy(bytes, at * nodeBytes, at * nonceBytes, (at + 1) * nonceBytes);
      continue;
    }
    nonces.copy(preimage, 1, at * nonceBytes, (at + 1) * nonceBytes);
    owners.copy(preimage, 1 + nonceBytes, account * hashBytes, (account + 1) * hashBytes);
    for (let column = 0; column < columns; column++)
      writeSum(preimage, sumsAt + column * SUM_BYTES, amounts.sums[leaf * columns + column] ?? 0);
    sha256(preimage).copy(bytes, at * nodeBytes);
    preimage.copy(bytes, at * nodeBytes + hashBytes, sumsAt);
  }
};

/** Writes the levels above the foot of a tile: what `sumParent` says. */
const writeLevels = (bytes: Buffer, { width, nodeBytes }: { width: number; nodeBytes: number }): void => {
  const preimage = Buffer.alloc(1 + 2 * nodeBytes);
  preimage[0] = NODE_PREFIX;
  // Children lie side by side, and each level follows the one below.
  let to = width * nodeBytes;
  for (let from = 0; to < bytes.length; from += 2 * nodeBytes, to += nodeBytes) {
    bytes.copy(preimage, 1, from, from + 2 * nodeBytes);
    sha256(preimage).copy(bytes, to);
    for (let at = hashBytes; at < nodeBytes; at += SUM_BYTES) {
      const low = bytes.readUInt32BE(from + at + 4) + bytes.readUInt32BE(from + nodeBytes + at + 4);
      const carry = low >= 2 ** 32 ? 1 : 0;
      bytes.writeUInt32BE(low - carry * 2 ** 32, to + at + 4);
      bytes.writeUInt32BE(
        bytes.readUInt32BE(from + at) + bytes.readUInt32BE(from + nodeBytes + at) + carry,
        to + at,
      );
    }
  }
};

/** The name under which the accounts of a snapshot are kept. */
export const accountsFile = 'accounts';

/** Reads a part of a kept file. @throws Error when the file is gone */
export type ReadPart = (name: string, part: { offset: number; length: number }) => Promise<Buffer>;

/**
 * Makes the proof of one member from the kept files; reads one tile of each tier for each piece, and each tile once.
 * @returns undefined where the snapshot has no such member
 */
export const proveAccount = async (
  { key, size, columns, memberId }: { key: Uint8Array; size: number; columns: number; memberId: string },
  readPart: ReadPart,
): Promise<{ account: Account; proof: SumProof } | undefined> => {
  const account = await findAccount((offset, length) => readPart(accountsFile, { offset, length }), {
    memberId,
    columns,
  });
  if (account === undefined) return undefined;
  const pieces = createPieces(key, { size, columns }).piecesOf(account);
  const layout = layoutOf(size, hashBytes + columns * SUM_BYTES);
  const indices = pieces.map(({ index }) => index).toSorted((a, b) => a - b);
  const tiles = new Map<string, Buffer>();
  for (const place of siblingPlaces(indices, size)) {
    const { tier, file, tile } = layout.placeOf(place);
    const name = `${tier} ${tile}`;
    if (!tiles.has(name)) tiles.set(name, await readPart(treeFile(tier, file), layout.tileIn(tier, tile)));
  }
  const proof = makeSumProof(pieces, size, (place) => {
    const { tier, tile, offset } = layout.placeOf(place);
    const bytes = tiles.get(`${tier} ${tile}`);
    if (bytes === undefined) throw new Error('a tile was not read');
    return {
      hash: bytes.subarray(offset, offset + hashBytes),
      sums: sumsFromBytes(bytes.subarray(offset + hashBytes, offset + hashBytes + columns * SUM_BYTES)),
    };
  });
  return { account, proof };
};
