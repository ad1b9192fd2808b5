import type { OfficeWithdrawal } from '@touchline/contract/shapes/office';

type Reviewed = Pick<OfficeWithdrawal, 'approvalsNeeded'> & {
  withdrawal: Pick<OfficeWithdrawal['withdrawal'], 'stage'>;
  approvals: readonly unknown[];
};

/** How many more operators have to approve: none once the withdrawal has left the review. */
export const missingApprovals = ({ withdrawal, approvals, approvalsNeeded }: Reviewed): number =>
  withdrawal.stage === 'in_review' ? Math.max(0, approvalsNeeded - approvals.length) : 0;
