import { shardCount, shardOf } from '../../core/ids.ts';
import { drawBytes, leavesFor, mostPieces, piecesOf } from './plan.ts';
import { streamOf } from './random.ts';

/** What the house owes to one member as of a snapshot: amounts in minor units by column, and the number of the last entry. */
export type Account = {
  memberId: string;
  version: bigint;
  sums: readonly bigint[];
  firstPiece: number;
  pieces: number;
};

const idBytes = 16;
const wordBytes = 8;
/** Offsets in a record: the id, the first piece and their number, the version, and then the sums. */
const at = { firstPiece: idBytes, pieces: idBytes + 4, version: idBytes + 8, sums: idBytes + 16 } as const;
const recordBytesOf = (columns: number): number => at.sums + columns * wordBytes;
/** Before the records: where those of each shard begin and end. */
const headerBytes = shardCount * 8;

const idToBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const bytesToId = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * The accounts of a snapshot in one piece of memory, `32 + 8 × columns` bytes each, by shard and id. The same bytes are kept in the
 * store: a member's account is read from the header and the part of its shard.
 */
export type Accounts = {
  columns: number;
  count: number;
  read: (index: number) => Account;
  /** The kept file. */
  bytes: () => Buffer;
};

const readRecord = (bytes: Buffer, start: number, columns: number): Account => ({
  memberId: bytesToId(bytes.subarray(start, start + idBytes)),
  firstPiece: bytes.readUInt32BE(start + at.firstPiece),
  pieces: bytes.readUInt32BE(start + at.pieces),
  version: bytes.readBigUInt64BE(start + at.version),
  sums: Array.from({ length: columns }, (_, column) =>
    bytes.readBigUInt64BE(start + at.sums + column * wordBytes),
  ),
});

/** The accounts in a kept file. */
export const readAccounts = (bytes: Buffer, columns: number): Accounts => {
  const recordBytes = recordBytesOf(columns);
  return {
    columns,
    count: (bytes.length - headerBytes) / recordBytes,
    read: (index) => readRecord(bytes, headerBytes + index * recordBytes, columns),
    bytes: () => bytes,
  };
};

/**
 * Finds a member's account in a kept file, of which it reads the header and the part of the member's shard.
 * @param part reads some bytes of the file
 * @returns undefined where the snapshot has no such member
 */
export const findAccount = async (
  part: (offset: number, length: number) => Promise<Buffer>,
  { memberId, columns }: { memberId: string; columns: number },
): Promise<Account | undefined> => {
  const ends = await part(shardOf(memberId) * 8, 8);
  const [from, to] = [ends.readUInt32BE(0), ends.readUInt32BE(4)];
  if (from === to) return undefined;
  const recordBytes = recordBytesOf(columns);
  const records = await part(headerBytes + from * recordBytes, (to - from) * recordBytes);
  const wanted = idToBytes(memberId);
  let [low, high] = [0, to - from];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const start = middle * recordBytes;
    const order = records.compare(wanted, 0, idBytes, start, start + idBytes);
    if (order === 0) return readRecord(records, start, columns);
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return undefined;
};

/** Takes accounts one after another, ascending by id within each shard and all of a shard together. */
export const collectAccounts = (columns: number) => {
  const recordBytes = recordBytesOf(columns);
  let bytes = Buffer.alloc(headerBytes + 1_024 * recordBytes);
  let count = 0;
  let before: { shard: number; memberId: string } | undefined;

  const write = ({ memberId, version, sums }: Pick<Account, 'memberId' | 'version' | 'sums'>): void => {
    const start = headerBytes + count * recordBytes;
    if (start + recordBytes > bytes.length) {
      const larger = Buffer.alloc(headerBytes + (bytes.length - headerBytes) * 2);
      bytes.copy(larger);
      bytes = larger;
    }
    idToBytes(memberId).copy(bytes, start);
    bytes.writeBigUInt64BE(version, start + at.version);
    for (const [column, sum] of sums.entries())
      bytes.writeBigUInt64BE(sum, start + at.sums + column * wordBytes);
    count++;
  };

  return {
    /** @throws Error out of order: a member who comes twice would be paid twice; RangeError for a negative sum */
    add: (account: { shard: number; memberId: string; version: bigint; sums: readonly bigint[] }): void => {
      const { shard, memberId, version, sums } = account;
      if (before?.shard === shard && before.memberId >= memberId) throw new Error('accounts out of order');
      if (before?.shard !== shard) {
        if (bytes.readUInt32BE(shard * 8 + 4) !== 0) throw new Error('accounts of a shard apart');
        bytes.writeUInt32BE(count, shard * 8);
      }
      before = { shard, memberId };
      write({ memberId, version, sums });
      bytes.writeUInt32BE(count, shard * 8 + 4);
    },

    /**
     * Gives every account its pieces, as the key of the snapshot draws them.
     * @param padding amounts that belong to no member, by columns, which round the totals: their pieces look like those of a member
     * @returns the accounts, and the number of leaves
     */
    finish: (key: Uint8Array, padding?: readonly bigint[]): { accounts: Accounts; size: number } => {
      if (padding !== undefined) {
        // No shard has it, so that no member is found in it.
        write({ memberId: bytesToId(streamOf(key, 'padding')(0, idBytes)), version: 0n, sums: padding });
      }
      const size = leavesFor(count);
      const high = mostPieces(count, size);
      const draws = streamOf(key, 'pieces')(0, count * drawBytes);
      let firstPiece = 0;
      for (let index = 0; index < count; index++) {
        const start = headerBytes + index * recordBytes;
        // Those who come later have room for two pieces each, however many the others have drawn.
        const room = size - firstPiece - 2 * (count - index - 1);
        const pieces = Math.min(piecesOf(draws.readUIntBE(index * drawBytes, drawBytes), high), room);
        bytes.writeUInt32BE(firstPiece, start + at.firstPiece);
        bytes.writeUInt32BE(pieces, start + at.pieces);
        firstPiece += pieces;
      }
      return { accounts: readAccounts(bytes.subarray(0, headerBytes + count * recordBytes), columns), size };
    },
  };
};
