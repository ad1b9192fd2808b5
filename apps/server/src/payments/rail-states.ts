import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Wallet } from '../ledger/index.ts';
import { railSums } from './balances.ts';
import type { Reconciled } from './chain/reconcile.ts';
import type { Chain } from './chain/service.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/logging/log.ts';

/**
 * A rail in the cashier's records, the ledger and the chain. Minor units of the wallet, millionths of USDT.
 */
export type RailState = {
  rail: string;
  creditedMinor: bigint;
  paidOutMinor: bigint;
  /** The balance of the rail's account: below zero when members were credited more than they paid. */
  ledgerMinor: bigint;
  agrees: boolean;
  chain?: { finalMicro: bigint; heardMicro: bigint; undelivered: number; agrees: boolean } | undefined;
};

const readings = 3;
/** Longer than a write takes. */
const usuallyApartMs = 2_000;

/** The differences between a rail's records, ledger and chain; undefined where they agree. */
const differenceOf = ({ agrees, chain, ...state }: RailState): string | undefined => {
  if (agrees && chain?.agrees !== false) return undefined;
  const ledger = state.ledgerMinor - state.paidOutMinor + state.creditedMinor;
  return `${ledger} ${chain === undefined ? 0n : chain.finalMicro - chain.heardMicro}`;
};

/**
 * The rails with the same difference in several readings: a write in progress is on one side briefly, an
 * error stays.
 */
export const lastingDifferences = async (
  read: () => Promise<RailState[]>,
  apartMs = usuallyApartMs,
): Promise<RailState[]> => {
  let wrong = (await read()).filter((state) => differenceOf(state) !== undefined);
  for (let reading = 1; reading < readings && wrong.length > 0; reading++) {
    await wait(apartMs);
    const before = new Map(wrong.map((state) => [state.rail, differenceOf(state)]));
    wrong = (await read()).filter((state) => {
      const difference = differenceOf(state);
      return difference !== undefined && before.get(state.rail) === difference;
    });
  }
  return wrong;
};

/**
 * Compares credits and payments of each rail with its account in the ledger and, for the chains, with the final
 * transfers. All three are read at once; under load one may lag by writes in progress.
 */
export const railStates = async ({
  pool,
  wallet,
  chain,
}: {
  pool: pg.Pool;
  wallet: Wallet;
  chain: Chain | undefined;
}): Promise<RailState[]> => {
  const [totals, found, reconciled] = await Promise.all([
    wallet.houseTotals(),
    railSums(pool),
    chain?.reconcile(0),
  ]);
  const records = new Map(found.map((record) => [record.rail, record]));
  const chains = new Map<string, Reconciled>(reconciled?.map((one) => [one.network, one]));
  const accounts = new Map<string, bigint>();
  for (const { account, amountMinor } of totals) {
    if (account.startsWith('external:')) {
      accounts.set(account.slice('external:'.length), amountMinor);
    }
  }
  const rails = [...new Set([...records.keys(), ...accounts.keys(), ...chains.keys()])].toSorted();
  return rails.map((rail) => {
    const record = records.get(rail);
    const { creditedMinor = 0n, paidOutMinor = 0n, paidUnits = 0n } = record ?? {};
    const ledgerMinor = accounts.get(rail) ?? 0n;
    const onChain = chains.get(rail);
    return {
      rail,
      creditedMinor,
      paidOutMinor,
      ledgerMinor,
      agrees: ledgerMinor === paidOutMinor - creditedMinor,
      chain:
        onChain === undefined
          ? undefined
          : {
              finalMicro: onChain.finalMicro,
              heardMicro: paidUnits,
              undelivered: onChain.undelivered,
              agrees: onChain.finalMicro - onChain.undeliveredMicro === paidUnits,
            },
    };
  });
};

/** Number of newest final blocks that are compared with the record of a chain. */
const blocksReadAgain = 500;

/** Checks the rails periodically, and remembers the result. */
export class RailWatch {
  readonly #cashier: { railStates(): Promise<RailState[]> };
  readonly #chain: Chain;
  readonly #log: Log;
  readonly #clock: Clock;
  #last: { at: Date | undefined; differing: readonly string[] } = { at: undefined, differing: [] };

  constructor(of: { cashier: { railStates(): Promise<RailState[]> }; chain: Chain; log: Log; clock: Clock }) {
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
