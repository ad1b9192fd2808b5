import type { Queryable } from '../../core/database/database.ts';
import { dayBefore, sumLeaving, type WithdrawalRow } from './queries.ts';

/**
 * How many operators have to approve a withdrawal in review. Requests that were saved up over days are counted on the day they
 * leave, by everything that leaves with them.
 */
export const approvalsNeeded = async (
  on: Queryable,
  row: WithdrawalRow,
  { at, twoAboveMinor }: { at: Date; twoAboveMinor: bigint },
): Promise<WithdrawalRow['approvals_needed']> => {
  const owner = { shard: row.shard, memberId: row.member_id };
  const leavingMinor = await sumLeaving(on, owner, { beside: row.id, since: dayBefore(at) });
  return leavingMinor + row.amount > twoAboveMinor ? 2 : row.approvals_needed;
};
