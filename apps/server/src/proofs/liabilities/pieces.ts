import type { Piece } from '@touchline/verify/sums/sum-tree';
import type { Account } from './accounts.ts';
import { cut, drawBytes, permutationOf } from './plan.ts';
import { streamOf } from './random.ts';

export const nonceBytes = 32;

/** How the key of a snapshot cuts and places the pieces of accounts. */
export const createPieces = (key: Uint8Array, { size, columns }: { size: number; columns: number }) => {
  const cuts = streamOf(key, 'cuts');
  const nonces = streamOf(key, 'nonces');
  const leafOf = permutationOf(streamOf(key, 'places'), size);
  const bytesOfPiece = columns * drawBytes;

  /** Amounts by column, and within it by piece. @param random the bytes of its pieces */
  const cutAll = ({ sums, pieces }: Pick<Account, 'sums' | 'pieces'>, random: Buffer): number[][] =>
    sums.map((sum, column) =>
      cut(
        Number(sum),
        pieces,
        random.subarray(column * pieces * drawBytes, (column + 1) * pieces * drawBytes),
      ),
    );

  return {
    leafOf,
    /** Random bytes of some leaves: nonces of members, hashes without a member. */
    noncesOf: (firstLeaf: number, leaves: number): Buffer =>
      nonces(firstLeaf * nonceBytes, leaves * nonceBytes),
    /** Amounts of accounts that follow each other, by column and piece. */
    cutMany: (accounts: readonly Account[]): number[][][] => {
      const [first, last] = [accounts[0], accounts.at(-1)];
      if (first === undefined || last === undefined) return [];
      const end = last.firstPiece + last.pieces;
      const random = cuts(first.firstPiece * bytesOfPiece, (end - first.firstPiece) * bytesOfPiece);
      return accounts.map((account) => {
        const start = (account.firstPiece - first.firstPiece) * bytesOfPiece;
        return cutAll(account, random.subarray(start, start + account.pieces * bytesOfPiece));
      });
    },
    /** All pieces of one account, for its proof. */
    piecesOf: (account: Account): Piece[] => {
      const { firstPiece, pieces } = account;
      const amounts = cutAll(account, cuts(firstPiece * bytesOfPiece, pieces * bytesOfPiece));
      return Array.from({ length: pieces }, (_, at) => {
        const index = leafOf(firstPiece + at);
        return {
          index,
          nonce: nonces(index * nonceBytes, nonceBytes),
          sums: amounts.map((column) => BigInt(column[at] ?? 0)),
        };
      });
    },
  };
};

export type Pieces = ReturnType<typeof createPieces>;
