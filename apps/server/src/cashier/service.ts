import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Groups } from '../platform/groups.ts';
import type { Log } from '../platform/log.ts';
import { readChannels, type Channel } from '../platform/settings/channels.ts';
import { remember } from '../platform/settings/live.ts';
import type { Wallet } from '../wallet/service.ts';
import { parseAddress } from './chain/address.ts';
import type { Chain } from './chain/service.ts';
import { createPayouts, type Names } from './payout/service.ts';
import type { Arrivals } from './recharge/arrivals.ts';
import type { ClaimVoucher, Deposits, HostedRail } from './recharge/ports.ts';
import { createRechargeReview } from './recharge/review.ts';
import { createRecharges, type RechargesOptions } from './recharge/service.ts';
import { networkOf } from './recharge/wire.ts';
import type { Turnovers } from './turnover/service.ts';
import { railStates } from './rail-states.ts';
import { createPayoutHolds } from './payout-hold/service.ts';
import { createDesk } from './withdrawal/desk.ts';
import { manualPayer, sandboxPayer } from './withdrawal/payer.ts';
import { createReview } from './withdrawal/review.ts';
import { readRules, type CashierConfig } from './rules.ts';
import { createWithdrawals, type WithdrawalsOptions } from './withdrawal/service.ts';
import type { Benefits } from './withdrawal/terms.ts';
import type { Owner } from '../platform/owner.ts';

export type CashierOptions = {
  pool: pg.Pool;
  groups: Groups;
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
  bus: Pick<Bus, 'say' | 'sayAndWait'>;
  /** Signs the steps of a withdrawal and its entries in the wallet; without it there are no receipts. */
  receiptsOf?: WithdrawalsOptions['receiptsOf'];
};

export type Cashier = ReturnType<typeof createCashier>;
export type { RailState } from './rail-states.ts';
export type { Reviewed } from './recharge/review.ts';
export type { OnDesk } from './withdrawal/desk.ts';
export type { Queue } from './withdrawal/queries.ts';
export type { Turnovers } from './turnover/service.ts';

/** The cashier: money in and out of members' wallets. */
export const createCashier = (options: CashierOptions) => {
  const { pool, groups, wallet, turnovers, names, clock, log, currency, config, bus } = options;
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
  const payoutHolds = createPayoutHolds({ pool, groups, clock });
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
      groups,
      clock,
      names,
      coolingHours: () => config.PAYOUT_COOLING_HOURS,
      readAddress: parseAddress,
      isDeadEnd: (address) => options.deposits.isDeadEnd(address),
      bus,
      checkSecond: options.checkSecond,
    }),
    withdrawals: createWithdrawals({
      groups,
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
      groups,
      arrivals: options.arrivals,
      deposits: options.deposits,
      scale,
      bus,
    }),
    desk: createDesk({
      groups,
      wallet,
      turnovers,
      clock,
      twoAboveMinor: () => rules().twoAboveMinor,
      scale,
    }),
    /** Each rail beside its account in the ledger. */
    railStates: () => railStates({ pool: options.background ?? pool, wallet, chain: options.chain }),
    review: createReview({
      groups,
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
