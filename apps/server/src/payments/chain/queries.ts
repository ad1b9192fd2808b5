import { query, type Queryable } from '../../core/database/database.ts';
import { columnsOf, parameters, type Row } from '../../core/database/rows.ts';
import type { Network } from '../../core/config/payments.ts';
import { toBytes, toHex, type Hex } from './address.ts';
import type { Header, TransferLog } from './node.ts';

const leadTake = query.exec(
  'chain-lead-take',
  `insert into chain_lead (network, owner, until) values ($1, $2, site_now() + $3 * interval '1 millisecond')
   on conflict (network) do update set owner = excluded.owner, until = excluded.until
     where chain_lead.owner = excluded.owner or chain_lead.until < site_now()
   returning owner`,
);
/** @returns whether this process now reads the network, for this many milliseconds */
export const takeLead = async (
  to: Queryable,
  network: Network,
  owner: string,
  ms: number,
): Promise<boolean> => (await leadTake(to, [network, owner, ms])) === 1;

const leadGive = query.exec('chain-lead-give', 'delete from chain_lead where owner = $1');
export const giveLead = async (to: Queryable, owner: string): Promise<void> => {
  await leadGive(to, [owner]);
};

export type Cursor = {
  /** The newest block that was read. */
  scanned: bigint;
  /** Every block up to here was read after it had become final. */
  finalized: bigint;
  finalizedHash: Hex;
  turn: bigint;
};

type CursorRow = Row<'chain_cursor', 'scanned' | 'finalized' | 'finalized_hash' | 'turn'>;
const cursorSelect = query.one<CursorRow>(
  'chain-cursor',
  'select scanned, finalized, finalized_hash, turn from chain_cursor where network = $1',
);
export const selectCursor = async (from: Queryable, network: Network): Promise<Cursor | undefined> => {
  const row = await cursorSelect(from, [network]);
  if (row === undefined) return undefined;
  const { finalized_hash: hash, ...numbers } = row;
  return { ...numbers, finalizedHash: toHex(hash) };
};

const cursorInsert = query.exec(
  'chain-cursor-insert',
  `insert into chain_cursor (network, scanned, finalized, finalized_hash) values ($1, $2, $2, $3)
   on conflict (network) do nothing`,
);
/** Reading begins behind this block, unless it has begun. */
export const insertCursor = async (to: Queryable, network: Network, at: Header): Promise<void> => {
  await cursorInsert(to, [network, at.number, toBytes(at.hash)]);
};

const cursorUpdate = query.exec(
  'chain-cursor-update',
  `update chain_cursor set scanned = $1, finalized = $2, finalized_hash = $3, turn = turn + 1
   where network = $4 and turn = $5`,
);
/** @returns false when another process has changed it since: then this turn must be undone */
export const updateCursor = async (
  to: Queryable,
  network: Network,
  { turn, scanned, finalized, finalizedHash }: Cursor,
): Promise<boolean> =>
  (await cursorUpdate(to, [scanned, finalized, toBytes(finalizedHash), network, turn])) === 1;

export type Block = Pick<Header, 'number' | 'hash'>;

const blocksSelect = query.many<Row<'chain_block', 'number' | 'hash'>>(
  'chain-blocks',
  'select number, hash from chain_block where network = $1 and number > $2 order by number desc',
);
/** Blocks above a number, the newest first. */
export const selectBlocks = async (from: Queryable, network: Network, above: bigint): Promise<Block[]> => {
  const rows = await blocksSelect(from, [network, above]);
  return rows.map(({ number, hash }) => ({ number, hash: toHex(hash) }));
};

const blocksDelete = query.exec(
  'chain-blocks-delete',
  'delete from chain_block where network = $1 and (number > $2 or number <= $3)',
);
/** Deletes the blocks above a fork, and those that are final. */
export const deleteBlocks = async (
  to: Queryable,
  network: Network,
  { above, upTo }: { above: bigint; upTo: bigint },
): Promise<void> => {
  await blocksDelete(to, [network, above, upTo]);
};

const blocksInsert = query.exec(
  'chain-blocks-insert',
  `insert into chain_block (network, number, hash)
   select $1, t.number, decode(t.hash, 'hex') from unnest($2::bigint[], $3::text[]) as t (number, hash)
   on conflict (network, number) do update set hash = excluded.hash`,
);
export const insertBlocks = async (
  to: Queryable,
  network: Network,
  blocks: readonly Block[],
): Promise<void> => {
  await blocksInsert(to, [network, blocks.map(({ number }) => number), blocks.map(({ hash }) => bare(hash))]);
};

/** A transfer with its amount in millionths of a dollar. */
export type Found = Omit<TransferLog, 'value'> & { micro: bigint };

