import type { Adjustment } from '@touchline/contract/shapes/office';
import { useMemo } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { NewButton, newKeyword, PagedList } from '../../features/queue/paged-list.tsx';
import { ProposalState, useProposalColumns } from '../../features/queue/proposal.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import { useMay } from '../../lib/rights.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { CorrectionDetail } from './correction-detail.tsx';
import { CorrectionForm } from './correction-form.tsx';

const limit = 50;
const states = ['proposed', 'applied', 'refused', 'withdrawn'] as const;
const ofRow = ({ id, member }: Adjustment) => ({ member: member.id, id });
const keyOf = ({ id }: Adjustment): string => id;
const useColumns = (): Column<Adjustment>[] => {
  const t = useT();
  const { signed, currency } = useFormats();
  const { state, people } = useProposalColumns<Adjustment>(ProposalState);
  return useMemo(
    () => [
      { id: 'member', header: t('column.member'), cell: ({ member }) => member.account },
      {
        id: 'amount',
        header: t('column.amount', { currency }),
        align: 'end',
        cell: ({ amount }) => signed(amount),
      },
      state,
      ...people,
    ],
    [t, signed, currency, state, people],
  );
};

/** Corrections of balances: proposed by one operator, applied by another. */
export const CorrectionsPage = () => {
  const t = useT();
  const may = useMay();
  const columns = useColumns();
  const page = usePageNumber();
  const { member, ...search } = usePageSearch();
  const state = choiceOf(search.state, states);
  const list = useCall('officeAdjustmentList', { page, limit, state }, { follow: true, keep: true });
  const queue = useQueue(list.data?.list, ofRow);
  const isNew = search.id === newKeyword;
  const open = list.data?.list.find(({ id }) => id === search.id);
  const write = may('officeAdjustmentAdd')
    ? () => queue.filter({ member: member ?? '-', id: newKeyword })
    : undefined;
  return (
    <Page
      title={t('place.corrections')}
      filters={
        <Choice
          label={t('column.state')}
          value={state}
          choices={states}
          all={t('table.all')}
          name={(each) => t(`proposalState.${each}`)}
          onChange={(chosen) => queue.filter({ state: chosen ?? '' })}
        />
      }
      action={write && <NewButton label={t('correction.new')} onPress={write} />}
    >
      <PagedList
        label={t('place.corrections')}
        columns={columns}
        keyOf={keyOf}
        list={list}
        limit={limit}
        searchOf={queue.linkOf}
        openKey={search.id}
        empty={{ title: t('correction.empty'), hint: t('correction.emptyHint') }}
        open={
          isNew && may('officeAdjustmentAdd')
            ? {
                key: newKeyword,
                title: t('correction.new'),
                onClose: queue.close,
                content: <CorrectionForm onDone={queue.close} />,
              }
            : open && {
                key: open.id,
                title: t('correction.title'),
                onClose: queue.close,
                content: <CorrectionDetail of={open} onDone={queue.goOn} />,
              }
        }
      />
    </Page>
  );
};
