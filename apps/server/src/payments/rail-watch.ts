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

/** Checks the rails periodically, and remembers the result. */
export class RailWatch {
  readonly #cashier: Cashier;
  readonly #chain: Chain;
  readonly #log: Log;
  readonly #clock: Clock;
  #last: { at: Date | undefined; differing: readonly string[] } = { at: undefined, differing: [] };

  constructor(of: { cashier: Cashier; chain: Chain; log: Log; clock: Clock }) {
    this.#cashier = of.cashier;
    this.#chain = of.chain;
    this.#log = of.log;
    this.#clock = of.clock;
  }

  /** The rails that did not agree at the last check, and its time. */
  last(): { at: Date | undefined; differing: readonly string[] } {
    return this.#last;
  }

  /** Raises an alarm where credits and payments of a rail differ from the ledger or the chain. */
  async check(): Promise<void> {
    const differing = new Set<string>();
    for (const { network, chain } of await this.#chain.reconcile(blocksReadAgain)) {
      if (chain === undefined || chain.unrecorded.length + chain.unknown.length === 0) continue;
      const { unrecorded, unknown } = chain;
      differing.add(network);
      this.#log.error({ network, unrecorded, unknown }, 'a chain does not agree with its record');
    }
    for (const { rail, ...state } of await lastingDifferences(() => this.#cashier.railStates())) {
      differing.add(rail);
      this.#log.error({ rail, ledger: state.agrees, chain: state.chain?.agrees }, 'a rail does not agree');
    }
    this.#last = { differing: [...differing], at: this.#clock.now() };
  }
}

/** The sandbox chains as the page of the sandbox's wallet uses them. */
export const chainDesk = (chain: SandboxChain, { open }: Pick<PayPages, 'open'>): ChainDesk => ({
  open,
  showAddress,
  chain: {
    send: (order) => chain.send(order),
    reorganise: ({ network, to }) => chain.reorganise({ network, only: to, isLost: true }),
  },
});
