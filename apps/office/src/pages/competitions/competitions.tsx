import { TextInput } from '@mantine/core';
import type { OfficeClub } from '@touchline/contract/shapes/office-names';
import type { ReactNode } from 'react';
import { NewButton, newKeyword, PagedList } from '../../features/queue/paged-list.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { nameOfTeam } from '../../features/trading/names.ts';
import { useCall } from '../../lib/query.ts';
import { useMay } from '../../lib/rights.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import { useT } from '../../lib/i18n.ts';
import { Skeleton } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ClubPanel, Colours } from './club-panel.tsx';
import { CompetitionList } from './competition-list.tsx';

const limit = 50;
const keyOf = ({ id }: OfficeClub): string => id;
const ofRow = ({ id }: OfficeClub) => ({ member: '-', id });
const coloursOf = ({ colours }: OfficeClub) => <Colours of={colours} />;

/** Every team: those the server ships, and those made. */
const ClubList = ({ parts }: { parts: ReactNode }) => {
  const t = useT();
  const page = usePageNumber();
  const queue = useQueue<OfficeClub>([], ofRow);
  const { q = '' } = queue.search;
  const list = useCall('officeClubList', { q, page, limit }, { keep: true });
  const openId = queue.open?.id;
  const isNew = openId === newKeyword;
  // The open team may be on another page of the list.
  const found = useCall('officeClubList', { q: openId ?? '' }, { enabled: openId !== undefined && !isNew });
  const open = found.data?.list.find(({ id }) => id === openId);
  const mayWrite = useMay()('officeClubSave');
  const add = mayWrite ? () => queue.filter({ member: '-', id: newKeyword }) : undefined;
  const columns: Column<OfficeClub>[] = [
    { id: 'name', header: t('club.name'), cell: nameOfTeam },
    { id: 'short', header: t('club.short'), cell: ({ short }) => short },
    { id: 'colours', header: t('club.colours'), cell: coloursOf },
    { id: 'by', header: t('margin.last'), wide: true, cell: ({ saved }) => saved?.by.name ?? '–' },
  ];
  return (
    <Page
      title={t('place.competitions')}
      filters={
        <TextInput
          key={q}
          aria-label={t('margin.team')}
          placeholder={t('margin.team')}
          defaultValue={q}
          data-search
          maxLength={60}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') queue.filter({ q: currentTarget.value.trim() });
          }}
        />
      }
      action={add && <NewButton label={t('club.new')} onPress={add} />}
    >
      {parts}
      <PagedList
        label={t('competition.tab.teams')}
        columns={columns}
        keyOf={keyOf}
        list={list}
        limit={limit}
        searchOf={queue.linkOf}
        openKey={openId}
        empty={{ title: t('audit.empty'), hint: t('audit.emptyHint') }}
        open={
          (isNew && mayWrite) || open !== undefined || (openId !== undefined && found.isPending)
            ? {
                key: openId ?? newKeyword,
                title: open === undefined ? t('club.new') : nameOfTeam(open),
                content:
                  isNew || open !== undefined ? (
                    <ClubPanel of={open} onMade={(id) => queue.filter({ member: '-', id })} />
                  ) : (
                    <Skeleton lines={6} />
                  ),
                onClose: queue.close,
              }
            : undefined
        }
      />
    </Page>
  );
};

const tabs = ['competitions', 'teams'] as const;

/** Competitions as members see them, and the teams that play in them. */
export const CompetitionsPage = () => {
  const t = useT();
  const tab = choiceOf(usePageSearch()['tab'], tabs) ?? 'competitions';
  const parts = (
    <Tabs
      label={t('place.competitions')}
      current={tab}
      tabs={tabs.map((name) => ({ name, text: t(`competition.tab.${name}`) }))}
      searchOf={(name) => ({ tab: name })}
    />
  );
  return tab === 'teams' ? <ClubList parts={parts} /> : <CompetitionList parts={parts} />;
};
