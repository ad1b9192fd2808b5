import { createHash, randomBytes } from 'node:crypto';
import { watchChain, type ChainNode } from '@touchline/server/tools/cashier';
import type pg from 'pg';
import type { BenchCluster } from '../lib/database.ts';

const network = 'usdt-trc20';
const depth = 19;
/** As on a busy day of TRON: transfers in a block, of which one in ten blocks is ours. */
const transfersPerBlock = 150;
const ownEvery = 10;

type Hex = `0x${string}`;
const toHex = (bytes: Buffer): Hex => `0x${bytes.toString('hex')}`;
/** The contract whose transfers count. */
const token: Hex = `0x${'a1'.repeat(20)}`;

export type WatcherFigures = {
  addresses: number;
  blocks: number;
  deposits: number;
  /** Until all addresses are in memory. */
  loadSeconds: number;
  /** Memory of the set of addresses. */
  setMb: number;
  /** Blocks read for good after a time away, and blocks read one by one at the head of the chain, with all they find. */
  catchUpPerSecond: number;
  headPerSecond: number;
};

/**
 * How fast the watcher reads blocks while it watches many addresses, over a chain in memory: what is measured is the server
 * and its database, not a provider. Every deposit must be reported as final once.
 */
export const watcher = async (
  cluster: BenchCluster,
  { addresses = 100_000, catchUp = 2_000, head = 200 } = {},
): Promise<WatcherFigures> => {
  const { database } = await cluster.create('watcher');
  try {
    await seedAddresses(database.pool, addresses);
    const chain = longChain(addresses);
    const credited = new Set<string>();
    const before = heapMb();
    const watch = watchChain(
      database.pool,
      { network, node: chain.node, tokens: new Map([[token, 6]]) },
      async ({ txHash }) => {
        if (credited.has(txHash)) throw new Error(`${txHash} was reported twice`);
        credited.add(txHash);
      },
    );
    const loading = performance.now();
    await watch.load();
    const loadSeconds = seconds(loading);
    const setMb = Number((heapMb() - before).toFixed(1));
    if (watch.size() !== addresses) throw new Error(`${watch.size()} of ${addresses} addresses are watched`);
    chain.grow(depth);
    await watch.poll();
    chain.grow(catchUp);
    const catching = performance.now();
    await watch.poll();
    const catchUpSeconds = seconds(catching);
    const heading = performance.now();
    for (let i = 0; i < head; i++) {
      chain.grow(1);
      await watch.poll();
    }
    const headSeconds = seconds(heading);
    chain.grow(depth);
    await watch.poll();
    const blocks = catchUp + head;
    if (credited.size < Math.floor(blocks / ownEvery))
      throw new Error(`Only ${credited.size} deposits were reported`);
    return {
      addresses,
      blocks,
      deposits: credited.size,
      loadSeconds,
      setMb,
      catchUpPerSecond: Math.round(catchUp / catchUpSeconds),
      headPerSecond: Math.round(head / headSeconds),
    };
  } finally {
    await database.close();
  }
};

const seconds = (since: number): number => Number(((performance.now() - since) / 1_000).toFixed(3));

/** What is in use after a collection, where the process allows one (`--expose-gc`). */
const heapMb = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1_048_576;
};

/** The address of a number; no key belongs to it. */
const addressOf = (n: number): Hex =>
  toHex(createHash('sha256').update(`address ${n}`).digest().subarray(0, 20));

const seedAddresses = async (pool: pg.Pool, count: number): Promise<void> => {
  const all = Array.from({ length: count }, (_, n) => addressOf(n).slice(2));
  await pool.query(
    `insert into chain_address (address, xpub, idx, shown_network, shard, member_id, recharge_id, watch_until)
     select decode(t.address, 'hex'), 'bench', t.n - 1, $2, t.n % 256, gen_random_uuid(), gen_random_uuid(),
       now() + interval '1 day'
     from unnest($1::text[]) with ordinality as t (address, n)`,
    [all, network],
  );
  await pool.query(`insert into chain_counter (xpub, next) values ('bench', $1)`, [count]);
};

/** A chain that is made as it is read, and grows on demand. */
const longChain = (addresses: number): { node: ChainNode; grow(blocks: number): void } => {
  let latest = 0;
  const strangers = Array.from({ length: transfersPerBlock }, (_, n) => addressOf(-1 - n));
  const salt = randomBytes(8).toString('hex');
  const hashOf = (number: number): Hex => toHex(createHash('sha256').update(`${salt} ${number}`).digest());
  /** Tells its block and place, so that a receipt needs no index. */
  const txHashOf = (number: number, place: number): Hex =>
    `0x${number.toString(16).padStart(32, '0')}${place.toString(16).padStart(32, '0')}`;
  const headerOf = (number: number) => ({
    number: BigInt(number),
    hash: hashOf(number),
    parentHash: hashOf(number - 1),
  });
  const logsOf = (number: number) =>
    Array.from({ length: transfersPerBlock }, (_, logIndex) => {
      const isOwn = logIndex === 0 && number % ownEvery === 0;
      return {
        blockNumber: BigInt(number),
        blockHash: hashOf(number),
        txHash: txHashOf(number, logIndex),
        logIndex,
        token: token,
        value: 1_000_000n,
        to: isOwn ? addressOf(number % addresses) : (strangers[logIndex] ?? '0x'),
      };
    });
  return {
    grow: (blocks) => {
      latest += blocks;
    },
    node: {
      heads: async () => ({ latest: headerOf(latest), finalized: headerOf(Math.max(0, latest - depth)) }),
      header: async (number) => headerOf(Number(number)),
      transfers: async (from, to) => {
        const upTo = to - from < 100n ? to : from + 99n;
        const numbers = Array.from({ length: Number(upTo - from) + 1 }, (_, i) => Number(from) + i);
        return { upTo, logs: numbers.flatMap(logsOf) };
      },
      receipt: async (txHash) => {
        const number = Number.parseInt(txHash.slice(2, 34), 16);
        const transfers = logsOf(number).filter((log) => log.txHash === txHash);
        return { status: 'ok', blockNumber: BigInt(number), blockHash: hashOf(number), transfers };
      },
    },
  };
};
