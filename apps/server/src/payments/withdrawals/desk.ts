import type { Withdrawal } from '@touchline/contract/shapes/cashier';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { Refused } from '../../core/refusal.ts';
import type { Wallet } from '../../ledger/index.ts';
import { approvalsNeeded } from './approvals.ts';
import { countSharing, selectSigns } from '../payout-methods/queries.ts';
import {
  selectApprovals,
  selectQueue,
  selectWithdrawal,
  type Approval,
  type Queue,
  type WithdrawalRow,
} from './queries.ts';
import { toWireWithdrawal } from './wire.ts';
import type { Turnovers } from '../turnover/service.ts';
import type { Owner } from '../../core/owner.ts';

/** A withdrawal as an operator sees it. */
export type OnDesk = Owner & {
  withdrawal: Withdrawal;
  approvals: Approval[];
  approvalsNeeded: number;
  version: number;
};

/** The facts about a withdrawal. */
type Background = {
  /** Other members with the same payout method. */
  sharedWith: number;
  /** Since when the member has it. */
  methodSince: Date | undefined;
  /** Whether payments of this member are stopped. */
  stopped: boolean;
  story: Awaited<ReturnType<Wallet['story']>>;
  turnoverLeftMinor: bigint;
};

export type Desk = {
  queue(queue: Queue, page: { limit: number; offset: number }): Promise<{ list: OnDesk[]; total: number }>;
  detail(owner: Owner, id: string): Promise<OnDesk & Background>;
  show(row: WithdrawalRow): Promise<OnDesk>;
};

/** The facts that operators see before they decide on withdrawals. */
export const createDesk = ({
  pool,
  wallet,
  turnovers,
  clock,
  twoAboveMinor,
  scale,
}: {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'isStopped' | 'story'>;
  turnovers: Pick<Turnovers, 'of'>;
  clock: Clock;
  /** Above this sum of a day two operators approve. */
  twoAboveMinor: () => bigint;
  scale: number;
}): Desk => {
  const show = async (row: WithdrawalRow): Promise<OnDesk> => {
    const owner = { shard: row.shard, memberId: row.member_id };
    return {
      ...owner,
      withdrawal: toWireWithdrawal(row, scale),
      approvals: await selectApprovals(pool, owner, [row.id]),
      approvalsNeeded:
        row.state === 'in_progress' && row.stage === 'in_review'
          ? await approvalsNeeded(pool, row, { at: clock.now(), twoAboveMinor: twoAboveMinor() })
          : row.approvals_needed,
      version: row.version,
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
      const [shown, signs, stopped, story, turnover] = await Promise.all([
        show(row),
        selectSigns(pool, owner, row.method_id),
        wallet.isStopped(owner.shard),
        wallet.story(owner),
        turnovers.of(owner),
      ] as const);
      return {
        ...shown,
        stopped,
        story,
        turnoverLeftMinor: turnover.leftMinor,
        sharedWith: signs === undefined ? 0 : await countSharing(pool, signs.fingerprint, owner.memberId),
        methodSince: signs?.created_at,
      };
    },
  };
};
