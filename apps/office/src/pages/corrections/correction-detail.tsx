import type { Adjustment } from '@touchline/contract/shapes/office';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { Decision, type Option } from '../../features/queue/decision.tsx';
import {
  proposalOptions,
  ProposalState,
  useIsMine,
  useProposalFacts,
} from '../../features/queue/proposal.tsx';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Facts } from '../../ui/facts.tsx';
import { MemberLink } from '../../ui/member.tsx';

/** What is available before and after a correction. */
export const BalanceStep = ({ before, after }: { before: string; after: string }) => {
  const t = useT();
  const { money, currency } = useFormats();
  return (
    <span>
      {t('correction.balanceStep', { before: money(before), after: `${money(after)} ${currency}` })}
    </span>
  );
};

const refresh = () => again('officeAdjustmentList');

const useOptions = (of: Adjustment): Option[] => {
  const t = useT();
  const may = useMay();
  const { signed, money, currency } = useFormats();
  const isMine = useIsMine(of);
  if (of.state !== 'proposed' || !may('officeAdjustmentDecide')) return [];
  const figures = { member: of.member.account, amount: `${signed(of.amount)} ${currency}` };
  const { before, after } = of.balance ?? { before: '0', after: of.amount };
  const balances = { before: money(before), after: `${money(after)} ${currency}` };
  return proposalOptions({
    isMine,
    barred: isMine ? t('correction.own') : undefined,
    apply: {
      label: t('correction.apply'),
      sentence: t('correction.applySure', { ...figures, ...balances }),
    },
    withdraw: { label: t('correction.withdraw'), sentence: t('correction.withdrawSure', figures) },
    refuse: {
      label: t('correction.refuse'),
      sentence: t('correction.refuseSure', figures),
      asks: { note: t('decision.note') },
    },
    decide: (decision, { note, seen }) =>
      call('officeAdjustmentDecide', {
        id: of.id,
        version: of.version,
        decision,
        ...seen,
        note,
        walletVersion: of.balance?.walletVersion,
      }),
  });
};

/** One correction: why, by whom, and, for another operator, its yes. */
export const CorrectionDetail = ({ of, onDone }: { of: Adjustment; onDone: () => void }) => {
  const t = useT();
  const { signed, currency } = useFormats();
  const options = useOptions(of);
  const facts = useProposalFacts(of);
  return (
    <>
      <Decision
        options={options}
        origin={of.memberOrigin}
        onDone={() => {
          onDone();
          void refresh();
        }}
        onRefused={() => void refresh()}
      />
      <Facts
        of={[
          [t('column.state'), <ProposalState key="state" of={of} />],
          [t('column.member'), <MemberLink key="member" of={of.member} />],
          [t('column.amount', { currency }), <strong key="amount">{signed(of.amount)}</strong>],
          [
            t(of.state === 'applied' ? 'correction.balanceThen' : 'correction.balanceNow'),
            of.balance && <BalanceStep key="balance" {...of.balance} />,
          ],
          [t('decision.reason'), of.reason],
          ...facts,
        ]}
      />
    </>
  );
};
