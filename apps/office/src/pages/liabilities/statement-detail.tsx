import type { ReserveProposal } from '@touchline/contract/shapes/liabilities';
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
import { Code } from './liability-parts.tsx';

const refresh = () => again('officeReserveList');

const useOptions = (of: ReserveProposal): Option[] => {
  const t = useT();
  const may = useMay();
  const { money, currency } = useFormats();
  const isMine = useIsMine(of);
  if (of.state !== 'proposed' || !may('officeReserveDecide')) return [];
  const figures = { name: of.name, amount: `${money(of.amount)} ${currency}`, day: of.day };
  return proposalOptions({
    isMine,
    barred: isMine ? t('correction.own') : undefined,
    apply: { label: t('correction.apply'), sentence: t('reserve.applySure', figures) },
    withdraw: { label: t('correction.withdraw'), sentence: t('reserve.withdrawSure', figures) },
    refuse: {
      label: t('correction.refuse'),
      sentence: t('reserve.refuseSure', figures),
      asks: { note: t('decision.note') },
    },
    decide: (decision, { note }) =>
      call('officeReserveDecide', { id: of.id, version: of.version, decision, note }),
  });
};

/** One balance at a bank or a provider, with what another operator decides about it. */
export const StatementDetail = ({ of, onDone }: { of: ReserveProposal; onDone: () => void }) => {
  const t = useT();
  const { money, currency } = useFormats();
  const options = useOptions(of);
  const facts = useProposalFacts(of);
  return (
    <>
      <Decision
        options={options}
        onDone={() => {
          onDone();
          void refresh();
        }}
        onRefused={() => void refresh()}
      />
      <Facts
        of={[
          [t('column.state'), <ProposalState key="state" of={of} />],
          [t('reserve.amount'), `${money(of.amount)} ${currency}`],
          [t('reserve.day'), of.day],
          [t('reserve.file'), <Code key="file" text={of.fileHash} />],
          [t('decision.reason'), of.reason],
          ...facts,
        ]}
      />
    </>
  );
};
