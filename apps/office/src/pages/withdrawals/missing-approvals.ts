import type { OfficeWithdrawal } from '@touchline/contract/shapes/office';

type Reviewed = Pick<OfficeWithdrawal, 'approvalsNeeded'> & {
  withdrawal: Pick<OfficeWithdrawal['withdrawal'], 'stage'>;
  approvals: readonly unknown[];
};

/** How many more operators have to say yes: none to one that has left the review, however it did. */
export const missingApprovals = ({ withdrawal, approvals, approvalsNeeded }: Reviewed): number =>
  withdrawal.stage === 'in_review' ? Math.max(0, approvalsNeeded - approvals.length) : 0;
