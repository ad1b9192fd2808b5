import { createClient, http, numberToHex, ResponseBodyTooLargeError, RpcRequestError } from 'viem';
import type { Hex } from './address.ts';
import { ChainUnavailable, type BalanceNode, type Header } from './node.ts';
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

/**
 * A chain behind the JSON-RPC of Ethereum, which nodes of TRON speak too. No call is repeated: the next round
 * does that.
 */
export const createViemNode = ({
  url,
  tokens,
  finality,
  range,
  timeoutMs,
  callsAtBlock,
}: ViemNodeOptions): BalanceNode & { chainId(): Promise<number> } => {
  const { request } = createClient({
    transport: http(url, {
      retryCount: 0,
      timeout: timeoutMs,
      maxResponseBodySize: 32_000_000,
      // viem's own time limit ends with the head of an answer; a body can be slow too.
      fetchFn: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
    }),
  });
  const ask = async (method: string, params: unknown[]): Promise<unknown> => {
    try {
      return await request<AnyRequest>({ method, params });
    } catch (error) {
      throw unavailable(method, error);
    }
  };
  const header = async (number: bigint): Promise<Header | undefined> =>
    readHeader(await ask('eth_getBlockByNumber', [numberToHex(number), false]), number);
  const named = async (name: 'latest' | 'finalized'): Promise<Header> => {
    const found = readHeader(await ask('eth_getBlockByNumber', [name, false]));
    if (found === undefined) throw new ChainUnavailable(`No ${name} block`);
    return found;
  };

  const heads = async (): Promise<{ latest: Header; finalized: Header }> => {
    // The older one first: requested after the newest, it could be newer than that.
    if (finality.by === 'tag') {
      const finalized = await named('finalized');
      return { finalized, latest: await named('latest') };
    }
    const latest = await named('latest');
    const depth = latest.number - BigInt(finality.blocks);
    const finalized = await header(depth < 0n ? 0n : depth);
    if (finalized === undefined) throw new ChainUnavailable(`No block ${depth}`);
    return { finalized, latest };
  };

  /** The number of blocks of the last answer: smaller after a refusal, slowly larger again. */
  let span = BigInt(range);

  return {
    chainId: async () => {
      const id = await ask('eth_chainId', []);
      if (typeof id !== 'string' || !/^0x[0-9a-fA-F]{1,13}$/.test(id))
        throw new ChainUnavailable('No chain id');
      return Number(id);
    },
    header,
    heads,
    transfers: async (from, to) => {
      for (;;) {
        const upTo = from + span - 1n < to ? from + span - 1n : to;
        const asked = upTo - from + 1n;
        try {
          const filter = { fromBlock: numberToHex(from), toBlock: numberToHex(upTo) };
          const answer = await ask('eth_getLogs', [
            { ...filter, address: [...tokens], topics: [transferTopic] },
          ]);
          const logs = readTransfers(answer, { tokens, from, to: upTo });
          if (asked === span) span = min(span * 2n, BigInt(range));
          return { upTo, logs };
        } catch (error) {
          if (asked === 1n) throw error;
          span = asked / 2n;
          // A refusal means that less may be requested; silence means nothing, so that the next round tries.
          if (!isRefusal(error)) throw error;
        }
      }
    },
    holding: async (owner) => {
      const { latest, finalized } = await heads();
      const block = callsAtBlock ? finalized : latest;
      const data = `${balanceOf}${owner.slice(2).padStart(64, '0')}`;
      const amounts = new Map<Hex, bigint>();
      for (const token of tokens) {
        const answer = await ask('eth_call', [
          { to: token, data },
          callsAtBlock ? numberToHex(block.number) : 'latest',
        ]);
        amounts.set(token, readAmount(answer));
      }
      return { block, amounts };
    },
    receipt: async (txHash) => readReceipt(await ask('eth_getTransactionReceipt', [txHash]), txHash),
  };
};

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
