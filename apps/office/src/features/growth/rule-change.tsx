import type { TeamRulesChange } from '@touchline/contract/shapes/office-growth';
import { Decision, type Option } from '../queue/decision.tsx';
import { proposalOptions, ProposalState, useIsMine, useProposalFacts } from '../queue/proposal.tsx';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useT } from '../../lib/i18n.ts';
import { Facts } from '../../ui/facts.tsx';

/** A proposal of rules of any kind. */
export type RuleChange = Omit<TeamRulesChange, 'levels'>;

type Decide = (decision: 'apply' | 'refuse' | 'withdraw', note?: string) => Promise<unknown>;

const useOptions = (of: RuleChange, newest: string | undefined, decide: Decide): Option[] => {
  const t = useT();
  const isMine = useIsMine(of);
  const names = { operator: of.proposedBy.account };
  const isOld = newest !== undefined && newest !== of.basedOn;
  const own = isMine ? t('ruleChange.own') : undefined;
  return proposalOptions({
    isMine,
    barred: isOld ? t('ruleChange.outdated') : own,
    apply: { label: t('ruleChange.apply'), sentence: t('ruleChange.applySure', names) },
    withdraw: { label: t('ruleChange.withdraw'), sentence: t('ruleChange.withdrawSure') },
    refuse: {
      label: t('ruleChange.refuse'),
      sentence: t('ruleChange.refuseSure', names),
      asks: { note: t('decision.note'), noteNeeded: true },
    },
    decide: (decision, { note }) => decide(decision, note),
  });
};

/** Who proposed and decided, and the approval for another operator. */
export const RuleChangeDetail = ({
  of,
  newest,
  decide,
  mayDecide,
  onDone,
}: {
  of: RuleChange;
  /** The newest version: what was made on another can no longer count. */
  newest: string | undefined;
  decide: Decide;
  mayDecide: boolean;
  onDone: () => void;
}) => {
  const t = useT();
  const { longDay: day } = useDayFormats();
  const options = useOptions(of, newest, decide);
  const facts = useProposalFacts(of);
  return (
    <>
      {of.state === 'proposed' && mayDecide && (
        <Decision options={options} onDone={onDone} onRefused={onDone} />
      )}
      <Facts
        of={[
          [t('column.state'), <ProposalState key="state" of={of} />],
          [t('decision.reason'), of.reason],
          [t('ruleChange.basedOn'), of.basedOn],
          [t('ruleChange.from'), of.from === undefined ? t('ruleChange.nextDay') : day(of.from)],
          ...facts,
          [t('ruleChange.version'), of.version],
        ]}
      />
    </>
  );
};
