import { expect, test } from 'vitest';
import { missingApprovals } from './approvals.tsx';

test('a withdrawal in review waits for those who have not approved it', () => {
  const withdrawal = { stage: 'in_review' } as const;
  expect(missingApprovals({ withdrawal, approvals: [], approvalsNeeded: 2 })).toBe(2);
  expect(missingApprovals({ withdrawal, approvals: [{}], approvalsNeeded: 2 })).toBe(1);
  expect(missingApprovals({ withdrawal, approvals: [{}, {}], approvalsNeeded: 2 })).toBe(0);
});

test('one that was refused, cancelled or is being paid waits for no operator', () => {
  expect(missingApprovals({ withdrawal: {}, approvals: [], approvalsNeeded: 2 })).toBe(0);
  expect(missingApprovals({ withdrawal: { stage: 'paying' }, approvals: [{}], approvalsNeeded: 2 })).toBe(0);
});
