import {
  commissionShows,
  type CommissionShow,
  type CommissionStatement,
} from '@touchline/contract/shapes/office-growth';
import { useMemo } from 'react';
import { useDayFormats } from '../../lib/day-formats.ts';
import { call } from '../../lib/call.ts';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { Split } from '../../features/queue/paged-list.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { usePageNumber } from '../../lib/search.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { BackLink, Page } from '../../ui/page.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { CsvExport } from '../../ui/csv.tsx';
import { StatementDetail } from './statement.tsx';

const limit = 50;
const keyOf = ({ id }: CommissionStatement): string => id;
const ofRow = ({ id, leader }: CommissionStatement) => ({ member: leader.id, id });
const tones: Record<CommissionStatement['state'], Tone> = {
  done: 'good',
  waiting: 'wait',
  owed: 'bad',
  held: 'bad',
};

const useColumns = (): Column<CommissionStatement>[] => {
  const t = useT();
  const { signed, money, when, currency } = useFormats();
  const { longDay: day } = useDayFormats();
  return useMemo(
    () => [
      { id: 'leader', header: t('team.leader'), cell: ({ leader }) => leader.account },
      {
        id: 'kind',
        header: t('commission.kind'),
        cell: (one) =>
          one.kind === 'day' ? t('commission.ofDay') : t('commission.correction', { day: day(one.day) }),
      },
      { id: 'level', header: t('team.level'), align: 'end', cell: ({ level }) => level },
      {
        id: 'amount',
        header: t('column.amount', { currency }),
        align: 'end',
        cell: ({ amount }) => signed(amount),
      },
      {
        id: 'state',
        header: t('column.state'),
        cell: ({ state }) => <Tag tone={tones[state]}>{t(`commissionState.${state}`)}</Tag>,
      },
      {
        id: 'taken',
        header: t('commission.taken', { currency }),
        align: 'end',
        wide: true,
        cell: ({ taken }) => (Number(taken) === 0 ? '–' : money(taken)),
      },
      {
        id: 'at',
        header: t('commission.doneAt'),
        wide: true,
        cell: ({ at }) => (at === undefined ? '–' : when(at)),
      },
    ],
    [t, signed, money, when, currency, day],
  );
};

/** What a closing has for each leader, the largest first. */
export const RunView = ({ run, show }: { run: string; show: CommissionShow }) => {
  const t = useT();
  const columns = useColumns();
  const { longDay: day } = useDayFormats();
  const page = usePageNumber();
  const list = useCall('officeCommissionList', { run, show, page, limit }, { keep: true });
  const queue = useQueue(list.data?.list, ofRow);
  const back = (): void => queue.filter({ run: '', show: '' });
  useShortcut('v', t('commission.runs'), back);
  return (
    <Page
      title={t('commission.runOf', { day: day(run) })}
      filters={
        <>
          <BackLink search={{}}>{t('commission.runs')}</BackLink>
          <Choice
            label={t('commission.show')}
            value={show}
            choices={commissionShows}
            name={(each) => t(`commissionShow.${each}`)}
            onChange={(chosen) => queue.filter({ show: chosen === 'all' ? '' : (chosen ?? '') })}
          />
        </>
      }
      action={
        <CsvExport
          label={t('commission.export')}
          part={(after, giveUp) => call('officeCommissionExport', { run, after }, giveUp)}
        />
      }
    >
      <Split
        list={
          <>
            <DataTable
              label={t('place.commission')}
              columns={columns}
              keyOf={keyOf}
              rows={list.data?.list}
              error={list.error}
              searchOf={queue.linkOf}
              openKey={queue.open?.id}
              onRetry={() => void list.refetch()}
              empty={{ title: t('commission.nothing'), hint: t('commission.nothingHint') }}
              isNarrow={queue.open !== undefined}
            />
            <Pager total={list.data?.total} limit={limit} />
          </>
        }
        open={
          queue.open && {
            key: queue.open.id,
            title: t('commission.statement'),
            onClose: queue.close,
            content: <StatementDetail member={queue.open.member} id={queue.open.id} />,
          }
        }
      />
    </Page>
  );
};
