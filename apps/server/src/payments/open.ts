import type { Receipt } from '@touchline/contract/shapes/receipt';
import { type Records, settledStakes } from '../betting/index.ts';
import { type Members, sameName, type Uploads } from '../accounts/index.ts';
import type { Likenesses, Play } from '../safer-play/index.ts';
import type { Rewards } from '../growth/index.ts';
import type { Wallet } from '../ledger/index.ts';
import { memberFactsOf } from '../core/public-log/facts.ts';
import type { Owner } from '../core/owner.ts';
import { signDated } from '../core/public-log/receipts.ts';
import { Refused } from '../core/refusal.ts';
import type { Context, Module } from '../core/module.ts';
import { createPayPages } from './chain/pay-page.ts';
import { createChain } from './chain/service.ts';
import { chainSettings } from './chain/settings.ts';
import { pointsOfRails, readCashierFigures } from './metrics.ts';
import { createMoneyEntry, createMoneyPages, moneyLogHandlers } from './log-routes.ts';
import { createMoneyNotes } from './money-notes.ts';
import { chainDesk, watchRails } from './rail-watch.ts';
import { createRails } from './providers/service.ts';
import { readChannels } from '../core/config/channels.ts';
import { createArrivals } from './recharges/arrivals.ts';
import { chainSink, railSink } from './recharges/heard.ts';
import { cashierHandlers, type ReceiptsOf } from './routes.ts';
import { createCashier } from './service.ts';
import { createTurnovers } from './turnover/service.ts';
import { withdrawalKind } from './withdrawals/facts.ts';

/** Opens the cashier with the chains and providers that the settings name. */
export const openCashier = async (
  { connections, config, log, clock, secret, currency, bus, receipts }: Context,
  {
    wallet,
    members,
    play,
    rewards,
    uploads,
    records,
  }: {
    wallet: Wallet & { forCashier: Wallet };
    members: Pick<Members, 'verifiedName' | 'checkSecond' | 'factorEnd'>;
    play: Pick<Play, 'admitDeposit' | 'restrictionOf'> & { likenesses: Pick<Likenesses, 'compare'> };
    rewards: Pick<Rewards, 'vip'>;
    uploads: Pick<Uploads, 'claim'>;
    records: Pick<Records, 'byId'>;
  },
) => {
  const { pool } = connections.cashier;
  const timeZone = config.SITE_TIME_ZONE;
  const turnovers = createTurnovers({
    pool: connections.calls.pool,
    stakes: (owner, after, on) => settledStakes(on, owner, after),
    isWaived: async (owner, on) => (await play.restrictionOf(owner, on))?.kind === 'excluded',
  });
  const arrivals = createArrivals({
    pool,
    wallet: wallet.forCashier,
    turnovers,
    clock,
    scale: currency.scale,
    rateOf: (channel) =>
      readChannels(config.CHANNELS, currency.scale).find(({ id }) => id === channel)?.rateMicro,
    bus,
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
    sink: railSink({ pool, arrivals, log, bus }),
  });
  const payPages = createPayPages(secret);
  /** Signs what the log has of some subjects of a member, and entries of the wallet. Each counts from when it happened. */
  const receiptsOf: ReceiptsOf = async (owner, { refs = [], kind, subjects = [] }) => {
    const [entries, facts] = await Promise.all([
      refs.length === 0 ? [] : wallet.entryFacts(owner, refs),
      kind === undefined ? [] : memberFactsOf(pool, owner, { kind, subjects }),
    ]);
    return signDated(receipts, [...facts, ...entries]);
  };
  /** Signs one entry of the wallet. @throws Refused `not_found` */
  const receiptOfEntry = async (owner: Owner, version: bigint): Promise<Receipt[]> => {
    const fact = await wallet.entryFact(owner, version);
    if (fact === undefined) throw new Refused('not_found');
    return signDated(receipts, [fact]);
  };
  const cashier = createCashier({
    pool,
    background: connections.background.pool,
    wallet: wallet.forCashier,
    turnovers,
    arrivals,
    chain,
    deposits: { ...chain, payPage: (recharge) => payPages.pathOf(recharge) },
    railOf: rails.railOf,
    names: { verifiedName: (memberId) => members.verifiedName(memberId), sameName },
    checkSecond: (owner, given) => members.checkSecond(owner, given),
    withdrawFrom: (owner) => members.factorEnd.withdrawFrom(owner),
    benefitsOf: (owner) => rewards.vip.termsOf(owner),
    claimVoucher: (client, owner, id, claim) => uploads.claim(client, owner, id, claim),
    compareMember: (owner) => play.likenesses.compare(owner),
    admitDeposit: (client, owner, amountMinor) => play.admitDeposit(client, owner, amountMinor),
    clock,
    log,
    currency,
    config,
    bus,
    receiptsOf: (owner, { id, fee_hold: feeHold }) =>
      receiptsOf(owner, { refs: [id, feeHold], kind: withdrawalKind, subjects: [id] }),
  });
  bus.on('logRefused', async ({ signedAt }) => {
    if (!(await cashier.payoutHolds.placeForLog(signedAt))) return;
    log.error({ alarm: 'payouts_held' }, 'payouts are held: the database may be older than what was paid');
  });
  const notes = createMoneyNotes({ records, cashier });
  const moneyPage = createMoneyPages({ wallet, currency, notes, timeZone });
  const moneyEntry = createMoneyEntry({ wallet, currency, notes });
  const watch = watchRails({ railStates: cashier.railStates, chain }, log, clock);
  return {
    service: {
      ...cashier,
      chain,
      rails,
      moneyPage,
      /** What the last comparison of the rails with the ledger found. */
      railDifferences: watch.last,
      /** The pages of the sandbox rails; undefined where there is no sandbox. */
      sandbox: rails.sandbox && {
        desk: rails.sandbox,
        payee: () => config.SITE_NAME,
        chain: chain.sandbox && chainDesk(chain.sandbox, payPages),
      },
    },
    handlers: {
      ...cashierHandlers({ cashier, clock, currency, notes, timeZone, receiptsOf }),
      ...moneyLogHandlers({ pages: moneyPage, one: moneyEntry, receiptOfEntry }),
    },
    routines: [
      { name: 'deposits', everyMs: config.CHAIN_POLL_SECONDS * 1_000, run: () => chain.poll() },
      { name: 'sandbox notices', everyMs: 5_000, run: rails.resend },
      { name: 'unpaid recharges', everyMs: 5_000, run: () => cashier.recharges.expire() },
      { name: 'payouts', everyMs: 1_000, run: () => cashier.review.advance() },
      { name: 'rails', everyMs: 600_000, firstMs: 60_000, run: watch.check },
    ],
    figures: {
      now: () => pointsOfRails({ differing: watch.last().differing, chains: chain.progress() }),
      stored: () => readCashierFigures(connections.background.pool),
    },
    stop: () => chain.stop(),
  } satisfies Module;
};

/** The cashier with what pays into it. */
export type OpenCashier = Awaited<ReturnType<typeof openCashier>>['service'];
