import type { Output } from '@touchline/contract/routes';
import type { OperatorProposal } from '@touchline/contract/shapes/proposals';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { again, useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { Decision, type Option } from '../../features/queue/decision.tsx';
import {
  proposalOptions,
  ProposalState,
  useIsMine,
  useProposalFacts,
} from '../../features/queue/proposal.tsx';
import { useT } from '../../lib/i18n.ts';
import { useMay, useRoleNames } from '../../lib/rights.ts';
import { Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/notices.tsx';
import { OperatorOutcome } from './operator-outcome.tsx';

/** The operator a proposal is about. */
export const accountOf = ({ operator, change }: OperatorProposal): string =>
  operator?.account ?? (change.change === 'add' ? change.account : '');

/** Whether both owners give the code of the person who is let in. */
const needsCode = ({ change: { change } }: OperatorProposal): boolean =>
  change === 'add' || change === 'password';

const refresh = () => again('officeOperatorProposals', 'officeOperatorList', 'officeToday');

const useOptions = (
  of: OperatorProposal,
  onOutcome: (outcome: Output<'officeOperatorDecide'>) => void,
): Option[] => {
  const t = useT();
  const may = useMay();
  const isMine = useIsMine(of);
  const isAlone = useCall('officeOperatorList', { page: 1, limit: 1 }).data?.alone?.state === 'alone';
  if (of.state !== 'proposed' || !may('officeOperatorDecide')) return [];
  const account = accountOf(of);
  return proposalOptions({
    isMine,
    // Where there is no second owner, the one there is applies an own proposal of before too.
    barred: isMine && !isAlone ? t('proposal.own') : undefined,
    apply: {
      label: t('correction.apply'),
      sentence: t(`operatorChangeSure.${of.change.change}`, { account }),
      asks: needsCode(of) ? { reference: t('operator.code') } : {},
    },
    withdraw: { label: t('correction.withdraw'), sentence: t('proposal.withdrawSure', { account }) },
    refuse: {
      label: t('correction.refuse'),
      sentence: t('proposal.refuseSure', { account }),
      asks: { note: t('decision.note') },
    },
    decide: async (decision, { note, reference: code }) =>
      onOutcome(await call('officeOperatorDecide', { id: of.id, version: of.version, decision, note, code })),
  });
};

/** One change of an operator: what, why, by whom, and, for another owner, its approval. */
export const ProposalDetail = ({
  of,
  onDecided,
}: {
  of: OperatorProposal;
  onDecided: (decided: OperatorProposal) => void;
}) => {
  const t = useT();
  const { when } = useFormats();
  const roleNames = useRoleNames();
  const [outcome, setOutcome] = useState<Output<'officeOperatorDecide'>>();
  const options = useOptions(of, (made) => {
    setOutcome(made);
    if (made.proposal !== undefined) onDecided(made.proposal);
  });
  const facts = useProposalFacts(of);
  const { change, shared } = of;
  return (
    <>
      {outcome?.operator !== undefined && (
        <OperatorOutcome of={outcome} done={t('proposal.applied', { account: outcome.operator.account })} />
      )}
      {of.state === 'proposed' && shared !== undefined && <Note>{t(`proposalShared.${shared}`)}</Note>}
      <Decision options={options} onDone={() => void refresh()} onRefused={() => void refresh()} />
      <Facts
        of={[
          [t('column.state'), <ProposalState key="state" of={of} />],
          [t('signIn.account'), accountOf(of)],
          [t('proposal.change'), t(`operatorChange.${change.change}`)],
          [t('proposal.rolesBefore'), change.change === 'roles' ? roleNames(change.before) : undefined],
          [t('account.roles'), 'roles' in change ? roleNames(change.roles) : undefined],
          [t('decision.reason'), of.reason],
          [t('proposal.expires'), of.state === 'proposed' ? when(of.expiresAt) : undefined],
          ...facts,
          [t('proposal.aloneTitle'), of.alone === true ? t('proposal.alone') : undefined],
        ]}
      />
    </>
  );
};
