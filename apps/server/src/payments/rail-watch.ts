import { showAddress } from './chain/address.ts';
import type { PayPages } from './chain/pay-page.ts';
import type { SandboxChain } from './chain/sandbox-node.ts';
import type { Chain } from './chain/service.ts';
import type { Cashier } from './service.ts';
import { lastingDifferences } from './rail-states.ts';
import type { ChainDesk } from './sandbox/pages/chain-page.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/logging/log.ts';

/** Number of newest final blocks that are compared with the record of a chain. */
const blocksReadAgain = 500;

/** The rails that did not agree at the last check, and its time. */
export type RailWatch = {
  check: () => Promise<void>;
  last: () => { at: Date | undefined; differing: readonly string[] };
};

/** Checks the rails periodically, and remembers the result. */
export const watchRails = (
  cashier: Pick<Cashier, 'railStates'> & { chain: Chain },
  log: Log,
  clock: Clock,
): RailWatch => {
  let found: ReturnType<RailWatch['last']> = { at: undefined, differing: [] };
  return {
    check: async () => {
      found = { differing: await checkRails(cashier, log), at: clock.now() };
    },
    last: () => found,
  };
};

/**
 * Raises an alarm where credits and payments of a rail differ from the ledger or the chain. @returns their
 * names
 */
const checkRails = async (
  cashier: Pick<Cashier, 'railStates'> & { chain: Chain },
  log: Log,
): Promise<string[]> => {
  const differing = new Set<string>();
  for (const { network, chain } of await cashier.chain.reconcile(blocksReadAgain)) {
    if (chain === undefined || chain.unrecorded.length + chain.unknown.length === 0) continue;
    const { unrecorded, unknown } = chain;
    differing.add(network);
    log.error({ network, unrecorded, unknown }, 'a chain does not agree with its record');
  }
  for (const { rail, ...state } of await lastingDifferences(cashier.railStates)) {
    differing.add(rail);
    log.error({ rail, ledger: state.agrees, chain: state.chain?.agrees }, 'a rail does not agree');
  }
  return [...differing];
};

/** The sandbox chains as the page of the sandbox's wallet uses them. */
export const chainDesk = (chain: SandboxChain, { open }: Pick<PayPages, 'open'>): ChainDesk => ({
  open,
  showAddress,
  chain: {
    send: (order) => chain.send(order),
    reorganise: ({ network, to }) => chain.reorganise({ network, only: to, isLost: true }),
  },
});
