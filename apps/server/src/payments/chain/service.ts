import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { query } from '../../core/database/database.ts';
import type { Log } from '../../core/logging/log.ts';
import { Refused } from '../../core/refusal.ts';
import type { Network } from '../../core/config/payments.ts';
import { createDeriver, networks, toBytes, type Hex } from './address.ts';
import { Allocator, type AddressOrder } from './allocate.ts';
import { lookUp, type ClaimedTransaction } from './claim.ts';
import type { ChainSink } from './deposit.ts';
import { ChainUnavailable, type BalanceNode, type Holding } from './node.ts';
import { openNode } from './open-node.ts';
import { selectCursor } from './queries.ts';
import { toMicro, type ChainQuestion, type WatchedNetwork } from './reading.ts';
import { reconcile, type Reconciled } from './reconcile.ts';
import { SandboxChain, sandboxDepth, sandboxTokens, sandboxXpub } from './sandbox-node.ts';
import type { ChainSettings } from './settings.ts';
import { WatchedAddresses } from './watched.ts';
import { Watcher, type ChainProgress } from './watcher.ts';

/** What the chains use. */
type ChainUses = { pool: pg.Pool; log: Log; clock: Clock; settings: ChainSettings; sink: ChainSink };

/** A network that is open: its node, and what gives it addresses. */
type OpenNetwork = WatchedNetwork & {
  node: BalanceNode;
  allocator: Allocator;
  /** Blocks on top that make one final; undefined when the chain itself names its final block. */
  need: number | undefined;
  testNetwork?: () => string | undefined;
};

/** Deposits of USDT, from the chains. */
export class Chain {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #settings: ChainSettings;
  readonly #networks: ReadonlyMap<Network, OpenNetwork>;
  readonly #watcher: Watcher;
  readonly #isDeadEnd: (address: Hex) => Promise<boolean>;
  /** Plays the sender; undefined when no network is a sandbox. */
  readonly sandbox: SandboxChain | undefined;

  constructor(
    { pool, log, clock, settings, sink }: ChainUses,
    networksOpen: ReadonlyMap<Network, OpenNetwork>,
    sandbox: SandboxChain | undefined,
  ) {
    this.#pool = pool;
    this.#log = log;
    this.#settings = settings;
    this.#networks = networksOpen;
    this.sandbox = sandbox;
    const watched = new WatchedAddresses(pool, () => clock.now().getTime());
    this.#watcher = new Watcher({ pool, log, sink, watched, networks: [...networksOpen.values()] });
    const tokens = [...networksOpen.values()].flatMap((one) => [...one.tokens.keys()]);
    this.#isDeadEnd = createIsDeadEnd(pool, tokens);
  }

  /**
   * Opens the networks that the settings name.
   * @throws RealChainInPlay when play money would meet a chain where money may be real
   */
  static async open(uses: ChainUses): Promise<Chain> {
    const { pool, clock, settings } = uses;
    const hasSandbox = networks.some((network) => settings.rails[network].kind === 'sandbox');
    const sandbox =
      hasSandbox && settings.isPlay
        ? await SandboxChain.open({ pool, clock, blockMs: settings.sandboxBlockMs })
        : undefined;
    return new Chain(uses, await openNetworks(uses, sandbox), sandbox);
  }

