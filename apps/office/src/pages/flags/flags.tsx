import type { Output } from '@touchline/contract/routes';
import { useMemo } from 'react';
import { call } from '../../api/call.ts';
import { again, useCall } from '../../api/query.ts';
import { useFormats } from '../../api/site.ts';
import { Decision } from '../../queue/decision.tsx';
import { PagedList } from '../../queue/paged-list.tsx';
import { useQueue } from '../../queue/use-queue.ts';
import { useT } from '../../shell/i18n.ts';
import { choiceOf } from '../../shell/search.ts';
import { usePageNumber, usePageSearch } from '../../shell/use-page-search.ts';
import { useMay } from '../../shell/use-rights.ts';
import type { Column } from '../../table/data-table.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Facts } from '../../ui/facts.tsx';
import { MemberLink } from '../../ui/member-link.tsx';
import { Page } from '../../ui/page.tsx';

type Flag = Output<'officeTeamFlagList'>['list'][number];

const limit = 50;
const states = ['open', 'cleared', 'confirmed'] as const;
const keyOf = ({ id }: Flag): string => id;
const ofRow = ({ id }: Flag) => ({ member: '-', id });

const useColumns = (): Column<Flag>[] => {
  const t = useT();
  const { ago } = useFormats();
  return useMemo(
    () => [
      { id: 'member', header: t('column.member'), cell: ({ member }) => member.account },
      { id: 'leader', header: t('flag.leader'), cell: ({ leader }) => leader.account },
      { id: 'reason', header: t('decision.reason'), cell: ({ reason }) => t(`flagReason.${reason}`) },
      {
        id: 'by',
        header: t('column.decidedBy'),
        wide: true,
        cell: ({ decidedBy }) => decidedBy?.account ?? '–',
      },
      { id: 'age', header: t('column.waiting'), cell: ({ at }) => ago(at) },
    ],
    [t, ago],
  );
};

/** Members who may have invited themselves, the longest waiting first. */
export const FlagsPage = () => {
  const t = useT();
  const columns = useColumns();
  const page = usePageNumber();
  const state = choiceOf(usePageSearch().state, states) ?? 'open';
  const list = useCall('officeTeamFlagList', { state, page, limit }, { follow: true, keep: true });
  const queue = useQueue(list.data?.list, ofRow);
  const open = list.data?.list.find(({ id }) => id === queue.open?.id);
  return (
    <Page
      title={t('place.flags')}
      filters={
        <Choice
          label={t('column.state')}
          value={state}
          choices={states}
          name={(each) => t(`flagState.${each}`)}
          onChange={(chosen) => queue.filter({ state: chosen === 'open' ? '' : (chosen ?? '') })}
        />
      }
    >
      <PagedList
        label={t('place.flags')}
        columns={columns}
        keyOf={keyOf}
        list={list}
        limit={limit}
        searchOf={queue.linkOf}
        empty={{ title: t('queue.empty'), hint: t('flag.emptyHint') }}
        open={
          open && {
            key: open.id,
            title: t('flag.title'),
            content: <FlagDetail of={open} onDone={queue.goOn} />,
            onClose: queue.close,
          }
        }
      />
    </Page>
  );
};

const FlagDetail = ({ of, onDone }: { of: Flag; onDone: () => void }) => {
  const t = useT();
  const may = useMay();
  const { when } = useFormats();
  const names = { member: of.member.account, leader: of.leader.account };
  const decide = (decision: 'clear' | 'confirm') => () =>
    call('officeTeamFlagDecide', { id: of.id, version: of.version, decision });
  const refresh = () => void again('officeTeamFlagList');
  return (
    <>
      {of.state === 'open' && may('officeTeamFlagDecide') && (
        <Decision
          options={[
            {
              key: 'a',
              label: t('flag.clear'),
              sentence: t('flag.clearSure', names),
              run: decide('clear'),
            },
            {
              key: 'r',
              label: t('flag.confirm'),
              sentence: t('flag.confirmSure', names),
              harm: true,
              run: decide('confirm'),
            },
          ]}
          onDone={() => {
            onDone();
            refresh();
          }}
          onRefused={refresh}
        />
      )}
      <Facts
        of={[
          [t('column.state'), t(`flagState.${of.state}`)],
          [t('column.member'), <MemberLink key="member" of={of.member} />],
          [t('flag.leader'), <MemberLink key="leader" of={of.leader} />],
          [t('decision.reason'), t(`flagReason.${of.reason}`)],
          [t('column.at'), when(of.at)],
          [t('column.decidedBy'), of.decidedBy?.account],
          [t('column.decidedAt'), of.decidedAt === undefined ? undefined : when(of.decidedAt)],
        ]}
      />
    </>
  );
};
