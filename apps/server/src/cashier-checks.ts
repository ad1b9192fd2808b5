import { parseAddress, showAddress } from './cashier/chain/address.ts';
import type { SandboxChain } from './cashier/chain/sandbox-node.ts';
import type { OpenCashier } from './cashier/open.ts';
import { lastingDifferences } from './cashier/rail-states.ts';
import type { ChainDesk } from './http/sandbox/chain-page.ts';
import type { Log } from './platform/log.ts';

/** Of the newest final blocks, when a chain is compared with its record. */
const blocksReadAgain = 500;

/** Raises an alarm where what was credited and paid over a rail is not what the ledger and the chain say. */
export const checkRails = async (
  cashier: Pick<OpenCashier, 'railStates' | 'chain'>,
  log: Log,
): Promise<void> => {
  for (const { network, chain } of await cashier.chain.reconcile(blocksReadAgain)) {
    if (chain === undefined || chain.unrecorded.length + chain.unknown.length === 0) continue;
    const { unrecorded, unknown } = chain;
    log.error({ network, unrecorded, unknown }, 'a chain does not agree with its record');
  }
  for (const { rail, ...state } of await lastingDifferences(cashier.railStates)) {
    log.error({ rail, ledger: state.agrees, chain: state.chain?.agrees }, 'a rail does not agree');
  }
};

/** The sandbox chains as the page of the sandbox's wallet uses them. */
export const chainDesk = (chain: SandboxChain): ChainDesk => ({
  ...{ parseAddress, showAddress },
  chain: {
    send: (order) => chain.send(order),
    reorganise: async (network) => {
      await chain.reorganise({ network, isLost: true });
    },
  },
});
