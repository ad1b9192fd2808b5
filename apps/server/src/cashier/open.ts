import { createWallet, type Wallet } from '../wallet/service.ts';
import type { Config } from '../platform/config.ts';
import { createPayPages, type PayPages } from './chain/pay-page.ts';
import { createChain, type Chain } from './chain/service.ts';
import { chainSettings } from './chain/settings.ts';
import { createRails, type Rails } from './rails/service.ts';
import { createArrivals } from './recharge/arrivals.ts';
import { chainSink, railSink } from './recharge/heard.ts';
import { createCashier, type Cashier, type CashierOptions } from './service.ts';

/** The cashier with what pays into it. */
export type OpenCashier = Cashier & {
  chain: Chain;
  rails: Rails;
  /** The pages of the sandbox's wallet. */
  payPages: PayPages;
  close(): Promise<void>;
};

/** Puts the cashier together with the chains and providers that the settings name. */
export const openCashier = async (
  options: Omit<CashierOptions, 'arrivals' | 'deposits' | 'railOf' | 'config' | 'wallet'> & {
    /** The accounts of the house, by whoever rolls them up. */
    houseTotals: Wallet['houseTotals'];
    config: Config;
    /** Signs tokens of the sandbox. */
    secret: Uint8Array;
  },
): Promise<OpenCashier> => {
  const { pool, houseTotals, turnovers, clock, log, currency, config, secret, onMoved } = options;
  const wallet = { ...createWallet({ pool }), houseTotals };
  const arrivals = createArrivals({
    pool,
    wallet,
    turnovers,
    clock,
    scale: currency.scale,
    onMoved: (owner, recharge, walletMoved) => onMoved(owner, { recharge, wallet: walletMoved }),
  });
  const chain = await createChain({
    pool,
    log,
    clock,
    settings: chainSettings(config),
    sink: chainSink(arrivals, clock),
  });
  const rails = createRails({
    pool,
    clock,
    secret,
    config,
    log,
    sink: railSink({
      pool,
      arrivals,
      log,
      onMoved: (owner, recharge) => onMoved(owner, { recharge, wallet: false }),
    }),
  });
  const payPages = createPayPages(secret);
  const cashier = createCashier({
    ...options,
    wallet,
    arrivals,
    chain,
    deposits: { ...chain, payPage: (recharge) => payPages.pathOf(recharge) },
    railOf: rails.railOf,
  });
  return { ...cashier, chain, rails, payPages, close: () => chain.stop() };
};
