import { createClient, http, numberToHex, ResponseBodyTooLargeError, RpcRequestError } from 'viem';
import type { Hex } from './address.ts';
import {
  ChainUnavailable,
  type BalanceNode,
  type Header,
  type Holding,
  type TransactionReceipt,
  type TransferLog,
} from './node.ts';
import { readAmount, readHeader, readReceipt, readTransfers, transferTopic } from './rpc-shapes.ts';

/** How a chain marks final blocks: by name, or by the number of blocks on top. */
type Finality = { by: 'tag' } | { by: 'depth'; blocks: number };

export type ViemNodeOptions = {
  url: string;
  /** Contracts whose transfers count: 20 bytes, small letters. */
  tokens: ReadonlySet<Hex>;
  finality: Finality;
  /** Blocks asked for at once, at most; nodes of TRON refuse more than 5,000. */
  range: number;
  timeoutMs: number;
  /** Whether the node answers calls as of any block; those of TRON answer as of the newest alone. */
  callsAtBlock: boolean;
};

/** The first four bytes of keccak256 of balanceOf(address). */
const balanceOf = '0x70a08231';

/** No call is repeated: the next round of the watcher does that. */
const connect = (url: string, timeoutMs: number) =>
  createClient({
    transport: http(url, {
      retryCount: 0,
      timeout: timeoutMs,
      maxResponseBodySize: 32_000_000,
      // viem's own time limit ends with the head of an answer; a body can be slow too.
      fetchFn: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
    }),
  });

/** A chain behind the JSON-RPC of Ethereum, which nodes of TRON speak too. */
export class ViemNode implements BalanceNode {
  readonly #client: ReturnType<typeof connect>;
  readonly #tokens: ReadonlySet<Hex>;
  readonly #finality: Finality;
  readonly #range: bigint;
  readonly #callsAtBlock: boolean;
  /** The number of blocks of the last answer: smaller after a refusal, slowly larger again. */
  #span: bigint;

  constructor({ url, tokens, finality, range, timeoutMs, callsAtBlock }: ViemNodeOptions) {
    this.#client = connect(url, timeoutMs);
    this.#tokens = tokens;
    this.#finality = finality;
    this.#range = BigInt(range);
    this.#callsAtBlock = callsAtBlock;
    this.#span = BigInt(range);
  }

  /** @throws ChainUnavailable */
  async chainId(): Promise<number> {
    const id = await this.#ask('eth_chainId', []);
    if (typeof id !== 'string' || !/^0x[0-9a-fA-F]{1,13}$/.test(id))
      throw new ChainUnavailable('No chain id');
    return Number(id);
  }

  async header(number: bigint): Promise<Header | undefined> {
    return readHeader(await this.#ask('eth_getBlockByNumber', [numberToHex(number), false]), number);
  }

  async heads(): Promise<{ latest: Header; finalized: Header }> {
    // The older one first: requested after the newest, it could be newer than that.
    if (this.#finality.by === 'tag') {
      const finalized = await this.#named('finalized');
      return { finalized, latest: await this.#named('latest') };
    }
    const latest = await this.#named('latest');
    const depth = latest.number - BigInt(this.#finality.blocks);
    const finalized = await this.header(depth < 0n ? 0n : depth);
    if (finalized === undefined) throw new ChainUnavailable(`No block ${depth}`);
    return { finalized, latest };
  }

  async transfers(from: bigint, to: bigint): Promise<{ upTo: bigint; logs: TransferLog[] }> {
    for (;;) {
      const upTo = min(from + this.#span - 1n, to);
      const asked = upTo - from + 1n;
      try {
        const filter = { fromBlock: numberToHex(from), toBlock: numberToHex(upTo) };
        const answer = await this.#ask('eth_getLogs', [
          { ...filter, address: [...this.#tokens], topics: [transferTopic] },
        ]);
        const logs = readTransfers(answer, { tokens: this.#tokens, from, to: upTo });
        if (asked === this.#span) this.#span = min(this.#span * 2n, this.#range);
        return { upTo, logs };
      } catch (error) {
        if (asked === 1n) throw error;
        this.#span = asked / 2n;
        // A refusal means that less may be requested; silence means nothing, so that the next round tries.
        if (!isRefusal(error)) throw error;
      }
    }
  }

  async holding(owner: Hex): Promise<Holding> {
    const { latest, finalized } = await this.heads();
    const block = this.#callsAtBlock ? finalized : latest;
    const data = `${balanceOf}${owner.slice(2).padStart(64, '0')}`;
    const amounts = new Map<Hex, bigint>();
    for (const token of this.#tokens) {
      const answer = await this.#ask('eth_call', [
        { to: token, data },
        this.#callsAtBlock ? numberToHex(block.number) : 'latest',
      ]);
      amounts.set(token, readAmount(answer));
    }
    return { block, amounts };
  }

  async receipt(txHash: Hex): Promise<TransactionReceipt | undefined> {
    return readReceipt(await this.#ask('eth_getTransactionReceipt', [txHash]), txHash);
  }

  async #ask(method: string, params: unknown[]): Promise<unknown> {
    try {
      return await this.#client.request<AnyRequest>({ method, params });
    } catch (error) {
      throw unavailable(method, error);
    }
  }

  async #named(name: 'latest' | 'finalized'): Promise<Header> {
    const found = readHeader(await this.#ask('eth_getBlockByNumber', [name, false]));
    if (found === undefined) throw new ChainUnavailable(`No ${name} block`);
    return found;
  }
}

type AnyRequest = { Method: string; Parameters: unknown[]; ReturnType: unknown };

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const unavailable = (method: string, error: unknown): ChainUnavailable =>
  new ChainUnavailable(`${method}: ${error instanceof Error ? firstLine(error.message) : 'no answer'}`, {
    cause: error,
  });

/**
 * Only the first line of viem's messages: later ones may contain the address of the provider, and with it its
 * key.
 */
const firstLine = (message: string): string => (message.split('\n')[0] ?? '').slice(0, 200);

const isRefusal = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof RpcRequestError || at instanceof ResponseBodyTooLargeError) return true;
  }
  return false;
};
