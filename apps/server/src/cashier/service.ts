import { parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Wallet } from '../wallet/service.ts';
import { parseAddress } from './chain/address.ts';
import type { Chain } from './chain/service.ts';
import { readChannels, type Channel } from './channels.ts';
import { createPayouts, type Names } from './payout/service.ts';
import type { Arrivals } from './recharge/arrivals.ts';
import type { ClaimVoucher, Deposits, HostedRail, Owner } from './recharge/ports.ts';
import { createRechargeReview } from './recharge/review.ts';
import { createRecharges, type RechargesOptions } from './recharge/service.ts';
import { networkOf } from './recharge/wire.ts';
import type { Turnovers } from './turnover/service.ts';
import { railStates } from './rail-states.ts';
import { createDesk } from './withdrawal/desk.ts';
import { manualPayer, sandboxPayer } from './withdrawal/payer.ts';
import { createReview } from './withdrawal/review.ts';
import { createWithdrawals, type WithdrawalsOptions } from './withdrawal/service.ts';
import type { Benefits, Rules } from './withdrawal/terms.ts';

type CashierConfig = Pick<
  Config,
  | 'CHANNELS'
  | 'SITE_TIME_ZONE'
  | 'TURNOVER_MULTIPLE'
  | 'WITHDRAW_MIN'
  | 'WITHDRAW_MAX'
  | 'WITHDRAW_FEE_BP'
  | 'WITHDRAW_FEE_FIXED'
  | 'WITHDRAW_FEE_MIN'
  | 'WITHDRAW_DAYS'
  | 'WITHDRAW_FROM'
  | 'WITHDRAW_TO'
  | 'WITHDRAW_ARRIVAL_HOURS'
  | 'WITHDRAW_PASSWORD_ABOVE'
  | 'WITHDRAW_TWO_ABOVE'
  | 'PAYOUT_COOLING_HOURS'
  | 'PAYOUT_RAIL'
  | 'PAYOUT_SANDBOX_SECONDS'
>;

export type CashierOptions = {
  pool: pg.Pool;
  db: Db;
  wallet: Wallet;
  turnovers: Turnovers;
  arrivals: Arrivals;
  names: Names;
  checkSecond: WithdrawalsOptions['checkSecond'];
  deposits: Deposits;
  railOf: (channel: Channel) => HostedRail;
  claimVoucher: ClaimVoucher;
  admitDeposit: RechargesOptions['admitDeposit'];
  /** Compared with what was credited; absent where no chain is read. */
  chain?: Pick<Chain, 'reconcile'>;
  clock: Clock;
  log: Log;
  currency: Currency;
  config: CashierConfig;
  /** What a member's level gives at withdrawals; see Benefits. */
  benefitsOf?: (owner: Owner) => Promise<Benefits>;
  /** Told of what moved, after it is on the disk. */
  onMoved: (owner: Owner, what: { recharge?: string; withdrawal?: string; wallet: boolean }) => void;
};

export type Cashier = ReturnType<typeof createCashier>;
export type { RailState } from './rail-states.ts';
export type { Reviewed } from './recharge/review.ts';
export type { OnDesk } from './withdrawal/desk.ts';
export type { Queue } from './withdrawal/queries.ts';
export { channelIds } from './channels.ts';
export { selectCreditedWithin, selectDeposits } from './recharge/queries.ts';
export { selectPaidWithin } from './withdrawal/queries.ts';
export { createTurnovers } from './turnover/service.ts';

/** The turnover multiple "1.0" in hundredths of a percent. */
const multipleBp = (text: string): number => Math.round(Number(text) * 10_000);

/** The cashier: money in and out of members' wallets. */
export const createCashier = (options: CashierOptions) => {
  const { pool, wallet, turnovers, names, clock, log, currency, config, onMoved } = options;
  const { scale } = currency;
  const channels = readChannels(config.CHANNELS, scale);
  const rules = readRules(config, scale);
  const recharges = createRecharges({
    ...{ ...options, channels, turnoverBp: rules.turnoverBp, timeZone: config.SITE_TIME_ZONE },
    onMoved: (owner, recharge) => onMoved(owner, { recharge, wallet: false }),
  });
  const moved = (owner: Owner, withdrawal: string): void => onMoved(owner, { withdrawal, wallet: true });
  return {
    ...{ channels, rules, recharges, turnovers },
    /** Whether a channel moves no real money. */
    isSandbox: (channel: Channel): boolean => {
      const network = networkOf(channel.id);
      return network === undefined ? options.railOf(channel).sandbox : options.deposits.isSandbox(network);
    },
    /** What rails and chains tell of. */
    arrivals: options.arrivals,
    payouts: createPayouts({
      ...{ pool, clock, names, coolingHours: rules.coolingHours },
      readAddress: parseAddress,
    }),
    withdrawals: createWithdrawals({
      ...{ pool, wallet, turnovers, names, clock, currency, rules, onMoved: moved },
      ...{ checkSecond: options.checkSecond, benefitsOf: options.benefitsOf },
    }),
    rechargeReview: createRechargeReview({
      ...{ pool, arrivals: options.arrivals, deposits: options.deposits, scale },
      onMoved: (owner, recharge, walletMoved) => onMoved(owner, { recharge, wallet: walletMoved }),
    }),
    desk: createDesk({ pool, wallet, scale }),
    /** Each rail beside its account in the ledger. */
    railStates: () => railStates({ pool, wallet, chain: options.chain }),
    review: createReview({
      ...{ pool, wallet, clock, log, onMoved: moved },
      payer: config.PAYOUT_RAIL === 'manual' ? manualPayer : sandboxPayer(config.PAYOUT_SANDBOX_SECONDS),
    }),
  };
};

const readRules = (config: CashierConfig, scale: number): Rules => {
  const read = (name: keyof CashierConfig): bigint => {
    const minor = parseAmount(String(config[name]), scale);
    if (minor === undefined) throw new Error(`${name} "${config[name]}" is no amount`);
    return minor;
  };
  const rules: Rules = {
    minMinor: read('WITHDRAW_MIN'),
    maxMinor: read('WITHDRAW_MAX'),
    fee: {
      feeBp: config.WITHDRAW_FEE_BP,
      feeFixedMinor: read('WITHDRAW_FEE_FIXED'),
      feeMinMinor: read('WITHDRAW_FEE_MIN'),
    },
    window: {
      days: [...new Set(config.WITHDRAW_DAYS.split(',').map(Number))].toSorted((a, b) => a - b),
      ...{ from: config.WITHDRAW_FROM, to: config.WITHDRAW_TO, timeZone: config.SITE_TIME_ZONE },
    },
    arrivalHours: config.WITHDRAW_ARRIVAL_HOURS,
    passwordAboveMinor: read('WITHDRAW_PASSWORD_ABOVE'),
    twoAboveMinor: read('WITHDRAW_TWO_ABOVE'),
    coolingHours: config.PAYOUT_COOLING_HOURS,
    turnoverBp: multipleBp(config.TURNOVER_MULTIPLE),
  };
  if (rules.minMinor < 1n || rules.maxMinor < rules.minMinor)
    throw new Error('WITHDRAW_MIN and WITHDRAW_MAX');
  if (rules.window.to < rules.window.from) throw new Error('WITHDRAW_FROM and WITHDRAW_TO');
  return rules;
};
