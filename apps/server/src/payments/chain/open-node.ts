import type { Log } from '../../core/logging/log.ts';
import { ChainUnavailable, type BalanceNode } from './node.ts';
import type { RailSettings } from './settings.ts';

/** Chains whose money is worthless, with their common names. */
const testChains: ReadonlyMap<number, string> = new Map([
  [31_337, 'Testnet 31337'],
  [1_337, 'Testnet 1337'],
  [11_155_111, 'Sepolia'],
  [3_448_148_188, 'Nile'],
  [2_494_104_990, 'Shasta'],
]);

/** A node with the name of its test network: undefined where its money is real, "Testnet" until it has answered. */
export type NamedNode = { node: BalanceNode; testNetwork: () => string | undefined };

/** Play money must never take real money. */
export class RealChainInPlay extends Error {}

/**
 * The node of a network. In play mode it is not used before it has answered that it is of a test chain.
 * @throws RealChainInPlay when it answers at once that it is not; a node without an answer is asked again
 *   later
 */
export const openNode = async (
  { tokens, ...rest }: Extract<RailSettings, { kind: 'node' }>,
  { isPlay, log }: { isPlay: boolean; log: Log },
): Promise<NamedNode> => {
  // Its library takes a tenth of a second to load, and few sites have a chain.
  const { ViemNode } = await import('./viem-node.ts');
  const node = new ViemNode({ ...rest, tokens: new Set(tokens.keys()) });
  if (!isPlay) return { node, testNetwork: () => undefined };

  let name: string | undefined;
  const checked = async (): Promise<BalanceNode> => {
    if (name !== undefined) return node;
    const id = await node.chainId();
    const known = testChains.get(id);
    if (known === undefined) {
      throw new RealChainInPlay(
        `A node of chain ${id} was given, where money may be real; MODE=play takes test chains only: ${[...testChains.keys()].join(', ')}`,
      );
    }
    name = known;
    return node;
  };
  try {
    await checked();
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    log.warn({ problem: error.message }, 'could not read the chain id');
  }
  return {
    node: {
      heads: async () => (await checked()).heads(),
      header: async (number) => (await checked()).header(number),
      transfers: async (from, to) => (await checked()).transfers(from, to),
      holding: async (owner) => (await checked()).holding(owner),
      receipt: async (txHash) => (await checked()).receipt(txHash),
    },
    testNetwork: () => name ?? 'Testnet',
  };
};
