import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/logging/log.ts';
import { Refused } from '../../core/refusal.ts';
import { createDeriver, networks, type Hex, type Network } from './address.ts';
import { createIsDeadEnd } from './dead-ends.ts';
import { createAllocator, type AddressOrder } from './allocate.ts';
import { lookUp, type Claim } from './claim.ts';
import type { ChainSink } from './deposit.ts';
import { ChainUnavailable, type BalanceNode, type Holding } from './node.ts';
import { openNode } from './open-node.ts';
import { selectCursor } from './queries.ts';
import { toMicro, type Rail } from './reading.ts';
import { reconcile, type Reconciled } from './reconcile.ts';
import {
  createSandboxChain,
  sandboxDepth,
  sandboxTokens,
  sandboxXpub,
  type SandboxChain,
} from './sandbox-node.ts';
import type { ChainSettings } from './settings.ts';
import { createWatched } from './watched.ts';
import { createWatcher, type ChainProgress } from './watcher.ts';

export type Chain = {
  /**
   * The address of a recharge, the same one each time. It is committed and watched before it is
   * returned.
   * @throws Refused `unavailable` when the network was never read, so that a payment could be missed
   */
  allocate(order: AddressOrder): Promise<{ address: string }>;
  /**
   * One round over all networks, for a routine. Failures of chains are logged, those of the database thrown.
   */
  poll(): Promise<void>;
  /** Blocks on top of a block, and how many make it final; `have` reaches `need` when it is. */
  confirmations(network: Network, blockNumber: bigint): Promise<{ have: number; need: number }>;
  /**
   * The result of a member's claim by hash.
   * @throws Refused `unavailable` when the chain does not answer
   */
  lookUp(network: Network, txHash: string): Promise<Claim>;
  /**
   * The records of each network.
   * @param blocks so many of the newest final blocks are compared with the chain; none when absent
   * @throws Refused `unavailable` when the chain does not answer
   */
  reconcile(blocks?: number): Promise<Reconciled[]>;
  /**
   * What an address of the network holds of the tokens that count, in millionths.
   * @throws ChainUnavailable
   */
  holding(network: Network, address: Hex): Promise<{ micro: bigint; block: Holding['block'] }>;
  /** Whether money sent to an address would be lost or come back; see createIsDeadEnd. */
  isDeadEnd(address: Hex): Promise<boolean>;
  isSandbox(network: Network): boolean;
  /** The name of a node's test network; undefined for a sandbox, and where money is real. */
  testNetwork(network: Network): string | undefined;
  /** Plays the sender; undefined when no network is a sandbox. */
  sandbox: SandboxChain | undefined;
  /** Lets another process read. */
  /** How far the networks are that this process reads. */
  progress(): ChainProgress[];
  stop(): Promise<void>;
};

/**
 * Deposits of USDT, from the chains.
 * @throws RealChainInPlay when play money would meet a chain where money may be real
 */
export const createChain = async ({
  pool,
  log,
  clock,
  settings,
  sink,
}: {
  pool: pg.Pool;
  log: Log;
  clock: Clock;
  settings: ChainSettings;
  sink: ChainSink;
}): Promise<Chain> => {
  const { isPlay, watchDays } = settings;
  const hasSandbox = networks.some((network) => settings.rails[network].kind === 'sandbox');
  const sandbox =
    hasSandbox && isPlay
      ? await createSandboxChain({ pool, clock, blockMs: settings.sandboxBlockMs })
      : undefined;

  const allocators = new Map<string, ReturnType<typeof createAllocator>>();
  const open = async (network: Network): Promise<OpenRail | undefined> => {
    const given = settings.rails[network];
    if (given.kind === 'sandbox' && sandbox === undefined) return undefined;
    const xpub = given.kind === 'node' ? given.xpub : sandboxXpub;
    const allocate =
      allocators.get(xpub) ?? createAllocator({ pool, deriver: createDeriver(xpub), watchDays });
    allocators.set(xpub, allocate);
    if (given.kind === 'node') {
      const { tokens, finality } = given;
      const need = finality.by === 'depth' ? finality.blocks : undefined;
      return { network, allocate, tokens, need, ...(await openNode(given, { isPlay, log })) };
    }
    if (sandbox === undefined) return undefined;
    return {
      network,
      allocate,
      need: sandboxDepth,
      tokens: new Map([[sandboxTokens.usdt, 6]]),
      node: sandbox.node(network),
    };
  };
  const rails = new Map<Network, OpenRail>();
  for (const network of networks) {
    const rail = await open(network);
    if (rail !== undefined) rails.set(network, rail);
  }
  const watched = createWatched(pool, () => clock.now().getTime());
  const watcher = createWatcher({ pool, log, sink, watched, rails: [...rails.values()] });
  const railOf = (network: Network): OpenRail => {
    const rail = rails.get(network);
    if (rail === undefined) throw new Refused('unavailable');
    return rail;
  };
  const asking = (rail: OpenRail) => ({ ...rail, pool, log });

  return {
    allocate: async (order) => {
      const rail = railOf(order.network);
      await answered(watcher.begin(rail));
      return { address: await rail.allocate(order) };
    },
    holding: async (network, address) => {
      const { node, tokens } = railOf(network);
      const { block, amounts } = await node.holding(address);
      const micro = [...amounts].reduce(
        (sum, [token, amount]) => sum + toMicro(amount, tokens.get(token) ?? 0),
        0n,
      );
      return { micro, block };
    },
    poll: () => watcher.poll(),
    confirmations: async (network, blockNumber) => {
      const cursor = await selectCursor(pool, network);
      if (cursor === undefined) return { have: 0, need: 1 };
      const { scanned, finalized } = cursor;
      const need = railOf(network).need ?? Math.max(1, Number(scanned - finalized));
      if (blockNumber <= finalized) return { have: need, need };
      return { have: Math.max(0, Math.min(need - 1, Number(scanned - blockNumber))), need };
    },
    lookUp: (network, txHash) => answered(lookUp(asking(railOf(network)), txHash)),
    reconcile: (blocks = 0) =>
      answered(Promise.all([...rails.values()].map((rail) => reconcile(asking(rail), blocks)))),
    testNetwork: (network) => rails.get(network)?.testNetwork?.(),
    isDeadEnd: createIsDeadEnd(
      pool,
      [...rails.values()].flatMap(({ tokens }) => [...tokens.keys()]),
    ),
    isSandbox: (network) => settings.rails[network].kind === 'sandbox',
    sandbox: sandbox?.chain,
    progress: () => watcher.progress(),
    stop: () => watcher.stop(),
  };
};

type OpenRail = Rail & {
  node: BalanceNode;
  allocate: ReturnType<typeof createAllocator>;
  /** Blocks on top that make one final; undefined when the chain itself names its final block. */
  need: number | undefined;
  testNetwork?: () => string | undefined;
};

/** The caller's answer when a chain does not answer. */
const answered = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ChainUnavailable) throw new Refused('unavailable');
    throw error;
  }
};
