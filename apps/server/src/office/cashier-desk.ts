import type { Input } from '@touchline/contract/routes';
import type { AuditAction } from '@touchline/contract/shapes/office';
import type pg from 'pg';
import type { Cashier, WithdrawalOnDesk, Queue, RechargeOnDesk } from '../payments/index.ts';
import type { Operator } from '../core/handler.ts';
import { isId, shardOf } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import type { Audit } from '../core/audit-log/audit.ts';
import type { Owner } from '../core/owner.ts';

type By = { operator: Operator; address: string };
type Of = { member: string; id: string };
type Decided = Of & { originSeen?: true };

/** The owner of an item; a text that is not an id has none. */
const ownerIn = ({ member, id }: Of): Owner => {
  if (!isId(member) || !isId(id)) throw new Refused('not_found');
  const memberId = member.toLowerCase();
  return { shard: shardOf(memberId), memberId };
};

/** Operators' actions on recharges and withdrawals, each with its line of the audit log in the same transaction. */
export const createCashierDesk = ({
  cashier,
  audit,
}: {
  cashier: Pick<Cashier, 'rechargeReview' | 'review' | 'desk' | 'railStates' | 'payoutHolds'>;
  audit: Audit;
}) => {
  const { rechargeReview, review, desk } = cashier;

  const noted =
    (
      { operator, address }: By,
      of: Decided,
      line: { action: AuditAction; kind: 'recharge' | 'withdrawal'; detail?: Record<string, string> },
    ) =>
    (client: pg.PoolClient): Promise<void> => {
      const { shard, memberId } = ownerIn(of);
      return audit(client, {
        operator,
        address,
        action: line.action,
        detail: line.detail ?? {},
        subject: { kind: line.kind, id: of.id },
        member: { id: memberId, shard },
        originSeen: of.originSeen,
      });
    };

  return {
    recharges: (page: { limit: number; offset: number }) => rechargeReview.queue(page),
    recharge: (of: Of): Promise<RechargeOnDesk> => rechargeReview.detail(ownerIn(of), of.id),

    /** @throws Refused `not_found`, `outdated`, `decided_already` */
    decidePayment: (input: Input<'officePaymentDecide'>, by: By): Promise<RechargeOnDesk> => {
      const action = input.decision === 'credit' ? 'payment_credited' : 'payment_refused';
      return rechargeReview.decidePayment(
        ownerIn(input),
        input,
        { payment: input.payment, verdict: input.decision },
        noted(by, input, { action, kind: 'recharge', detail: { payment: input.payment } }),
      );
    },

    /** @throws Refused `not_found`, `outdated`, `recharge_state` */
    rejectRecharge: (input: Input<'officeRechargeReject'>, by: By): Promise<RechargeOnDesk> => {
      const { reason } = input;
      const line = { action: 'recharge_rejected', kind: 'recharge', detail: { reason } } as const;
      return rechargeReview.reject(ownerIn(input), input, reason, noted(by, input, line));
    },

    withdrawals: (queue: Queue, page: { limit: number; offset: number }) => desk.queue(queue, page),
    withdrawal: (of: Of) => desk.detail(ownerIn(of), of.id),

    /** @throws Refused `not_found`, `outdated`, `withdraw_state`, `same_operator`, `reason_needed`, `withdraw_stopped` */
    decideWithdrawal: async (input: Input<'officeWithdrawDecide'>, by: By): Promise<WithdrawalOnDesk> => {
      const { decision, reason, note } = input;
      const owner = ownerIn(input);
      if (decision === 'approve') {
        const line = { action: 'withdrawal_approved', kind: 'withdrawal' } as const;
        return desk.show(await review.approve(owner, input, by.operator.id, noted(by, input, line)));
      }
      if (reason === undefined) throw new Refused('reason_needed');
      const line = { action: 'withdrawal_refused', kind: 'withdrawal', detail: { reason } } as const;
      return desk.show(await review.refuse(owner, input, { reason, note }, noted(by, input, line)));
    },

    /** @throws Refused `not_found`, `outdated`, `withdraw_state`, `reference_used`, `withdraw_stopped` */
    markPaid: async (input: Input<'officeWithdrawPaid'>, by: By): Promise<WithdrawalOnDesk> => {
      const reference = input.reference.trim();
      const line = { action: 'withdrawal_paid', kind: 'withdrawal', detail: { reference } } as const;
      return desk.show(await review.paid(ownerIn(input), input, reference, noted(by, input, line)));
    },

    /** @throws Refused `not_found`, `outdated`, `withdraw_state` */
    finish: async (input: Input<'officeWithdrawFinish'>, by: By): Promise<WithdrawalOnDesk> => {
      const line = { action: 'withdrawal_finished', kind: 'withdrawal' } as const;
      return desk.show(await review.finish(ownerIn(input), input, noted(by, input, line)));
    },

    /** @throws Refused `not_found`, `outdated`, `withdraw_state` */
    markReturned: async (input: Input<'officeWithdrawReturned'>, by: By): Promise<WithdrawalOnDesk> => {
      const { reason, note } = input;
      const line = { action: 'withdrawal_returned', kind: 'withdrawal', detail: { reason } } as const;
      return desk.show(
        await review.returned(ownerIn(input), input, { reason, note }, noted(by, input, line)),
      );
    },

    rails: () => cashier.railStates(),
    payoutHold: () => cashier.payoutHolds.current(),
    payoutsWaiting: () => cashier.payoutHolds.waiting(),
    comparePayouts: (references: readonly string[]) => cashier.payoutHolds.compare(references),

    /** @throws Refused `outdated` */
    releasePayouts: (input: Input<'officePayoutRelease'>, { operator, address }: By): Promise<void> =>
      cashier.payoutHolds.release({ ...input, number: input.version }, operator.id, (client) =>
        audit(client, {
          operator,
          address,
          action: 'payouts_released',
          subject: { kind: 'payouts', id: String(input.version) },
          detail: {
            compared: String(input.references.length),
            unknown: input.unknown.join(' ').slice(0, 2_000),
            reason: input.note,
          },
        }),
      ),
  };
};

export type CashierDesk = ReturnType<typeof createCashierDesk>;
