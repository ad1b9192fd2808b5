import type { IdentityRequest } from '@touchline/contract/shapes/office';
import { useMemo } from 'react';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { PagedList } from '../../features/queue/paged-list.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { NameDetail } from './name-detail.tsx';

const limit = 50;
const states = ['in_review', 'verified', 'refused'] as const;
const ofRow = ({ id, member }: IdentityRequest) => ({ member: member.id, id });
const keyOf = ({ id }: IdentityRequest): string => id;

const useColumns = (): Column<IdentityRequest>[] => {
  const t = useT();
  const { ago } = useFormats();
  const { longDay } = useDayFormats();
  return useMemo(
    () => [
      { id: 'member', header: t('column.member'), cell: ({ member }) => member.account },
      { id: 'name', header: t('name.name'), cell: ({ realName }) => realName },
      { id: 'birth', header: t('member.birthDate'), wide: true, cell: ({ birthDate }) => longDay(birthDate) },
      { id: 'state', header: t('column.state'), wide: true, cell: ({ state }) => t(`nameState.${state}`) },
      {
        id: 'by',
        header: t('column.decidedBy'),
        wide: true,
        cell: ({ decidedBy }) => decidedBy?.account ?? '–',
      },
      { id: 'age', header: t('column.waiting'), cell: ({ submittedAt }) => ago(submittedAt) },
    ],
    [t, ago, longDay],
  );
};

/** Names handed in with a document, the longest waiting first. */
export const NamesPage = () => {
  const t = useT();
  const columns = useColumns();
  const page = usePageNumber();
  const state = choiceOf(usePageSearch().state, states) ?? 'in_review';
  const list = useCall('officeIdentityList', { state, page, limit }, { follow: true, keep: true });
  const queue = useQueue(list.data?.list, ofRow);
  return (
    <Page
      title={t('place.names')}
      filters={
        <Choice
          label={t('column.state')}
          value={state}
          choices={states}
          name={(each) => t(`nameState.${each}`)}
          onChange={(chosen) => queue.filter({ state: chosen === 'in_review' ? '' : (chosen ?? '') })}
        />
      }
    >
      <PagedList
        label={t('place.names')}
        columns={columns}
        keyOf={keyOf}
        list={list}
        limit={limit}
        searchOf={queue.linkOf}
        empty={{ title: t('queue.empty'), hint: t('name.emptyHint') }}
        open={
          queue.open && {
            key: queue.open.id,
            title: t('name.title'),
            content: <NameDetail id={queue.open.id} onDone={queue.goOn} />,
            onClose: queue.close,
          }
        }
      />
    </Page>
  );
};
