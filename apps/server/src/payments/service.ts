import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Bus } from '../core/events.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/logging/log.ts';
import { readChannels, type Channel } from '../core/config/channels.ts';
import { remember } from '../core/config/live-settings.ts';
import type { Wallet } from '../ledger/index.ts';
import { parseAddress } from './chain/address.ts';
import type { Chain } from './chain/service.ts';
import { createPayouts, type Names } from './payout-methods/service.ts';
import type { Arrivals } from './recharges/arrivals.ts';
import type { ClaimVoucher, Deposits, HostedRail } from './recharges/ports.ts';
import { createRechargeReview } from './recharges/review.ts';
import { createRecharges, type RechargesOptions } from './recharges/service.ts';
import { networkOf } from './recharges/wire.ts';
import type { Turnovers } from './turnover/service.ts';
import { railStates } from './rail-states.ts';
import { createPayoutHolds } from './payout-hold/service.ts';
import { createDesk } from './withdrawals/desk.ts';
import { manualPayer, sandboxPayer } from './withdrawals/payer.ts';
import { createReview } from './withdrawals/review.ts';
import { readRules, type CashierConfig } from './rules.ts';
import { createWithdrawals, type WithdrawalsOptions } from './withdrawals/service.ts';
import type { Benefits } from './withdrawals/terms.ts';
import type { Owner } from '../core/owner.ts';

export type CashierOptions = {
  pool: pg.Pool;
  /** For sums over many rows; without it the same. */
  background?: pg.Pool;
  wallet: Wallet;
  turnovers: Turnovers;
  arrivals: Arrivals;
  names: Names;
  checkSecond: WithdrawalsOptions['checkSecond'];
  withdrawFrom?: WithdrawalsOptions['withdrawFrom'];
  deposits: Deposits;
  railOf: (channel: Pick<Channel, 'id' | 'method'>) => HostedRail;
  claimVoucher: ClaimVoucher;
  compareMember: RechargesOptions['compareMember'];
  admitDeposit: RechargesOptions['admitDeposit'];
  /** Compared with what was credited; absent where no chain is read. */
  chain?: Pick<Chain, 'reconcile'>;
  clock: Clock;
  log: Log;
  currency: Currency;
  config: CashierConfig;
  /** What a member's level gives at withdrawals; see Benefits. */
  benefitsOf?: (owner: Owner) => Promise<Benefits>;
  bus: Pick<Bus, 'publish' | 'publishAndWait'>;
  /** Signs the steps of a withdrawal and its entries in the wallet; without it there are no receipts. */
  receiptsOf?: WithdrawalsOptions['receiptsOf'];
};

export type Cashier = ReturnType<typeof createCashier>;

/** The cashier: money in and out of members' wallets. */
export const createCashier = (options: CashierOptions) => {
  const { pool, wallet, turnovers, names, clock, log, currency, config, bus } = options;
  const { scale } = currency;
  const readOpen = remember((text: string) => readChannels(text, scale));
  const channels = (): Channel[] => readOpen(config.CHANNELS);
  const rateOf = (type: string) => channels().find(({ id }) => id === type)?.rateMicro;
  const rules = () => readRules(config, scale);
  const recharges = createRecharges({
    ...options,
    channels,
    turnoverBp: () => rules().turnoverBp,
    timeZone: config.SITE_TIME_ZONE,
  });
  const payoutHolds = createPayoutHolds({ pool, clock });
  return {
    payoutHolds,
    /** The open channels and the rules, as the settings have them now. */
    channels,
    rules,
    recharges,
    turnovers,
    /** Whether a channel moves no real money. */
    isSandbox: (channel: Channel): boolean => {
      const network = networkOf(channel.id);
      return network === undefined ? options.railOf(channel).sandbox : options.deposits.isSandbox(network);
    },
    /** The name of the test network that a channel is paid on, if it is one. */
    testNetworkOf: (channel: Channel): string | undefined => {
      const network = networkOf(channel.id);
      return network === undefined ? undefined : options.deposits.testNetwork(network);
    },
    /** Takes the reports of rails and chains. */
    arrivals: options.arrivals,
    payouts: createPayouts({
      pool,
      clock,
      names,
      coolingHours: () => config.PAYOUT_COOLING_HOURS,
      readAddress: parseAddress,
      isDeadEnd: (address) => options.deposits.isDeadEnd(address),
      bus,
      checkSecond: options.checkSecond,
    }),
    withdrawals: createWithdrawals({
      pool,
      wallet,
      turnovers,
      names,
      clock,
      currency,
      rules,
      bus,
      checkSecond: options.checkSecond,
      isDeadEnd: (address) => options.deposits.isDeadEnd(address),
      rateOf,
      benefitsOf: options.benefitsOf,
      withdrawFrom: options.withdrawFrom,
      receiptsOf: options.receiptsOf,
    }),
    rechargeReview: createRechargeReview({
      pool,
      arrivals: options.arrivals,
      deposits: options.deposits,
      scale,
      bus,
    }),
    desk: createDesk({
      pool,
      wallet,
      turnovers,
      clock,
      twoAboveMinor: () => rules().twoAboveMinor,
      scale,
    }),
    /** Each rail beside its account in the ledger. */
    railStates: () => railStates({ pool: options.background ?? pool, wallet, chain: options.chain }),
    review: createReview({
      pool,
      wallet,
      clock,
      log,
      bus,
      holds: payoutHolds,
      twoAboveMinor: () => rules().twoAboveMinor,
      rateOf,
      scale,
      payer: config.PAYOUT_RAIL === 'manual' ? manualPayer : sandboxPayer(config.PAYOUT_SANDBOX_SECONDS),
    }),
  };
};
