import type { Output } from '@touchline/contract/routes';
import type { OperatorProposal, ProposalDecision } from '@touchline/contract/shapes/proposals';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { again } from '../../api/query.ts';
import { useFormats } from '../../api/site.ts';
import { Decision, type Option } from '../../queue/decision.tsx';
import { useT } from '../../shell/i18n.ts';
import { useRoleNames } from '../../shell/role-names.ts';
import { useMay } from '../../shell/use-rights.ts';
import { sessionStore } from '../../state/session.ts';
import { useStore } from '../../state/use-store.ts';
import { Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/note.tsx';
import { Tag } from '../../ui/tag.tsx';
import { OperatorOutcome } from './operator-outcome.tsx';

/** How the state of a proposal looks. */
export const toneOf = {
  proposed: 'wait',
  applied: 'good',
  refused: 'bad',
  withdrawn: 'plain',
  expired: 'plain',
} as const;

/** Whom a proposal is about. */
export const accountOf = ({ operator, change }: OperatorProposal): string =>
  operator?.account ?? (change.change === 'add' ? change.account : '');

const refresh = () => again('officeOperatorProposals', 'officeOperatorList', 'officeToday');

const useOptions = (
  of: OperatorProposal,
  onOutcome: (outcome: Output<'officeOperatorDecide'>) => void,
): Option[] => {
  const t = useT();
  const may = useMay();
  const session = useStore(sessionStore);
  if (of.state !== 'proposed' || !may('officeOperatorDecide')) return [];
  const account = accountOf(of);
  const decide = async (decision: ProposalDecision, note?: string): Promise<void> =>
    onOutcome(
      await call('officeOperatorDecide', {
        id: of.id,
        version: of.version,
        decision,
        note,
      }),
    );
  const isMine = of.proposedBy.id === session?.id;
  const apply: Option = {
    key: 'a',
    label: t('correction.apply'),
    sentence: t(`operatorChangeSure.${of.change.change}`, { account }),
    barred: isMine ? t('proposal.own') : undefined,
    run: () => decide('apply'),
  };
  if (isMine) {
    return [
      apply,
      {
        key: 'w',
        label: t('correction.withdraw'),
        sentence: t('proposal.withdrawSure', { account }),
        harm: true,
        run: () => decide('withdraw'),
      },
    ];
  }
  return [
    apply,
    {
      key: 'r',
      label: t('correction.refuse'),
      sentence: t('proposal.refuseSure', { account }),
      harm: true,
      asks: { note: t('decision.note') },
      run: ({ note }) => decide('refuse', note),
    },
  ];
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
          [
            t('column.state'),
            <Tag key="state" tone={toneOf[of.state]}>
              {t(`proposalState.${of.state}`)}
            </Tag>,
          ],
          [t('signIn.account'), accountOf(of)],
          [t('proposal.change'), t(`operatorChange.${change.change}`)],
          [t('proposal.rolesBefore'), change.change === 'roles' ? roleNames(change.before) : undefined],
          [t('account.roles'), 'roles' in change ? roleNames(change.roles) : undefined],
          [t('decision.reason'), of.reason],
          [t('correction.proposedBy'), of.proposedBy.account],
          [t('correction.proposedAt'), when(of.proposedAt)],
          [t('proposal.expires'), of.state === 'proposed' ? when(of.expiresAt) : undefined],
          [t('column.decidedBy'), of.decidedBy?.account],
          [t('column.decidedAt'), of.decidedAt === undefined ? undefined : when(of.decidedAt)],
          [t('proposal.aloneTitle'), of.alone === true ? t('proposal.alone') : undefined],
          [t('decision.note'), of.note],
        ]}
      />
    </>
  );
};
