import type pg from 'pg';
import type { Channel } from '../core/config/payments.ts';
import type { Context } from '../core/module.ts';
import type { Owner } from '../core/owner.ts';
import type { Wallet } from '../ledger/index.ts';
import type { Chain } from './chain/service.ts';
import { PayoutHolds } from './payout-hold/service.ts';
import { PayoutMethods, type MemberChecks } from './payout-methods/service.ts';
import { railStates, type RailState } from './rail-states.ts';
import type { Arrivals } from './recharges/arrivals.ts';
import type { Deposits, HostedRailOf, RechargeChecks } from './recharges/ports.ts';
import { RechargeReview } from './recharges/review.ts';
import { Recharges } from './recharges/service.ts';
import { networkOf } from './recharges/wire.ts';
import { CashierSettings } from './settings.ts';
import type { Turnovers } from './turnover/service.ts';
import { WithdrawalDesk } from './withdrawals/desk.ts';
import { manualPayer, sandboxPayer } from './withdrawals/payer.ts';
import { WithdrawalReview } from './withdrawals/review.ts';
import { Withdrawals, type WithdrawalReceipts } from './withdrawals/service.ts';
import type { Benefits } from './withdrawals/terms.ts';

/** What the cashier uses of other modules, of rails and of chains. */
type CashierUses = {
  wallet: Wallet;
  turnovers: Turnovers;
  arrivals: Arrivals;
  members: MemberChecks;
  deposits: Deposits;
  railOf: HostedRailOf;
  checks: RechargeChecks;
  /** Compared with what was credited; absent where no chain is read. */
  chain?: Chain;
  /** What a member's level gives at withdrawals; see Benefits. */
  benefitsOf?: (owner: Owner) => Promise<Benefits>;
  /** Signs the steps of a withdrawal and its entries in the wallet; without it there are no receipts. */
  receiptsOf?: WithdrawalReceipts;
};

/** The cashier: money in and out of members' wallets. */
export class Cashier {
  readonly recharges: Recharges;
  readonly rechargeReview: RechargeReview;
  /** Takes the reports of rails and chains. */
  readonly arrivals: Arrivals;
  readonly payouts: PayoutMethods;
  readonly withdrawals: Withdrawals;
  readonly review: WithdrawalReview;
  readonly desk: WithdrawalDesk;
  readonly payoutHolds: PayoutHolds;
  readonly turnovers: Turnovers;
  readonly #settings: CashierSettings;
  readonly #background: pg.Pool;
  readonly #uses: CashierUses;

  constructor(context: Context, uses: CashierUses) {
    const { config, clock, log, bus } = context;
    const { pool } = context.connections.cashier;
    const settings = new CashierSettings(context);
    const of = { ...uses, pool, clock, log, bus, settings };
    this.#settings = settings;
    this.#background = context.connections.background.pool;
    this.#uses = uses;
    this.turnovers = uses.turnovers;
    this.arrivals = uses.arrivals;
    this.recharges = new Recharges(of);
    this.rechargeReview = new RechargeReview(of);
    this.payouts = new PayoutMethods(of);
    this.withdrawals = new Withdrawals(of);
    this.desk = new WithdrawalDesk(of);
    this.payoutHolds = new PayoutHolds(of);
    this.review = new WithdrawalReview({
      ...of,
      holds: this.payoutHolds,
      payer: config.PAYOUT_RAIL === 'manual' ? manualPayer : sandboxPayer(config.PAYOUT_SANDBOX_SECONDS),
    });
  }

  /** The open channels, as the settings have them now. */
  channels(): Channel[] {
    return this.#settings.channels();
  }

  /** The rules of withdrawals, as the settings have them now. */
  rules(): ReturnType<CashierSettings['rules']> {
    return this.#settings.rules();
  }

  /** Whether a channel moves no real money. */
  isSandbox(channel: Channel): boolean {
    const network = networkOf(channel.id);
    const { railOf, deposits } = this.#uses;
    return network === undefined ? railOf(channel).sandbox : deposits.isSandbox(network);
  }

  /** The name of the test network that a channel is paid on, if it is one. */
  testNetworkOf(channel: Channel): string | undefined {
    const network = networkOf(channel.id);
    return network === undefined ? undefined : this.#uses.deposits.testNetwork(network);
  }

  /** Each rail next to its account in the ledger. */
  railStates(): Promise<RailState[]> {
    const { wallet, chain } = this.#uses;
    return railStates({ pool: this.#background, wallet, chain });
  }
}
