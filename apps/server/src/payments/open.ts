import type { Receipt } from '@touchline/contract/shapes/receipt';
import { type Records, settledStakes } from '../betting/index.ts';
import type { Uploads } from '../accounts/index.ts';
import type { Likenesses, Play } from '../safer-play/index.ts';
import type { Rewards } from '../growth/index.ts';
import type { Wallet } from '../ledger/index.ts';
import { memberFactsOf } from '../core/public-log/facts.ts';
import type { Owner } from '../core/owner.ts';
import { signDated } from '../core/public-log/receipts.ts';
import { Refused } from '../core/refusal.ts';
import type { Context, Module } from '../core/module.ts';
import { createPayPages, type PayPages } from './chain/pay-page.ts';
import { Chain } from './chain/service.ts';
import { chainSettings } from './chain/settings.ts';
import { cashierMetrics } from './metrics.ts';
import { createMoneyEntry, createMoneyNotes, createMoneyPages, moneyLogHandlers } from './log-routes.ts';
import { RailWatch } from './rail-states.ts';
import { showAddress } from './chain/address.ts';
import type { SandboxChain } from './chain/sandbox-node.ts';
import type { ChainDesk } from './sandbox/pages/chain-page.ts';
import { registerSandboxPages } from './sandbox/pages/pages.ts';
import { registerPaymentNotices } from './providers/notices.ts';
import { createRails } from './providers/service.ts';
import type { MemberChecks } from './payout-methods/service.ts';
import { Arrivals } from './recharges/arrivals.ts';
import { chainSink, railSink } from './recharges/heard.ts';
import type { Deposits } from './recharges/ports.ts';
import { cashierHandlers, type ReceiptsOf } from './routes.ts';
import { Cashier } from './service.ts';
import { CashierSettings } from './settings.ts';
import { Turnovers } from './turnover/service.ts';
import { withdrawalKind } from './withdrawals/facts.ts';

/** What the cashier uses of other modules. */
type UsedModules = {
  wallet: Wallet & { forCashier: Wallet };
  members: MemberChecks;
  play: Play & { likenesses: Pick<Likenesses, 'compare'> };
  rewards: Rewards;
  uploads: Uploads;
  records: Records;
};

/** Opens the cashier with the chains and providers that the settings name. */
export const openCashier = async (context: Context, modules: UsedModules) => {
  const { connections, config, log, clock, secret, currency, bus } = context;
  const { wallet, play, rewards, uploads } = modules;
  const { pool } = connections.cashier;
  const timeZone = config.SITE_TIME_ZONE;
  const { turnovers, arrivals } = openArrivals(context, modules);
  const settings = chainSettings(config);
  const chain = await Chain.open({ pool, log, clock, settings, sink: chainSink(arrivals, clock) });
  const rails = createRails({
    pool,
    clock,
    secret,
    config,
    log,
    sink: railSink({ pool, arrivals, log, bus }),
  });
  const payPages = createPayPages(secret);
  const { receiptsOf, receiptOfEntry } = signersOf(context, wallet);
  const cashier = new Cashier(context, {
    wallet: wallet.forCashier,
    turnovers,
    arrivals,
    chain,
    deposits: depositsOf(chain, payPages),
    railOf: (channel) => rails.railOf(channel),
    members: modules.members,
    checks: {
      compareMember: (owner) => play.likenesses.compare(owner),
      admitDeposit: (client, owner, amountMinor) => play.admitDeposit(client, owner, amountMinor),
      claimVoucher: (client, owner, id, claim) => uploads.claim(client, owner, id, claim),
    },
    benefitsOf: (owner) => rewards.vip.termsOf(owner),
    receiptsOf: (owner, { id, fee_hold: feeHold }) =>
      receiptsOf(owner, { refs: [id, feeHold], kind: withdrawalKind, subjects: [id] }),
  });
  holdWhenLogIsRefused(context, cashier);
  const notes = createMoneyNotes({ records: modules.records, cashier });
  const moneyPage = createMoneyPages({ wallet, currency, notes, timeZone });
  const moneyEntry = createMoneyEntry({ wallet, currency, notes });
  const sandbox = rails.sandbox && {
    desk: rails.sandbox,
    payee: () => config.SITE_NAME,
    chain: chain.sandbox && chainDeskOf(chain.sandbox, payPages),
  };
  const watch = new RailWatch({ cashier, chain, log, clock });
  return {
    service: Object.assign(cashier, {
      chain,
      rails,
      moneyPage,
      /** What the last comparison of the rails with the ledger found. */
      railDifferences: () => watch.last(),
    }),
    handlers: {
      ...cashierHandlers({ cashier, clock, currency, notes, timeZone, receiptsOf }),
      ...moneyLogHandlers({ pages: moneyPage, one: moneyEntry, receiptOfEntry }),
    },
    routes: [
      (app, { counts }) => registerPaymentNotices(app, { hearNotice: rails.notify, counts }),
      (app, tools) => {
        if (sandbox) registerSandboxPages(app, { ...sandbox, ...tools });
      },
    ],
    routines: [
      { name: 'deposits', everyMs: config.CHAIN_POLL_SECONDS * 1_000, run: () => chain.poll() },
      { name: 'sandbox notices', everyMs: 5_000, run: () => rails.resend() },
      { name: 'unpaid recharges', everyMs: 5_000, run: () => cashier.recharges.expire() },
      { name: 'payouts', everyMs: 1_000, run: () => cashier.review.advance() },
      { name: 'rails', everyMs: 600_000, firstMs: 60_000, run: () => watch.check() },
    ],
    stored: cashierMetrics(context, { watch, chain }),
    stop: () => chain.stop(),
  } satisfies Module;
};

