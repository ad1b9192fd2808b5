import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { formatCount } from '@touchline/locales/format';
import { useMemo } from 'react';
import { useDayFormats } from '../../lib/day-formats.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { useCall } from '../../lib/query.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import {
  commissionShows,
  type CommissionBooks,
  type CommissionRun,
} from '@touchline/contract/shapes/office-growth';
import { useFormats } from '../../lib/site.ts';
import { Figures } from '../../ui/figure.tsx';
import { Page } from '../../ui/page.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { RunView } from './run.tsx';

const limit = 50;
const keyOf = ({ day }: CommissionRun): string => day;
const searchOf = ({ day }: CommissionRun) => ({ run: day });
const runTone: Record<CommissionRun['state'], Tone> = {
  reading: 'wait',
  booking: 'wait',
  paying: 'wait',
  closed: 'good',
};

const useColumns = (): Column<CommissionRun>[] => {
  const t = useT();
  const { money, currency } = useFormats();
  const { longDay: day } = useDayFormats();
  return useMemo(() => {
    const count = (value: number): string => formatCount(value, { lan: currentLan() });
    const orDash = (amount: string): string => (Number(amount) === 0 ? '–' : money(amount));
    return [
      { id: 'day', header: t('commission.day'), cell: (run) => day(run.day) },
      {
        id: 'state',
        header: t('column.state'),
        cell: ({ state }) => <Tag tone={runTone[state]}>{t(`commissionRun.${state}`)}</Tag>,
      },
      {
        id: 'leaders',
        header: t('commission.leaders'),
        align: 'end',
        cell: ({ leaders }) => count(leaders),
      },
      {
        id: 'credits',
        header: t('commission.credits', { currency }),
        align: 'end',
        cell: ({ credits }) => money(credits),
      },
      {
        id: 'paid',
        header: t('commission.paid', { currency }),
        align: 'end',
        cell: ({ paid }) => money(paid),
      },
      {
        id: 'taken',
        header: t('commission.taken', { currency }),
        align: 'end',
        cell: ({ taken }) => orDash(taken),
      },
      {
        id: 'owed',
        header: t('commission.owed', { currency }),
        align: 'end',
        cell: ({ owed }) => orDash(owed),
      },
      {
        id: 'held',
        header: t('commission.held'),
        align: 'end',
        cell: ({ held }) => (held === 0 ? '–' : count(held)),
      },
      {
        id: 'members',
        header: t('commission.members'),
        align: 'end',
        cell: ({ members }) => count(members),
      },
      { id: 'bets', header: t('team.bets'), align: 'end', cell: ({ bets }) => count(bets) },
      {
        id: 'stakes',
        header: t('commission.stakes', { currency }),
        align: 'end',
        cell: ({ stakes }) => money(stakes),
      },
      {
        id: 'margin',
        header: t('commission.theoretical', { currency }),
        align: 'end',
        cell: ({ theoretical }) => money(theoretical.replace(/(\.\d{2})\d+$/, '$1')),
      },
    ];
  }, [t, money, currency, day]);
};

/** Closings, newest first, below their total, compared with the ledger. */
const RunsView = () => {
  const t = useT();
  const columns = useColumns();
  const navigate = useNavigate();
  const page = usePageNumber();
  const search = usePageSearch();
  const { from = '', to = '' } = search;
  const list = useCall(
    'officeCommissionRuns',
    { page, limit, from: from === '' ? undefined : from, to: to === '' ? undefined : to },
    { follow: true, keep: true },
  );
  return (
    <Page
      title={t('place.commission')}
      filters={(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          aria-label={t(`audit.${name}`)}
          value={search[name] ?? ''}
          onChange={({ currentTarget }) =>
            void navigate({
              to: '.',
              search: { ...search, page: '', [name]: currentTarget.value },
              replace: true,
            })
          }
        />
      ))}
    >
      {list.data !== undefined && <Books of={list.data.books} />}
      <DataTable
        label={t('place.commission')}
        columns={columns}
        keyOf={keyOf}
        rows={list.data?.list}
        error={list.error}
        searchOf={searchOf}
        onRetry={() => void list.refetch()}
        empty={{ title: t('commission.empty'), hint: t('commission.emptyHint') }}
      />
      <Pager total={list.data?.total} limit={limit} />
    </Page>
  );
};

const Books = ({ of }: { of: CommissionBooks }) => {
  const t = useT();
  const { money, signed, currency } = useFormats();
  const count = (value: number): string => formatCount(value, { lan: currentLan() });
  return (
    <Figures
      of={[
        { name: t('commission.allCredits', { currency }), value: money(of.credits) },
        { name: t('commission.taken', { currency }), value: money(of.taken) },
        { name: t('commission.owed', { currency }), value: money(of.owed) },
        { name: t('commission.waiting', { currency }), value: money(of.waiting) },
        { name: t('commission.account', { currency }), value: signed(of.commission) },
        { name: t('commission.clearing', { currency }), value: signed(of.clearing) },
        {
          name: t('commission.ledger'),
          value: (
            <Tag tone={of.agrees ? 'good' : 'bad'}>{of.agrees ? t('rail.agrees') : t('rail.differs')}</Tag>
          ),
        },
        {
          name: t('commission.flagged'),
          value: t('commission.flaggedOf', { open: count(of.flagsOpen), inForce: count(of.flagsInForce) }),
        },
      ]}
    />
  );
};

/** Closings of days; with `run` in the address, what one of them has for each leader. */
export const CommissionPage = () => {
  const { run, show } = usePageSearch();
  if (run === undefined || run === '') return <RunsView />;
  return <RunView run={run} show={choiceOf(show, commissionShows) ?? 'all'} />;
};
