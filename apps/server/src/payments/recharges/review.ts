import type { RefusalReason } from '@touchline/contract/refusal-reasons';
import type { Recharge } from '@touchline/contract/shapes/cashier';
import { formatAmount } from '@touchline/money/amount';
import type pg from 'pg';
import type { Bus } from '../../core/events.ts';
import { Refused } from '../../core/refusal.ts';
import { Transient, transaction, withRetry } from '../../core/database/transaction.ts';
import type { Arrivals, Verdict } from './arrivals.ts';
import { creditOf, mayCredit } from './domain.ts';
import { selectPayments } from './payment-queries.ts';
import type { Deposits } from './ports.ts';
import { selectRecharge, selectToReview, updateRecharge, type RechargeRow } from './queries.ts';
import { toWireRecharge } from './wire.ts';
import type { Owner } from '../../core/owner.ts';

/** Runs inside the transaction of a decision, to write its line of the audit log. */
type Noted = (client: pg.PoolClient) => Promise<void>;

export type Reviewed = Owner & {
  recharge: Recharge;
  version: number;
  /** What the wallet receives if the first of its payments in review is credited, an amount; nothing where it can only be refused. */
  credits: string | undefined;
};

/** The version of a recharge that the operator saw. A payment or a voucher makes a new version. */
type SeenVersion = { id: string; version: number };

export type RechargeReview = {
  /** Recharges to review, the longest waiting first. */
  queue(page: { limit: number; offset: number }): Promise<{ list: Reviewed[]; total: number }>;
  detail(owner: Owner, id: string): Promise<Reviewed>;
  /**
   * @throws Refused `not_found` when the recharge has no such payment, `outdated` when the recharge has another version,
   *   `decided_already` when the payment is not in review, `validation` to credit one in another currency
   */
  decidePayment(
    owner: Owner,
    seen: SeenVersion,
    given: { payment: string; verdict: Verdict },
    noted: Noted,
  ): Promise<Reviewed>;
  /** @throws Refused `outdated` when it has another version, `recharge_state` when something was paid for it, or it has ended */
  reject(owner: Owner, seen: SeenVersion, reason: RefusalReason, noted: Noted): Promise<Reviewed>;
};

/**
 * Recharges as operators review them. A voucher is shown to them and credits nothing: only a payment of a
 * rail can.
 */
export const createRechargeReview = ({
  pool,
  arrivals,
  deposits,
  scale,
  bus,
}: {
  pool: pg.Pool;
  arrivals: Pick<Arrivals, 'decide'>;
  deposits: Deposits;
  scale: number;
  bus: Pick<Bus, 'publish'>;
}): RechargeReview => {
  const sayMoved = ({ shard, memberId }: Owner, rechargeId: string, walletMoved: boolean): void =>
    bus.publish('rechargeMoved', { shard, memberId, rechargeId, walletMoved });

  const toReviewed = async (row: RechargeRow): Promise<Reviewed> => {
    const owner = { shard: row.shard, memberId: row.member_id };
    const payments = await selectPayments(pool, owner, [row.id]);
    const waiting = payments.find(({ state }) => state === 'in_review');
    const terms = { feeBp: row.fee_bp, feeFixedMinor: row.fee_fixed, turnoverBp: row.turnover_bp };
    return {
      ...owner,
      recharge: await toWireRecharge(row, payments, { scale, deposits }),
      version: row.version,
      credits:
        waiting && mayCredit(waiting.payment_case)
          ? formatAmount(creditOf(terms, waiting.gross).creditedMinor, scale)
          : undefined,
    };
  };

  const detail = async (owner: Owner, id: string): Promise<Reviewed> => {
    const row = await selectRecharge(pool, owner, id);
    if (row?.ready !== true) throw new Refused('not_found');
    return toReviewed(row);
  };

  return {
    detail,
    async queue(page) {
      const { rows, total } = await selectToReview(pool, page);
      return { list: await Promise.all(rows.map(toReviewed)), total };
    },

    async decidePayment(owner, { id, version }, { payment, verdict }, noted) {
      const { recharge } = await detail(owner, id);
      if (!recharge.payments.some((one) => one.id === payment)) throw new Refused('not_found');
      await withRetry(() =>
        transaction(pool, async (client) => {
          const decided = await arrivals.decide(client, owner, {
            id,
            version,
            payment,
            verdict,
          });
          if (!decided) throw new Refused('decided_already');
          await noted(client);
        }),
      );
      sayMoved(owner, id, verdict === 'credit');
      return detail(owner, id);
    },

    async reject(owner, { id, version }, reason, noted) {
      await withRetry(() =>
        transaction(pool, async (client) => {
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
      sayMoved(owner, id, false);
      return detail(owner, id);
    },
  };
};
