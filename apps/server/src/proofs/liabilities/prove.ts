import { makeSumProof, siblingPlaces, type SumProof } from '@touchline/verify/sums/sum-tree';
import { SUM_BYTES, sumsFromBytes } from '@touchline/verify/sums/sums';
import { findAccount, type Account } from './accounts.ts';
import { createPieces } from './pieces.ts';
import { layoutOf } from './tree-layout.ts';
import { treeFile } from './write-tree.ts';

const hashBytes = 32;

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
