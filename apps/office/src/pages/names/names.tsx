import type { Output } from '@touchline/contract/routes';
import type { IdentityRequest } from '@touchline/contract/shapes/office';
import { useMemo } from 'react';
import { Decision, type Option } from '../../features/queue/decision.tsx';
import { call } from '../../lib/call.ts';
import { useDayFormats } from '../../lib/day-formats.ts';
import { again, useCall } from '../../lib/query.ts';
import { useMay } from '../../lib/rights.ts';
import { useFormats } from '../../lib/site.ts';
import { PagedList } from '../../features/queue/paged-list.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import { Facts } from '../../ui/facts.tsx';
import { MemberFacts } from '../../ui/member.tsx';
import { Failure, Skeleton } from '../../ui/notices.tsx';
import { PrivateImage } from '../../ui/private-image.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Page, Section } from '../../ui/page.tsx';

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

type Reviewed = Output<'officeIdentityDetail'>;

const refresh = () => again('officeIdentityDetail', 'officeIdentityList');

/** One name next to its document: verified for good, or refused with a reason. */
const NameDetail = ({ id, onDone }: { id: string; onDone: () => void }) => {
  const t = useT();
  const { when } = useFormats();
  const { longDay } = useDayFormats();
  const { data, error, refetch } = useCall('officeIdentityDetail', { id });
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={10} />;
  const { request, member, earlier } = data;
  return (
    <>
      <NameDecision
        of={data}
        onDone={() => {
          onDone();
          void refresh();
        }}
        onRefused={() => void refresh()}
      />
      <Facts
        of={[
          [t('name.name'), <strong key="name">{request.realName}</strong>],
          [t('member.birthDate'), longDay(request.birthDate)],
          [t('column.state'), t(`nameState.${request.state}`)],
          [t('decision.reason'), request.reason === undefined ? undefined : t(`refusal.${request.reason}`)],
          [t('name.submitted'), when(request.submittedAt)],
          [t('column.decidedBy'), request.decidedBy?.account],
        ]}
      />
      <PrivateImage member={member.id} id={request.document} name={t('name.document')} />
      <Section title={t('column.member')}>
        <MemberFacts member={member} />
      </Section>
      {earlier.length > 0 && (
        <Section title={t('name.earlier')}>
          <Facts
            of={earlier.map((each) => [
              when(each.submittedAt),
              `${each.realName} · ${t(`nameState.${each.state}`)}`,
            ])}
          />
        </Section>
      )}
    </>
  );
};

type Props = { of: Reviewed; onDone: () => void; onRefused: () => void };

const NameDecision = ({ of: { request, member, memberOrigin }, onDone, onRefused }: Props) => {
  const t = useT();
  const may = useMay();
  if (request.state !== 'in_review' || !may('officeIdentityDecide')) return null;
  const names = { name: request.realName, member: member.account };
  const options: Option[] = [
    {
      key: 'a',
      label: t('name.verify'),
      sentence: t('name.verifySure', names),
      run: ({ seen }) =>
        call('officeIdentityDecide', {
          id: request.id,
          version: request.version,
          ...seen,
          decision: 'verify',
        }),
    },
    {
      key: 'r',
      label: t('name.refuse'),
      sentence: t('name.refuseSure', names),
      harm: true,
      asks: { reason: true },
      run: async ({ reason, seen }) =>
        reason &&
        call('officeIdentityDecide', {
          id: request.id,
          ...seen,
          version: request.version,
          decision: 'refuse',
          reason,
        }),
    },
  ];
  return <Decision options={options} onDone={onDone} onRefused={onRefused} origin={memberOrigin} />;
};
