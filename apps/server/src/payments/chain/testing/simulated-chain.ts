import { createHash } from 'node:crypto';
import { toHex, type Hex } from '../address.ts';
import { ChainUnavailable, type ChainNode, type Header, type TransferLog } from '../node.ts';

/** A payment that waits to come into a block. */
export type Payment = { txHash: Hex; token: Hex; to: Hex; value: bigint };

type Block = Header & { payments: readonly Payment[] };

const hash = (text: string): Hex => toHex(createHash('sha256').update(text).digest());

export type SimulatedChain = {
  node: ChainNode;
  /** Adds a block. */
  mine(payments?: readonly Payment[]): void;
  /** Replaces the newest blocks that are not final; answers the payments that were in them. */
  rollBack(blocks: number): Payment[];
  /** Transfers in final blocks, in their order. */
  finalLogs(): TransferLog[];
  length(): number;
  /** Called before each answer; may throw, or change the chain. */
  onCall(hook: (call: number) => void): void;
  /**
   * Answers like a node that is this many blocks behind; for logs alone, it leaves out those it does not
   * have.
   */
  lagBy(blocks: number, of: 'all' | 'logs'): void;
};

/**
 * A chain in memory, with every accident a chain or its provider can have.
 * @param depth blocks on top that make one final
 * @param rangeMax the most blocks of one answer of logs
 */
export const createSimulatedChain = (
  tokens: ReadonlySet<Hex>,
  depth: number,
  rangeMax: number,
): SimulatedChain => {
  let salt = 0;
  let calls = 0;
  let hook: (call: number) => void = () => undefined;
  let lag = { blocks: 0, of: 'all' };
  const genesis: Block = { number: 0n, hash: hash('genesis'), parentHash: hash('nothing'), payments: [] };
  const blocks: Block[] = [genesis];
  // Final blocks stay final, also while a shorter chain replaces those above.
  let final = 0;
  const finalNumber = () => (final = Math.max(final, blocks.length - 1 - depth));

  const logsOf = ({ number, hash: blockHash, payments }: Block): TransferLog[] =>
    payments.map((payment, logIndex) => ({ ...payment, blockNumber: number, blockHash, logIndex }));
  const visible = (what: 'all' | 'logs'): readonly Block[] =>
    lag.of === what || lag.of === 'all'
      ? blocks.slice(0, Math.max(finalNumber() + 1, blocks.length - lag.blocks))
      : blocks;
  const answer = async <T>(make: () => T): Promise<T> => {
    calls += 1;
    hook(calls);
    return make();
  };
  const last = (of: readonly Block[]): Block => of.at(-1) ?? genesis;

  return {
    node: {
      heads: () =>
        answer(() => ({ latest: last(visible('all')), finalized: blocks[finalNumber()] ?? genesis })),
      header: (number) => answer(() => visible('all')[Number(number)]),
      transfers: (from, to) =>
        answer(() => {
          const upTo = to - from < BigInt(rangeMax) ? to : from + BigInt(rangeMax) - 1n;
          const range = visible('logs').slice(Number(from), Number(upTo) + 1);
          return { upTo, logs: range.flatMap(logsOf).filter(({ token }) => tokens.has(token)) };
        }),
      receipt: (txHash) =>
        answer(() => {
          const block = visible('all').find(({ payments }) => payments.some((p) => p.txHash === txHash));
          if (block === undefined) return undefined;
          const transfers = logsOf(block).filter((log) => log.txHash === txHash);
          return { status: 'ok', blockNumber: block.number, blockHash: block.hash, transfers };
        }),
    },
    mine: (payments = []) => {
      const { number, hash: parentHash } = last(blocks);
      salt += 1;
      blocks.push({ number: number + 1n, hash: hash(`${number} ${salt}`), parentHash, payments });
    },
    rollBack: (count) => {
      const kept = Math.max(finalNumber() + 1, blocks.length - count);
      return blocks.splice(kept).flatMap(({ payments }) => payments);
    },
    finalLogs: () => blocks.slice(0, finalNumber() + 1).flatMap(logsOf),
    length: () => blocks.length,
    onCall: (next) => {
      calls = 0;
      hook = next;
    },
    lagBy: (count, of) => {
      lag = { blocks: count, of };
    },
  };
};

/** What a provider says that has a bad minute. */
export const badMinute = (): never => {
  throw new ChainUnavailable('a bad minute');
};
