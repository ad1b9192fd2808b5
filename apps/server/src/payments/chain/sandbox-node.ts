import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { query, statement } from '../../core/database/database.ts';
import { newId } from '../../core/ids.ts';
import { columnsOf, insertInto, type Row } from '../../core/database/rows.ts';
import { transaction } from '../../core/database/transaction.ts';
import type { Network } from '../../core/config/payments.ts';
import { networks, parseAddress, toBytes, toHex, type Hex } from './address.ts';
import type { BalanceNode, Header, Holding, TransactionReceipt, TransferLog } from './node.ts';

const genesisInsert = query.exec(
  'sandbox-genesis',
  `insert into sandbox_chain (network, genesis_at) values ($1, $2) on conflict (network) do nothing`,
);
const genesisSelect = query.one<{ genesis_at: Date }>(
  'sandbox-began',
  'select genesis_at from sandbox_chain where network = $1',
);

/** The newest replacement that reaches each block of a range, where there is one. */
const forksSelect = query.many<{ id: string; from_number: bigint }>(
  'sandbox-forks',
  'select id, from_number from sandbox_fork where network = $1 and from_number <= $2 order by id desc',
);
const forkInsert = query.exec(
  'sandbox-fork-insert',
  'insert into sandbox_fork (id, network, from_number) values ($1, $2, $3)',
);

const transactionColumns = [
  'id',
  'tx_hash',
  'block_number',
  'token',
  'recipient',
  'micro',
  'failed',
] as const;
type TransactionRow = Row<'sandbox_transaction', (typeof transactionColumns)[number]> & {
  block_number: bigint;
};
const transactionsSelect = query.many<TransactionRow>(
  'sandbox-transactions',
  `select ${columnsOf('sandbox_transaction', transactionColumns)} from sandbox_transaction
   where network = $1 and block_number between $2 and $3 order by block_number, id`,
);
const blockOfSelect = query.one<{ block_number: bigint }>(
  'sandbox-block-of',
  'select block_number from sandbox_transaction where network = $1 and tx_hash = $2 and block_number is not null',
);
const newTransaction = insertInto('sandbox_transaction', ['network', ...transactionColumns]);
const insertRow = statement('sandbox-transaction-insert', newTransaction.text);
/** The statement that writes a transaction. */
const transactionInsert = (row: Row<'sandbox_transaction', 'network'> & TransactionRow) =>
  insertRow(newTransaction.values(row));
const transactionsMove = query.exec(
  'sandbox-transactions-move',
  'update sandbox_transaction set block_number = $4 where network = $1 and block_number between $2 and $3',
);
const receivedSelect = query.one<{ micro: bigint }>(
  'sandbox-received',
  `select coalesce(sum(micro), 0)::bigint as micro from sandbox_transaction
   where network = $1 and recipient = $2 and block_number <= $3 and token = 'usdt' and not failed`,
);

/** Blocks on top after which the sandbox calls a block final. */
export const sandboxDepth = 4;

/** The tokens of the sandbox: one that counts, and one that does not. Six decimals each. */
export const sandboxTokens = {
  usdt: '0x5a4db0c55a4db0c55a4db0c55a4db0c55a4db0c5',
  other: '0x07e50c0107e50c0107e50c0107e50c0107e50c01',
} as const satisfies Record<string, Hex>;

/** m/44'/1'/0' of the well-known test phrase (test … junk): no money is ever sent there. */
export const sandboxXpub =
  'xpub6Cb32hxJb7m2c37FsVMRAYWeBvqx1vG4XDzuTJ76ktJsxCaeg6UDAvGuTyg6xTRNntq1w8qVEpMi8i1CdgsqSA611kMM5yFzCpHgwUtMSGc';

/** What a sender of the sandbox sends. */
export type SandboxTransfer = {
  /** The chain the money is sent on, also when the address was shown for the other. */
  network: Network;
  /** As it was shown, for either network. */
  to: string;
  /** Millionths of a dollar; 0 is sent too. */
  micro: bigint;
  token?: 'usdt' | 'other';
  /** A transaction in a block that failed. */
  isFailed?: boolean;
};