const { $, values } = parameters({
  network: 'text',
  tx_hash: 'text[]',
  log_index: 'int[]',
  block_number: 'bigint[]',
  block_hash: 'text[]',
  token: 'text[]',
  recipient: 'text[]',
  micro: 'bigint[]',
});
// A transfer that moved to another block is seen again; a final one stays unchanged.
const transfersUpsert = query.exec(
  'chain-transfers-upsert',
  `insert into chain_transfer (network, tx_hash, log_index, block_number, block_hash, token, address, micro, seen_at)
   select ${$('network')}, t.tx_hash, t.log_index, t.block_number, t.block_hash, t.token, a.address, t.micro, site_now()
   from (
     select decode(tx_hash, 'hex') as tx_hash, log_index, block_number, decode(block_hash, 'hex') as block_hash,
       decode(token, 'hex') as token, decode(recipient, 'hex') as recipient, micro
     from unnest(${$('tx_hash')}, ${$('log_index')}, ${$('block_number')}, ${$('block_hash')}, ${$('token')},
         ${$('recipient')}, ${$('micro')})
       as u (tx_hash, log_index, block_number, block_hash, token, recipient, micro)
   ) as t join chain_address a on a.address = t.recipient
   on conflict (network, tx_hash, log_index) do update
     set block_number = excluded.block_number, block_hash = excluded.block_hash, token = excluded.token,
       address = excluded.address, micro = excluded.micro, state = 'seen', revision = chain_transfer.revision + 1
     where chain_transfer.state <> 'final'
       and (chain_transfer.state = 'orphaned' or chain_transfer.block_hash <> excluded.block_hash)`,
);
/** Stores transfers to addresses of recharges as seen; those to other addresses are left out. */
export const upsertTransfers = async (
  to: Queryable,
  network: Network,
  found: readonly Found[],
): Promise<void> => {
  if (found.length === 0) return;
  await transfersUpsert(
    to,
    values({
      network,
      tx_hash: found.map(({ txHash }) => bare(txHash)),
      log_index: found.map(({ logIndex }) => logIndex),
      block_number: found.map(({ blockNumber }) => blockNumber),
      block_hash: found.map(({ blockHash }) => bare(blockHash)),
      token: found.map(({ token }) => bare(token)),
      recipient: found.map(({ to: recipient }) => bare(recipient)),
      micro: found.map(({ micro }) => micro),
    }),
  );
};

const orphanAbove = query.exec(
  'chain-orphan-above',
  `update chain_transfer set state = 'orphaned', revision = revision + 1
   where network = $1 and state = 'seen' and block_number > $2`,
);
/** Marks transfers above a fork. */
export const orphanTransfersAbove = async (to: Queryable, network: Network, fork: bigint): Promise<void> => {
  await orphanAbove(to, [network, fork]);
};

const orphanReplaced = query.exec(
  'chain-orphan-replaced',
  `update chain_transfer t set state = 'orphaned', revision = t.revision + 1
   from chain_block b
   where t.network = $1 and t.state = 'seen' and b.network = t.network and b.number = t.block_number
     and b.hash <> t.block_hash`,
);
/** Marks transfers in replaced blocks. */
export const orphanTransfersReplaced = async (to: Queryable, network: Network): Promise<void> => {
  await orphanReplaced(to, [network]);
};

/** A transfer to be confirmed. */
export type Unconfirmed = {
  txHash: Hex;
  logIndex: number;
  blockNumber: bigint;
  blockHash: Hex;
  token: Hex;
  to: Hex;
  micro: bigint;
};
const unconfirmedColumns = [
  'tx_hash',
  'log_index',
  'block_number',
  'block_hash',
  'token',
  'address',
  'micro',
] as const;
type UnconfirmedRow = Row<'chain_transfer', (typeof unconfirmedColumns)[number]>;
const unconfirmedSelect = query.many<UnconfirmedRow>(
  'chain-unconfirmed',
  `select ${columnsOf('chain_transfer', unconfirmedColumns)} from chain_transfer
   where network = $1 and state = 'seen' and block_number <= $2 and (block_number, tx_hash, log_index) > ($3, $4, $5)
   order by block_number, tx_hash, log_index limit 50`,
);
/** Seen transfers up to a block, 50 at a time. */
export const selectUnconfirmed = async (
  from: Queryable,
  network: Network,
  upTo: bigint,
  after: Unconfirmed | undefined,
): Promise<Unconfirmed[]> => {
  const place = [
    after?.blockNumber ?? -1n,
    after ? toBytes(after.txHash) : Buffer.alloc(0),
    after?.logIndex ?? -1,
  ];
  const rows = await unconfirmedSelect(from, [network, upTo, ...place]);
  return rows.map((row) => ({
    txHash: toHex(row.tx_hash),
    logIndex: row.log_index,
    blockNumber: row.block_number,
    blockHash: toHex(row.block_hash),
    token: toHex(row.token),
    to: toHex(row.address),
    micro: row.micro,
  }));
};

const resolve = query.exec(
  'chain-resolve',
  `update chain_transfer t set state = $1, revision = t.revision + 1
   from unnest($2::text[], $3::int[], $4::text[]) as u (tx_hash, log_index, block_hash)
   where t.network = $5 and t.tx_hash = decode(u.tx_hash, 'hex') and t.log_index = u.log_index
     and t.block_hash = decode(u.block_hash, 'hex') and t.state = 'seen'`,
);
/** Settles transfers that are unchanged. */
export const resolveTransfers = async (
  to: Queryable,
  network: Network,
  transfers: readonly Unconfirmed[],
  state: 'final' | 'orphaned',
): Promise<void> => {
  if (transfers.length === 0) return;
  await resolve(to, [
    state,
    transfers.map(({ txHash }) => bare(txHash)),
    transfers.map(({ logIndex }) => logIndex),
    transfers.map(({ blockHash }) => bare(blockHash)),
    network,
  ]);
};

const bare = (hex: Hex): string => hex.slice(2);
