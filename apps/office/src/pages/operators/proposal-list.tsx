import { proposalStates, type OperatorProposal } from '@touchline/contract/shapes/proposals';
import { type ReactNode, useMemo, useState } from 'react';
import { useCall } from '../../lib/query.ts';
import { PagedList } from '../../features/queue/paged-list.tsx';
import { ProposalState, useProposalColumns } from '../../features/queue/proposal.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { accountOf, ProposalDetail } from './proposal-detail.tsx';

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