/** The node of one network of the sandbox. */
class SandboxNode implements BalanceNode {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #network: Network;
  readonly #blockMs: number;
  readonly #genesisMs: number;

  constructor(of: { pool: pg.Pool; clock: Clock; network: Network; blockMs: number; genesisMs: number }) {
    this.#pool = of.pool;
    this.#clock = of.clock;
    this.#network = of.network;
    this.#blockMs = of.blockMs;
    this.#genesisMs = of.genesisMs;
  }

  /** The number of the newest block. */
  newest(): bigint {
    return BigInt(Math.max(0, Math.floor(this.#ageMs() / this.#blockMs)));
  }

  /** The block of a new transaction: one that will not have passed when it is written. */
  coming(): bigint {
    const leftMs = this.#blockMs - (this.#ageMs() % this.#blockMs);
    return this.newest() + (leftMs < this.#blockMs / 3 ? 2n : 1n);
  }

  /** The transactions of a range of blocks, in the order of the blocks. */
  async transactions(from: bigint, to: bigint): Promise<TransactionRow[]> {
    const rows = await transactionsSelect(this.#pool, [this.#network, from, to]);
    return rows;
  }

  async heads(): Promise<{ latest: Header; finalized: Header }> {
    return {
      latest: await this.#headerOf(this.newest()),
      finalized: await this.#headerOf(this.#final()),
    };
  }

  async header(number: bigint): Promise<Header | undefined> {
    return number > this.newest() ? undefined : this.#headerOf(number);
  }

  async transfers(from: bigint, to: bigint): Promise<{ upTo: bigint; logs: TransferLog[] }> {
    const upTo = to - from < 2_000n ? to : from + 1_999n;
    const logs = await this.#logs(from, upTo);
    return { upTo, logs: logs.filter(({ token }) => token === sandboxTokens.usdt) };
  }

  /** Everything an address has received, since money of the sandbox cannot be spent. */
  async holding(owner: Hex): Promise<Holding> {
    const block = await this.#headerOf(this.#final());
    const row = await receivedSelect(this.#pool, [this.#network, toBytes(owner), block.number]);
    return { block, amounts: new Map([[sandboxTokens.usdt, row?.micro ?? 0n]]) };
  }

  async receipt(txHash: Hex): Promise<TransactionReceipt | undefined> {
    const row = await blockOfSelect(this.#pool, [this.#network, toBytes(txHash)]);
    const blockNumber = row?.block_number;
    if (blockNumber === undefined || blockNumber > this.newest()) return undefined;
    const logs = await this.#logs(blockNumber, blockNumber);
    const { hash } = await this.#headerOf(blockNumber);
    const transfers = logs.filter((log) => log.txHash === txHash);
    return { status: transfers.length > 0 ? 'ok' : 'failed', blockNumber, blockHash: hash, transfers };
  }

  #ageMs(): number {
    return this.#clock.now().getTime() - this.#genesisMs;
  }

  #final(): bigint {
    const latest = this.newest();
    return latest > BigInt(sandboxDepth) ? latest - BigInt(sandboxDepth) : 0n;
  }

  /** Hashes of the blocks of a range, of which all transactions are given. */
  async #hashes(from: bigint, to: bigint, rows: readonly TransactionRow[]): Promise<Map<bigint, Hex>> {
    const forks = await forksSelect(this.#pool, [this.#network, to]);
    const hashes = new Map<bigint, Hex>();
    for (let number = from; number <= to; number++) {
      const fork = forks.find(({ from_number: first }) => first <= number)?.id ?? '';
      const content = rows.filter((row) => row.block_number === number).map(({ id }) => id);
      const text = [this.#network, number, fork, ...content].join(' ');
      hashes.set(number, toHex(createHash('sha256').update(text).digest()));
    }
    return hashes;
  }

  async #headerOf(number: bigint): Promise<Header> {
    const hashes = await this.#hashes(number - 1n, number, await this.transactions(number - 1n, number));
    const zero: Hex = `0x${'0'.repeat(64)}`;
    return { number, hash: hashes.get(number) ?? zero, parentHash: hashes.get(number - 1n) ?? zero };
  }

  /** Transfers of whole blocks; failed transactions leave none. */
  async #logs(from: bigint, to: bigint): Promise<TransferLog[]> {
    const rows = await this.transactions(from, to);
    const hashes = await this.#hashes(from, to, rows);
    const counts = new Map<bigint, number>();
    return rows
      .filter(({ failed }) => !failed)
      .map((row) => {
        const logIndex = counts.get(row.block_number) ?? 0;
        counts.set(row.block_number, logIndex + 1);
        return {
          blockNumber: row.block_number,
          blockHash: hashes.get(row.block_number) ?? '0x',
          txHash: toHex(row.tx_hash),
          logIndex,
          token: row.token === 'usdt' ? sandboxTokens.usdt : sandboxTokens.other,
          to: toHex(row.recipient),
          value: row.micro,
        };
      });
  }
}

/**
 * A simulated chain: its blocks follow the clock and contain the transactions of its table, so that every
 * process sees the same one, also after a restart. It plays the sender's wallet, and the chain's accidents.
 */
export class SandboxChain {
  readonly #pool: pg.Pool;
  readonly #nodes: ReadonlyMap<Network, SandboxNode>;

  constructor(pool: pg.Pool, nodes: ReadonlyMap<Network, SandboxNode>) {
    this.#pool = pool;
    this.#nodes = nodes;
  }

  /** Opens the chain, which begins when it is opened first. @param of.blockMs time between two blocks */
  static async open(of: { pool: pg.Pool; clock: Clock; blockMs: number }): Promise<SandboxChain> {
    const { pool, clock } = of;
    const nodes = new Map<Network, SandboxNode>();
    for (const network of networks) {
      await genesisInsert(pool, [network, clock.now()]);
      const row = await genesisSelect(pool, [network]);
      const genesisMs = (row?.genesis_at ?? clock.now()).getTime();
      nodes.set(network, new SandboxNode({ ...of, network, genesisMs }));
    }
    return new SandboxChain(pool, nodes);
  }

  node(network: Network): SandboxNode {
    const node = this.#nodes.get(network);
    if (node === undefined) throw new Error(`The sandbox has no ${network}`);
    return node;
  }

  /**
   * Sends money in the next block.
   * @throws when `to` is no address
   */
  async send(transfer: SandboxTransfer): Promise<{ txHash: string }> {
    const { network, to, micro, token = 'usdt', isFailed = false } = transfer;
    const address = networks.map((each) => parseAddress(each, to)).find((found) => found !== undefined);
    if (address === undefined) throw new Error('No address of either network');
    const hash = randomBytes(32);
    await this.#pool.query(
      transactionInsert({
        id: newId(),
        network,
        tx_hash: hash,
        block_number: this.node(network).coming(),
        token,
        recipient: toBytes(address),
        micro,
        failed: isFailed,
      }),
    );
    return { txHash: toHex(hash) };
  }

  /**
   * Replaces the newest blocks, final ones never. Their transactions move to the next block, or are lost.
   * @param order.depth how many blocks; 3 when absent
   * @param order.only an address: blocks with transactions to others stay, and those below them
   */
  async reorganise(order: {
    network: Network;
    depth?: number;
    isLost?: boolean;
    only?: string;
  }): Promise<{ replaced: number }> {
    const { network, depth = 3, isLost = false, only } = order;
    const node = this.node(network);
    const last = node.newest();
    const most = Math.min(depth, sandboxDepth, Number(last));
    const rows = only === undefined ? [] : await node.transactions(last - BigInt(most) + 1n, last);
    const own = only === undefined ? undefined : parseAddress(network, only);
    const others = rows.filter(({ recipient }) => toHex(recipient) !== own);
    // Rows are in the order of their blocks.
    const highest = others.at(-1)?.block_number;
    const replaced = highest === undefined ? most : Number(last - highest);
    if (replaced === 0) return { replaced };
    const first = last - BigInt(replaced) + 1n;
    await transaction(this.#pool, async (client) => {
      await forkInsert(client, [newId(), network, first]);
      await transactionsMove(client, [network, first, last, isLost ? null : node.coming()]);
    });
    return { replaced };
  }
}
