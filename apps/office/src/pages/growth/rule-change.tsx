import type { TeamRulesChange } from '@touchline/contract/shapes/office-growth';
import { useFormats } from '../../api/site.ts';
import { Decision, type Option } from '../../queue/decision.tsx';
import { useT } from '../../shell/i18n.ts';
import { sessionStore } from '../../state/session.ts';
import { useStore } from '../../state/use-store.ts';
import { Facts } from '../../ui/facts.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { useDay } from './use-day.ts';

/** A proposal of rules of any kind. */
export type RuleChange = Omit<TeamRulesChange, 'levels'>;

export const toneOf: Record<RuleChange['state'], Tone> = {
  proposed: 'wait',
  applied: 'good',
  refused: 'bad',
  withdrawn: 'plain',
};

type Decide = (decision: 'apply' | 'refuse' | 'withdraw', note?: string) => Promise<unknown>;

const useOptions = (of: RuleChange, newest: string | undefined, decide: Decide): Option[] => {
  const t = useT();
  const session = useStore(sessionStore);
  const mine = of.proposedBy.id === session?.id;
  const names = { operator: of.proposedBy.account };
  const isOld = newest !== undefined && newest !== of.basedOn;
  const own = mine ? t('ruleChange.own') : undefined;
  const barred = isOld ? t('ruleChange.outdated') : own;
  const apply: Option = {
    key: 'a',
    label: t('ruleChange.apply'),
    sentence: t('ruleChange.applySure', names),
    barred,
    run: () => decide('apply'),
  };
  if (mine) {
    return [
      apply,
      {
        key: 'w',
        label: t('ruleChange.withdraw'),
        sentence: t('ruleChange.withdrawSure'),
        harm: true,
        run: () => decide('withdraw'),
      },
    ];
  }
  return [
    apply,
    {
      key: 'r',
      label: t('ruleChange.refuse'),
      sentence: t('ruleChange.refuseSure', names),
      harm: true,
      asks: { note: t('decision.note'), noteNeeded: true },
      run: ({ note }) => decide('refuse', note),
    },
  ];
};

/** Who proposed and decided, and, for another operator, the yes. */
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
  const { when } = useFormats();
  const day = useDay();
  const options = useOptions(of, newest, decide);
  return (
    <>
      {of.state === 'proposed' && mayDecide && (
        <Decision options={options} onDone={onDone} onRefused={onDone} />
      )}
      <Facts
        of={[
          [
            t('column.state'),
            <Tag key="state" tone={toneOf[of.state]}>
              {t(`ruleChangeState.${of.state}`)}
            </Tag>,
          ],
          [t('decision.reason'), of.reason],
          [t('ruleChange.basedOn'), of.basedOn],
          [t('ruleChange.from'), of.from === undefined ? t('ruleChange.nextDay') : day(of.from)],
          [t('correction.proposedBy'), of.proposedBy.account],
          [t('correction.proposedAt'), when(of.proposedAt)],
          [t('column.decidedBy'), of.decidedBy?.account],
          [t('column.decidedAt'), of.decidedAt === undefined ? undefined : when(of.decidedAt)],
          [t('decision.note'), of.note],
          [t('ruleChange.version'), of.version],
        ]}
      />
    </>
  );
};
