import type { Withdrawal } from '@touchline/contract/shapes/cashier';
import type pg from 'pg';
import { Refused } from '../../platform/refusal.ts';
import type { Wallet } from '../../wallet/service.ts';
import { countSharing, selectFingerprint } from '../payout/queries.ts';
import {
  selectApprovals,
  selectQueue,
  selectWithdrawal,
  type Approval,
  type Owner,
  type Queue,
  type WithdrawalRow,
} from './queries.ts';
import { toWireWithdrawal } from './wire.ts';

/** A withdrawal as an operator sees it. */
export type OnDesk = Owner & { withdrawal: Withdrawal; approvals: Approval[]; approvalsNeeded: number };

export type Desk = {
  queue(queue: Queue, page: { limit: number; offset: number }): Promise<{ list: OnDesk[]; total: number }>;
  /** With how many other members have the same payout method, and whether payments of this one are stopped. */
  detail(owner: Owner, id: string): Promise<OnDesk & { sharedWith: number; stopped: boolean }>;
  show(row: WithdrawalRow): Promise<OnDesk>;
};

/** What operators look at before they decide on withdrawals. */
export const createDesk = ({
  pool,
  wallet,
  scale,
}: {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'isStopped'>;
  scale: number;
}): Desk => {
  const show = async (row: WithdrawalRow): Promise<OnDesk> => {
    const owner = { shard: row.shard, memberId: row.member_id };
    return {
      ...owner,
      withdrawal: toWireWithdrawal(row, scale),
      approvals: await selectApprovals(pool, owner, [row.id]),
      approvalsNeeded: row.approvals_needed,
    };
  };
  return {
    show,
    async queue(queue, page) {
      const { rows, total } = await selectQueue(pool, queue, page);
      return { list: await Promise.all(rows.map(show)), total };
    },
    async detail(owner, id) {
      const row = await selectWithdrawal(pool, owner, id);
      if (row === undefined) throw new Refused('not_found');
      const fingerprint = await selectFingerprint(pool, owner, row.method_id);
      return {
        ...(await show(row)),
        sharedWith: fingerprint === undefined ? 0 : await countSharing(pool, fingerprint, owner.memberId),
        stopped: await wallet.isStopped(owner.shard),
      };
    },
  };
};
