import { call } from '../../api/call.ts';
import { useFormats } from '../../api/site.ts';
import { Decision, type Option } from '../../queue/decision.tsx';
import { useT } from '../../shell/i18n.ts';
import { useMay } from '../../shell/use-rights.ts';
import { Tag } from '../../ui/tag.tsx';
import type { Reviewed } from './recharge-detail.tsx';
import { useRechargeWords } from './recharge-words.ts';

type Props = { of: Reviewed; onDone: () => void; onRefused: () => void };

/** Credits or refuses a payment in review; rejects a recharge that nothing came for. */
export const RechargeDecision = ({
  of: { recharge, member, version, credits, memberOrigin },
  onDone,
  onRefused,
}: Props) => {
  const t = useT();
  const may = useMay();
  const { money, currency } = useFormats();
  const words = useRechargeWords();
  const ofMember = { member: member.id, id: recharge.id, version };
  const waiting = recharge.payments.find(({ state }) => state === 'in_review');
  const names = { member: member.account };

  const options: Option[] = [];
  if (waiting !== undefined && may('officePaymentDecide')) {
    const decide =
      (decision: 'credit' | 'refuse'): Option['run'] =>
      ({ seen }) =>
        call('officePaymentDecide', { ...ofMember, ...seen, payment: waiting.id, decision });
    const figures = {
      ...names,
      paid: words.paid(recharge, waiting),
      amount: `${money(recharge.amount)} ${currency}`,
    };
    if (credits !== undefined) {
      options.push({
        key: 'a',
        label: t('recharge.credit'),
        sentence: t('recharge.creditSure', { ...figures, credits: `${money(credits)} ${currency}` }),
        run: decide('credit'),
      });
    }
    options.push({
      key: 'r',
      label: t('recharge.refuse'),
      harm: true,
      sentence: t('recharge.refuseSure', figures),
      run: decide('refuse'),
    });
  }
  const isOpen =
    recharge.state === 'created' || recharge.state === 'awaiting' || recharge.state === 'expired';
  if (waiting === undefined && isOpen && may('officeRechargeReject')) {
    options.push({
      key: 'r',
      label: t('recharge.reject'),
      harm: true,
      asks: { reason: true },
      sentence: t('recharge.rejectSure', { ...names, amount: `${money(recharge.amount)} ${currency}` }),
      run: async ({ reason, seen }) =>
        reason === undefined ? undefined : call('officeRechargeReject', { ...ofMember, ...seen, reason }),
    });
  }
  return (
    <>
      <div>
        <Tag tone={waiting !== undefined ? 'wait' : recharge.state === 'credited' ? 'good' : 'plain'}>
          {words.state(recharge)}
        </Tag>
        {recharge.reason !== undefined && ` ${t(`refusal.${recharge.reason}`)}`}
      </div>
      <Decision options={options} onDone={onDone} onRefused={onRefused} origin={memberOrigin} />
    </>
  );
};