  /**
   * The address of a recharge, the same one each time. It is committed and watched before it is
   * returned.
   * @throws Refused `unavailable` when the network was never read, so that a payment could be missed
   */
  async allocate(order: AddressOrder): Promise<{ address: string }> {
    const open = this.#network(order.network);
    await answered(this.#watcher.begin(open));
    return { address: await open.allocator.allocate(order) };
  }

  /**
   * One round over all networks, for a routine. Failures of chains are logged, those of the database thrown.
   */
  poll(): Promise<void> {
    return this.#watcher.poll();
  }

  /** Blocks on top of a block, and how many make it final; `have` reaches `need` when it is. */
  async confirmations(network: Network, blockNumber: bigint): Promise<{ have: number; need: number }> {
    const cursor = await selectCursor(this.#pool, network);
    if (cursor === undefined) return { have: 0, need: 1 };
    const { scanned, finalized } = cursor;
    const need = this.#network(network).need ?? Math.max(1, Number(scanned - finalized));
    if (blockNumber <= finalized) return { have: need, need };
    return { have: Math.max(0, Math.min(need - 1, Number(scanned - blockNumber))), need };
  }

  /**
   * The result of a member's claim by hash.
   * @throws Refused `unavailable` when the chain does not answer
   */
  lookUp(network: Network, txHash: string): Promise<ClaimedTransaction> {
    return answered(lookUp(this.#question(this.#network(network)), txHash));
  }

  /**
   * The records of each network.
   * @param blocks how many of the newest final blocks are compared with the chain; none when absent
   * @throws Refused `unavailable` when the chain does not answer
   */
  reconcile(blocks = 0): Promise<Reconciled[]> {
    return answered(
      Promise.all([...this.#networks.values()].map((open) => reconcile(this.#question(open), blocks))),
    );
  }

  /**
   * What an address of the network holds of the tokens that count, in millionths.
   * @throws ChainUnavailable
   */
  async holding(network: Network, address: Hex): Promise<{ micro: bigint; block: Holding['block'] }> {
    const { node, tokens } = this.#network(network);
    const { block, amounts } = await node.holding(address);
    const micro = [...amounts].reduce(
      (sum, [token, amount]) => sum + toMicro(amount, tokens.get(token) ?? 0),
      0n,
    );
    return { micro, block };
  }

  /** Whether money sent to an address would be lost or come back; see createIsDeadEnd. */
  isDeadEnd(address: Hex): Promise<boolean> {
    return this.#isDeadEnd(address);
  }

  isSandbox(network: Network): boolean {
    return this.#settings.rails[network].kind === 'sandbox';
  }

  /** The name of a node's test network; undefined for a sandbox, and where money is real. */
  testNetwork(network: Network): string | undefined {
    return this.#networks.get(network)?.testNetwork?.();
  }

  /** How far the networks are that this process reads. */
  progress(): ChainProgress[] {
    return this.#watcher.progress();
  }

  /** Lets another process read. */
  stop(): Promise<void> {
    return this.#watcher.stop();
  }

  #network(network: Network): OpenNetwork {
    const open = this.#networks.get(network);
    if (open === undefined) throw new Refused('unavailable');
    return open;
  }

  #question(open: OpenNetwork): ChainQuestion {
    return { ...open, pool: this.#pool, log: this.#log };
  }
}

/** Opens each network that has a node or is a sandbox; networks of one key share its addresses. */
const openNetworks = async (
  { pool, log, settings }: ChainUses,
  sandbox: SandboxChain | undefined,
): Promise<Map<Network, OpenNetwork>> => {
  const { isPlay, watchDays } = settings;
  const allocators = new Map<string, Allocator>();
  const allocatorOf = (xpub: string): Allocator => {
    const allocator =
      allocators.get(xpub) ?? new Allocator({ pool, deriver: createDeriver(xpub), watchDays });
    allocators.set(xpub, allocator);
    return allocator;
  };
  const open = new Map<Network, OpenNetwork>();
  for (const network of networks) {
    const given = settings.rails[network];
    if (given.kind === 'node') {
      const { tokens, finality } = given;
      const need = finality.by === 'depth' ? finality.blocks : undefined;
      const allocator = allocatorOf(given.xpub);
      open.set(network, {
        network,
        allocator,
        tokens,
        need,
        ...(await openNode(given, { isPlay, log })),
      });
    } else if (sandbox !== undefined) {
      open.set(network, {
        network,
        allocator: allocatorOf(sandboxXpub),
        need: sandboxDepth,
        tokens: new Map([[sandboxTokens.usdt, 6]]),
        node: sandbox.node(network),
      });
    }
  }
  return open;
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

/** Contracts of stablecoins: what is sent to a token's contract is lost. Those that count for deposits are settings. */
const tokenContracts: ReadonlySet<string> = new Set<Hex>([
  // USDT and USDC of TRON.
  '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
  '0x3487b63d30b5b2c87fb7ffa8bcfade38eaac1abe',
  // USDT, USDC and DAI of Ethereum.
  '0xdac17f958d2ee523a2206206994597c13d831ec7',
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  '0x6b175474e89094c44da98b954eedeac495271d0f',
]);

/**
 * Addresses without a key: precompiled contracts and burn addresses are small numbers, one digit repeated, or "dead" with
 * zeros.
 */
const burnt =
  /^0x(?:0{24}[0-9a-f]{16}|(?<digit>[0-9a-f])\k<digit>{39}|dead0{8}[0-9a-f]{28}|(?:dead|beef){10})$/;

const ownSelect = query.exec('chain-own-address', 'select from chain_address where address = $1');

/**
 * Whether money sent to an address would be lost or would come back to the house: contracts of tokens, burn addresses
 * and the addresses of deposits, of any network, as one key has the same bytes on both.
 * @param tokens the contracts that count for deposits
 */
export const createIsDeadEnd = (
  pool: pg.Pool,
  tokens: Iterable<Hex>,
): ((address: Hex) => Promise<boolean>) => {
  const contracts = new Set<string>([...tokenContracts, ...tokens]);
  return async (address) => {
    if (contracts.has(address) || burnt.test(address)) return true;
    return (await ownSelect(pool, [toBytes(address)])) === 1;
  };
};
