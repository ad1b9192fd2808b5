import { call } from '../../api/call.ts';
import { useFormats } from '../../api/site.ts';
import { Decision, type Option } from '../../queue/decision.tsx';
import { useT } from '../../shell/i18n.ts';
import { useMay } from '../../shell/use-rights.ts';
import { sessionStore } from '../../state/session.ts';
import { useStore } from '../../state/use-store.ts';
import type { Reviewed } from './withdrawal-detail.tsx';

type Props = { of: Reviewed; onDone: () => void; onRefused: () => void };

/** What can be decided of a withdrawal where it is. */
const useOptions = (of: Reviewed): Option[] => {
  const { withdrawal, member, approvals, approvalsNeeded, stopped, version } = of;
  const t = useT();
  const may = useMay();
  const { money, currency } = useFormats();
  const session = useStore(sessionStore);
  const ofMember = { member: member.id, id: withdrawal.id, version };
  const figures = { member: member.account, amount: `${money(withdrawal.amount)} ${currency}` };
  const harm = { harm: true, asks: { reason: true, note: t('decision.noteForMember') } };
  const approvedByMe = approvals.some(({ operator }) => operator.id === session?.id);

  if (withdrawal.state === 'in_progress' && withdrawal.stage === 'in_review' && may('officeWithdrawDecide')) {
    const isLast = approvals.length + 1 >= approvalsNeeded;
    return [
      {
        key: 'a',
        label: t('withdrawal.approve'),
        sentence: isLast ? t('withdrawal.approveSure', figures) : t('withdrawal.approveFirst', figures),
        barred: approvedByMe ? t('withdrawal.own') : stopped ? t('withdrawal.stoppedShort') : undefined,
        run: ({ seen }) => call('officeWithdrawDecide', { ...ofMember, ...seen, decision: 'approve' }),
      },
      {
        key: 'r',
        label: t('withdrawal.refuse'),
        ...harm,
        sentence: t('withdrawal.refuseSure', figures),
        run: async ({ reason, note, seen }) =>
          reason && call('officeWithdrawDecide', { ...ofMember, ...seen, decision: 'refuse', reason, note }),
      },
    ];
  }
  const options: Option[] = [];
  if (withdrawal.stage === 'paying' && may('officeWithdrawPaid')) {
    options.push({
      key: 'p',
      label: t('withdrawal.paid'),
      asks: { reference: t('withdrawal.reference') },
      sentence: t('withdrawal.paidSure', figures),
      barred: stopped ? t('withdrawal.stoppedShort') : undefined,
      run: async ({ reference, seen }) =>
        reference && call('officeWithdrawPaid', { ...ofMember, ...seen, reference }),
    });
  }
  if (withdrawal.state === 'success' && may('officeWithdrawFinish')) {
    options.push(
      {
        key: 'f',
        label: t('withdrawal.finish'),
        sentence: t('withdrawal.finishSure', figures),
        run: ({ seen }) => call('officeWithdrawFinish', { ...ofMember, ...seen }),
      },
      {
        key: 'b',
        label: t('withdrawal.returned'),
        ...harm,
        sentence: t('withdrawal.returnedSure', figures),
        run: async ({ reason, note, seen }) =>
          reason && call('officeWithdrawReturned', { ...ofMember, ...seen, reason, note }),
      },
    );
  }
  return options;
};

/** Approves, refuses, pays by hand, confirms or books back a withdrawal. */
export const WithdrawalDecision = ({ of, onDone, onRefused }: Props) => {
  const options = useOptions(of);
  return <Decision options={options} onDone={onDone} onRefused={onRefused} origin={of.memberOrigin} />;
};
