import type { Adjustment } from '@touchline/contract/shapes/office';
import type { ProposalState as State } from '@touchline/contract/shapes/proposals';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { sessionStore } from '../../lib/session.ts';
import { useStore } from '../../lib/use-store.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import type { Option } from './decision.tsx';

/** What every proposal has: who proposed it, and who decided it. */
type Proposed = Pick<Adjustment, 'proposedBy' | 'proposedAt' | 'decidedBy' | 'decidedAt' | 'note'>;

/** How the states of a proposal look. */
export const proposalTones = {
  proposed: 'wait',
  applied: 'good',
  published: 'good',
  refused: 'bad',
  withdrawn: 'plain',
  expired: 'plain',
  revoked: 'bad',
} as const satisfies Record<string, Tone>;

/** The state of a proposal, where its kind has no special words for it. */
export const ProposalState = ({ of: { state } }: { of: { state: State } }) => {
  const t = useT();
  return <Tag tone={proposalTones[state]}>{t(`proposalState.${state}`)}</Tag>;
};

/**
 * The columns of any list of proposals, between the columns of its kind: the state, who proposed it, when, and who decided it.
 * @param State shows the state in the words of the kind; the same component at each call
 */
export const useProposalColumns = <P extends Proposed>(
  State: ComponentType<{ of: P }>,
): { state: Column<P>; people: Column<P>[] } => {
  const t = useT();
  const { when } = useFormats();
  return useMemo(
    () => ({
      state: { id: 'state', header: t('column.state'), cell: (of) => <State of={of} /> },
      people: [
        { id: 'by', header: t('correction.proposedBy'), cell: ({ proposedBy }) => proposedBy.account },
        {
          id: 'at',
          header: t('correction.proposedAt'),
          wide: true,
          cell: ({ proposedAt }) => when(proposedAt),
        },
        {
          id: 'decided',
          header: t('column.decidedBy'),
          wide: true,
          cell: ({ decidedBy }) => decidedBy?.account ?? '–',
        },
      ],
    }),
    [t, when, State],
  );
};

/** The facts of any proposal: who proposed and decided it, when, and what the one who decided wrote. */
export const useProposalFacts = (of: Proposed): [label: string, value: ReactNode][] => {
  const t = useT();
  const { when } = useFormats();
  return [
    [t('correction.proposedBy'), of.proposedBy.account],
    [t('correction.proposedAt'), when(of.proposedAt)],
    [t('column.decidedBy'), of.decidedBy?.account],
    [t('column.decidedAt'), of.decidedAt === undefined ? undefined : when(of.decidedAt)],
    [t('decision.note'), of.note],
  ];
};

/** Whether the operator who looks has proposed it. */
export const useIsMine = (of: Pick<Proposed, 'proposedBy'>): boolean =>
  useStore(sessionStore)?.id === of.proposedBy.id;

type Words = Pick<Option, 'label' | 'sentence' | 'asks'>;

/**
 * What can be decided about a proposal: its proposer withdraws it, another operator applies or rejects it.
 * @param of.barred why it cannot be applied by this operator, or now
 * @param of.endBarred why it can be neither refused nor withdrawn now
 * @param of.key the key that applies it
 * @param of.harm which of both buttons warns: the one that applies it, or the one that ends it
 */
export const proposalOptions = (of: {
  isMine: boolean;
  barred: string | undefined;
  endBarred?: string | undefined;
  key?: string;
  harm?: 'apply' | 'end';
  apply: Words;
  refuse: Words;
  withdraw: Words;
  decide: (
    decision: 'apply' | 'refuse' | 'withdraw',
    given: Parameters<Option['run']>[0],
  ) => Promise<unknown>;
}): Option[] => {
  const { isMine, barred, endBarred, key = 'a', harm = 'end', decide } = of;
  const end = isMine
    ? ({ key: 'w', decision: 'withdraw', words: of.withdraw } as const)
    : ({ key: 'r', decision: 'refuse', words: of.refuse } as const);
  return [
    { key, ...of.apply, barred, harm: harm === 'apply', run: (given) => decide('apply', given) },
    {
      key: end.key,
      ...end.words,
      barred: endBarred,
      harm: harm === 'end',
      run: (given) => decide(end.decision, given),
    },
  ];
};
