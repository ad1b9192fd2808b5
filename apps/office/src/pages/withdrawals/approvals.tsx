import type { OfficeWithdrawal } from '@touchline/contract/shapes/office';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { Tag } from '../../ui/tag.tsx';
import styles from './withdrawals.module.css';

type Reviewed = Pick<OfficeWithdrawal, 'approvalsNeeded'> & {
  withdrawal: Pick<OfficeWithdrawal['withdrawal'], 'stage'>;
  approvals: readonly unknown[];
};

/** How many more operators have to approve: none once the withdrawal has left the review. */
export const missingApprovals = ({ withdrawal, approvals, approvalsNeeded }: Reviewed): number =>
  withdrawal.stage === 'in_review' ? Math.max(0, approvalsNeeded - approvals.length) : 0;

type Approved = Pick<OfficeWithdrawal, 'withdrawal' | 'approvals' | 'approvalsNeeded'>;

/** Who approved, and how many must: the approval of two people as a state. */
export const Approvals = ({ of, isShort = false }: { of: Approved; isShort?: boolean }) => {
  const t = useT();
  const { when } = useFormats();
  const { approvals, approvalsNeeded: needed } = of;
  const isWhole = approvals.length >= needed;
  const state = (
    <Tag tone={isWhole ? 'good' : approvals.length > 0 ? 'wait' : 'plain'}>
      {t('withdrawal.yes', { given: approvals.length, needed })}
    </Tag>
  );
  if (isShort) return state;
  const missing = Array.from({ length: missingApprovals(of) }, (_, at) => at);
  return (
    <div className={styles.approvals}>
      {state}
      <ol className={styles.steps}>
        {approvals.map(({ operator, at }) => (
          <li key={operator.id} data-given>
            <strong>{operator.account}</strong> {when(at)}
          </li>
        ))}
        {missing.map((at) => (
          <li key={at}>
            {approvals.length + at === 0 ? t('withdrawal.firstMissing') : t('withdrawal.missing')}
          </li>
        ))}
      </ol>
    </div>
  );
};
