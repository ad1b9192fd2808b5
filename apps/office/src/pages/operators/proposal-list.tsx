import type { Output } from '@touchline/contract/routes';
import { proposalStates, type OperatorProposal } from '@touchline/contract/shapes/proposals';
import { type ReactNode, useMemo, useState } from 'react';
import { Decision, type Option } from '../../features/queue/decision.tsx';
import { call } from '../../lib/call.ts';
import { again, useCall } from '../../lib/query.ts';
import { PagedList } from '../../features/queue/paged-list.tsx';
import {
  proposalOptions,
  ProposalState,
  useIsMine,
  useProposalColumns,
  useProposalFacts,
} from '../../features/queue/proposal.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay, useRoleNames } from '../../lib/rights.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import { useFormats } from '../../lib/site.ts';
import { Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/notices.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { OperatorOutcome } from './operator-outcome.tsx';

const limit = 50;
const keyOf = ({ id }: OperatorProposal): string => id;
const ofRow = ({ id }: OperatorProposal) => ({ member: '-', id });

const useColumns = (): Column<OperatorProposal>[] => {
  const t = useT();
  const { state, people } = useProposalColumns<OperatorProposal>(ProposalState);
  return useMemo(
    () => [
      { id: 'account', header: t('signIn.account'), cell: accountOf },
      {
        id: 'change',
        header: t('proposal.change'),
        cell: ({ change }) => t(`operatorChange.${change.change}`),
      },
      state,
      ...people,
    ],
    [t, state, people],
  );
};

/** Changes of operators that need a second owner, and their outcomes. */
export const ProposalList = ({ parts }: { parts: ReactNode }) => {
  const t = useT();
  const columns = useColumns();
  const page = usePageNumber();
  const search = usePageSearch();
  const state = choiceOf(search.state, proposalStates);
  const list = useCall('officeOperatorProposals', { page, limit, state }, { follow: true, keep: true });
  const queue = useQueue(list.data?.list, ofRow);
  // Decided, it leaves the list of those that wait. It stays open, since a link is shown once.
  const [decided, setDecided] = useState<OperatorProposal>();
  const open = [...(list.data?.list ?? []), ...(decided === undefined ? [] : [decided])].find(
    ({ id }) => id === queue.open?.id,
  );
  return (
    <Page
      title={t('place.operators')}
      filters={
        <Choice
          label={t('column.state')}
          value={state}
          choices={proposalStates}
          all={t('table.all')}
          name={(each) => t(`proposalState.${each}`)}
          onChange={(chosen) => queue.filter({ state: chosen ?? '' })}
        />
      }
    >
      {parts}
      <PagedList
        label={t('operator.tab.proposals')}
        columns={columns}
        keyOf={keyOf}
        list={list}
        limit={limit}
        searchOf={queue.linkOf}
        openKey={search.id}
        empty={{ title: t('proposal.empty'), hint: t('proposal.emptyHint') }}
        open={
          open && {
            key: open.id,
            title: accountOf(open),
            onClose: queue.close,
            content: <ProposalDetail of={open} onDecided={setDecided} />,
          }
        }
      />
    </Page>
  );
};

/** The operator a proposal is about. */
const accountOf = ({ operator, change }: OperatorProposal): string =>
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
const ProposalDetail = ({
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
