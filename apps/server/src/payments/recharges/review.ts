import type { RefusalReason } from '@touchline/contract/refusal-reasons';
import type { Recharge } from '@touchline/contract/shapes/cashier';
import { formatAmount } from '@touchline/money/amount';
import type pg from 'pg';
import type { Bus } from '../../core/events.ts';
import { Refused } from '../../core/refusal.ts';
import { Transient, transaction, withRetry } from '../../core/database/transaction.ts';
import type { Arrivals, PaymentVerdict } from './arrivals.ts';
import { creditOf, mayCredit } from './domain.ts';
import type { CashierSettings } from '../settings.ts';
import { selectPayments } from './payment-queries.ts';
import type { Deposits } from './ports.ts';
import { selectRecharge, selectToReview, updateRecharge, type RechargeRow } from './queries.ts';
import { toWireRecharge } from './wire.ts';
import type { Owner } from '../../core/owner.ts';

/** Runs inside the transaction of a decision, to write its line of the audit log. */
type Noted = (client: pg.PoolClient) => Promise<void>;

/** A recharge as an operator sees it. */
export type RechargeOnDesk = Owner & {
  recharge: Recharge;
  version: number;
  /** What the wallet receives if the first of its payments in review is credited, an amount; nothing where it can only be refused. */
  credits: string | undefined;
};

/** The version of a recharge that the operator saw. A payment or a voucher makes a new version. */
type SeenVersion = { id: string; version: number };

/**
 * Recharges as operators review them. A voucher is shown to them and credits nothing: only a payment of a
 * rail can.
 */
export class RechargeReview {
  readonly #pool: pg.Pool;
  readonly #bus: Bus;
  readonly #arrivals: Arrivals;
  readonly #deposits: Deposits;
  readonly #settings: CashierSettings;

  constructor(of: {
    pool: pg.Pool;
    bus: Bus;
    arrivals: Arrivals;
    deposits: Deposits;
    settings: CashierSettings;
  }) {
    this.#pool = of.pool;
    this.#bus = of.bus;
    this.#arrivals = of.arrivals;
    this.#deposits = of.deposits;
    this.#settings = of.settings;
  }

  /** Recharges to review, the longest waiting first. */
  async queue(page: { limit: number; offset: number }): Promise<{ list: RechargeOnDesk[]; total: number }> {
    const { rows, total } = await selectToReview(this.#pool, page);
    return { list: await Promise.all(rows.map((row) => this.#show(row))), total };
  }

  /** One recharge. @throws Refused `not_found` */
  async detail(owner: Owner, id: string): Promise<RechargeOnDesk> {
    const row = await selectRecharge(this.#pool, owner, id);
    if (row?.ready !== true) throw new Refused('not_found');
    return this.#show(row);
  }

  /**
   * Credits a payment in review, or refuses it.
   * @throws Refused `not_found` when the recharge has no such payment, `outdated` when the recharge has another version,
   *   `decided_already` when the payment is not in review, `validation` to credit one in another currency
   */
  async decidePayment(
    owner: Owner,
    { id, version }: SeenVersion,
    { payment, verdict }: { payment: string; verdict: PaymentVerdict },
    noted: Noted,
  ): Promise<RechargeOnDesk> {
    const { recharge } = await this.detail(owner, id);
    if (!recharge.payments.some((one) => one.id === payment)) throw new Refused('not_found');
    await withRetry(() =>
      transaction(this.#pool, async (client) => {
        const decided = await this.#arrivals.decide(client, owner, { id, version, payment, verdict });
        if (!decided) throw new Refused('decided_already');
        await noted(client);
      }),
    );
    this.#publishMoved(owner, id, verdict === 'credit');
    return this.detail(owner, id);
  }

  /**
   * Ends a recharge for which nothing was paid.
   * @throws Refused `outdated` when it has another version, `recharge_state` when something was paid for it, or it has ended
   */
  async reject(
    owner: Owner,
    { id, version }: SeenVersion,
    reason: RefusalReason,
    noted: Noted,
  ): Promise<RechargeOnDesk> {
    await withRetry(() =>
      transaction(this.#pool, async (client) => {
        const row = await selectRecharge(client, owner, id);
        if (row?.ready !== true) throw new Refused('not_found');
        if (row.version !== version) throw new Refused('outdated');
        if (row.state !== 'created' && row.state !== 'expired') throw new Refused('recharge_state');
        if (!(await updateRecharge(client, row, { state: 'rejected', reason }))) {
          throw new Transient('the recharge has moved');
        }
        await noted(client);
      }),
    );
    this.#publishMoved(owner, id, false);
    return this.detail(owner, id);
  }

  #publishMoved({ shard, memberId }: Owner, rechargeId: string, walletMoved: boolean): void {
    this.#bus.publish('rechargeMoved', { shard, memberId, rechargeId, walletMoved });
  }

  async #show(row: RechargeRow): Promise<RechargeOnDesk> {
    const owner = { shard: row.shard, memberId: row.member_id };
    const { scale } = this.#settings;
    const payments = await selectPayments(this.#pool, owner, [row.id]);
    const waiting = payments.find(({ state }) => state === 'in_review');
    const terms = { feeBp: row.fee_bp, feeFixedMinor: row.fee_fixed, turnoverBp: row.turnover_bp };
    return {
      ...owner,
      recharge: await toWireRecharge(row, payments, { scale, deposits: this.#deposits }),
      version: row.version,
      credits:
        waiting && mayCredit(waiting.payment_case)
          ? formatAmount(creditOf(terms, waiting.gross).creditedMinor, scale)
          : undefined,
    };
  }
}