/** Holds payouts when the public log does not continue what was signed. */
const holdWhenLogIsRefused = ({ bus, log }: Context, { payoutHolds }: Cashier): void => {
  bus.on('logRefused', async ({ signedAt }) => {
    if (!(await payoutHolds.placeForLog(signedAt))) return;
    log.error({ alarm: 'payouts_held' }, 'payouts are held: the database may be older than what was paid');
  });
};

/** What takes the payments of rails and chains, with the turnover that they are credited to. */
const openArrivals = (context: Context, { wallet, play }: UsedModules) => {
  const { connections, clock, bus } = context;
  const turnovers = new Turnovers({
    pool: connections.calls.pool,
    stakes: (owner, after, on) => settledStakes(on, owner, after),
    isWaived: async (owner, on) => (await play.restrictionOf(owner, on))?.kind === 'excluded',
  });
  const arrivals = new Arrivals({
    pool: connections.cashier.pool,
    wallet: wallet.forCashier,
    turnovers,
    clock,
    bus,
    settings: new CashierSettings(context),
  });
  return { turnovers, arrivals };
};

/** The chains as recharges use them. */
const depositsOf = (chain: Chain, payPages: PayPages): Deposits => ({
  allocate: (order) => chain.allocate(order),
  confirmations: (network, block) => chain.confirmations(network, block),
  lookUp: (network, txHash) => chain.lookUp(network, txHash),
  isDeadEnd: (address) => chain.isDeadEnd(address),
  isSandbox: (network) => chain.isSandbox(network),
  testNetwork: (network) => chain.testNetwork(network),
  payPage: (payment) => payPages.pathOf(payment),
});

/** The sandbox chains as the page of the sandbox's wallet uses them. */
const chainDeskOf = (chain: SandboxChain, payPages: PayPages): ChainDesk => ({
  open: (token) => payPages.open(token),
  showAddress,
  chain: {
    send: (order) => chain.send(order),
    reorganise: ({ network, to }) => chain.reorganise({ network, only: to, isLost: true }),
  },
});

/** Signs what the log has of some subjects of a member, and entries of the wallet. Each counts from when it happened. */
const signersOf = ({ connections, receipts }: Context, wallet: Wallet) => {
  const receiptsOf: ReceiptsOf = async (owner, { refs = [], kind, subjects = [] }) => {
    const [entries, facts] = await Promise.all([
      refs.length === 0 ? [] : wallet.entryFacts(owner, refs),
      kind === undefined ? [] : memberFactsOf(connections.cashier.pool, owner, { kind, subjects }),
    ]);
    return signDated(receipts, [...facts, ...entries]);
  };
  /** Signs one entry of the wallet. @throws Refused `not_found` */
  const receiptOfEntry = async (owner: Owner, version: bigint): Promise<Receipt[]> => {
    const fact = await wallet.entryFact(owner, version);
    if (fact === undefined) throw new Refused('not_found');
    return signDated(receipts, [fact]);
  };
  return { receiptsOf, receiptOfEntry };
};

/** The cashier with what pays into it. */
export type OpenCashier = Awaited<ReturnType<typeof openCashier>>['service'];
