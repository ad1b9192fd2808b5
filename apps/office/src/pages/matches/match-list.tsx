import { Checkbox, TextInput } from '@mantine/core';
import type { OfficeEvent } from '@touchline/contract/shapes/office-trading';
import { useMemo } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import type { PageSearch } from '@touchline/kit/search';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { nameOfCompetition, nameOfMatch } from '../../features/trading/names.ts';
import { Tag } from '../../ui/tag.tsx';
import { BasisTag, FeedAge, MatchPhase, MatchScore, Offer } from './match-marks.tsx';
import { useGo, useRoom, useWidth, type Sized } from './use-room.ts';

const limit = 50;
const againMs = 5_000;
const states = ['live', 'half_time', 'scheduled', 'finished', 'postponed', 'abandoned', 'cancelled'] as const;
const keyOf = ({ event }: OfficeEvent): string => event.id;
const texts = ['competition', 'q', 'from', 'to'] as const;

/** Matches, those in play first; updates automatically. */
export const MatchList = () => {
  const t = useT();
  const go = useGo();
  const columns = useColumns();
  const page = usePageNumber();
  const search = usePageSearch();
  const state = choiceOf(search['state'], states);
  const isWaiting = search['waiting'] === '1';
  const given = Object.fromEntries(texts.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
  const list = useCall(
    'officeEventList',
    {
      page,
      limit,
      ...given,
      state,
      waiting: isWaiting || undefined,
    },
    { follow: againMs, keep: true },
  );
  const competitions = list.data?.competitions ?? [];
  const nameOf = (id: string): string => {
    const found = competitions.find((one) => one.id === id);
    return found === undefined ? id : nameOfCompetition(found);
  };
  const filter = (change: PageSearch): void => go({ page: '', ...change });
  return (
    <Page
      title={t('place.matches')}
      filters={
        <>
          <TextInput
            key={search['q'] ?? ''}
            aria-label={t('match.team')}
            placeholder={t('match.team')}
            data-search
            maxLength={60}
            defaultValue={search['q'] ?? ''}
            onBlur={({ currentTarget }) => {
              if (currentTarget.value.trim() !== (search['q'] ?? ''))
                filter({ q: currentTarget.value.trim() });
            }}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
          />
          <Choice
            label={t('column.state')}
            value={state}
            choices={states}
            all={t('match.allStates')}
            name={(each) => t(`eventState.${each}`)}
            onChange={(chosen) => filter({ state: chosen ?? '' })}
          />
          <Choice
            label={t('match.competition')}
            value={search['competition']}
            choices={competitions.map(({ id }) => id)}
            all={t('match.allCompetitions')}
            name={nameOf}
            onChange={(chosen) => filter({ competition: chosen ?? '' })}
          />
          {(['from', 'to'] as const).map((name) => (
            <TextInput
              key={name}
              type="date"
              aria-label={t(`audit.${name}`)}
              value={search[name] ?? ''}
              onChange={({ currentTarget }) => filter({ [name]: currentTarget.value })}
            />
          ))}
          <Checkbox
            label={t('match.onlyWaiting')}
            checked={isWaiting}
            onChange={({ currentTarget }) => filter({ waiting: currentTarget.checked ? '1' : '' })}
          />
        </>
      }
    >
      <DataTable
        label={t('place.matches')}
        columns={columns}
        keyOf={keyOf}
        rows={list.data?.list}
        error={list.error}
        // Who looks for what waits for a decision finds it.
        searchOf={({ event }) => ({ ...search, id: event.id, ...(isWaiting && { tab: 'results' }) })}
        onRetry={() => void list.refetch()}
        empty={{ title: t('match.none'), hint: t('match.noneHint') }}
      />
      <Pager total={list.data?.total} limit={limit} />
    </Page>
  );
};

/** What the list of matches shows of each. */
const useColumns = (): readonly Column<OfficeEvent>[] => {
  const t = useT();
  const { moment, money, currency } = useFormats();
  const width = useWidth();
  const columns = useMemo<Sized<OfficeEvent>[]>(
    () => [
      { id: 'match', header: t('match.match'), cell: ({ event }) => nameOfMatch(event) },
      { id: 'phase', header: t('column.state'), cell: ({ event }) => <MatchPhase of={event} /> },
      { id: 'score', header: t('match.score'), cell: ({ event }) => <MatchScore of={event} /> },
      {
        id: 'waiting',
        header: t('match.waiting'),
        cell: ({ waiting }) =>
          waiting === 0 ? '–' : <Tag tone="wait">{t('match.waits', { count: waiting })}</Tag>,
      },
      { id: 'offer', header: t('match.offer'), cell: (row) => <Offer of={row} /> },
      { id: 'basis', header: t('basis.title'), from: 2, cell: (row) => <BasisTag of={row} /> },
      {
        id: 'settlement',
        from: 2,
        header: t('match.settlement'),
        cell: ({ settlement }) => (settlement === 'none' ? '–' : t(`settlementState.${settlement}`)),
      },
      {
        id: 'stakes',
        header: t('match.stakes', { currency }),
        align: 'end',
        from: 2,
        cell: ({ stakes }) => money(stakes.singles),
      },
      { id: 'feed', from: 1, header: t('match.feed'), cell: (row) => <FeedAge of={row} /> },
      {
        id: 'competition',
        header: t('match.competition'),
        from: 2,
        cell: ({ event }) => nameOfCompetition(event.competition),
      },
      { id: 'kickOff', from: 1, header: t('match.kickOff'), cell: ({ event }) => moment(event.kickOff) },
    ],
    [t, moment, money, currency],
  );
  return useRoom(columns, width);
};
