import type { Context, Module } from '../core/module.ts';
import { createAuditor } from './auditor.ts';
import { createWalletFigures } from './figures.ts';
import { rollUpHouse } from './house.ts';
import { Wallet } from './service.ts';

/** Opens the ledger. */
export const openWallet = ({ connections: { calls, cashier, background }, config, clock, log }: Context) => {
  /** The same ledger for sums over many rows. */
  const sums = new Wallet(background);
  /** The same ledger over the connections of the cashier, which keep the plans of its statements. */
  const forCashier = new Wallet({ pool: cashier.pool, background: background.pool });
  const auditor = createAuditor(background.pool);
  return {
    service: Object.assign(new Wallet(calls), { forCashier, sums }),
    figures: {
      stored: createWalletFigures({ pool: background.pool, trial: () => sums.trial(clock.now()) }),
    },
    routines: [
      {
        name: 'house totals',
        everyMs: 10_000,
        run: () => rollUpHouse(background.pool),
      },
      { name: 'days of the ledger', everyMs: 10_000, run: () => sums.rollUpDays(config.SITE_TIME_ZONE) },
      {
        name: 'audit',
        everyMs: 1_000,
        run: async () => {
          for (const breach of await auditor.next()) log.error(breach, 'the ledger breaks an invariant');
        },
      },
    ],
  } satisfies Module;
};
