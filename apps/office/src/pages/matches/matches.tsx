import type { Incident } from '@touchline/contract/shapes/football';
import type { OfficeEventDetail } from '@touchline/contract/shapes/office-trading';
import { useMemo } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageSearch } from '../../lib/search.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { nameOfMatch, nameOfTeam } from '../../features/trading/names.ts';
import { BackLink, Page } from '../../ui/page.tsx';
import { Failure, Skeleton } from '../../ui/notices.tsx';
import { MarketsTab } from './markets/markets-tab.tsx';
import { MatchHead } from './match-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { MatchList } from './match-list.tsx';
import { goalsText } from './match-marks.tsx';
import { ResultsTab } from './results/results-tab.tsx';
import { useGo } from './use-room.ts';

/** Matches, or the one that the address names. */
export const MatchesPage = () => {
  const { id } = usePageSearch();
  return id === undefined ? <MatchList /> : <MatchPage key={id} id={id} />;
};

const tabs = ['markets', 'results', 'course'] as const;
const againMs = 5_000;
/** What of the address is the match's own; the rest leads back to the list as it was. */
const ownSearch = ['id', 'tab', 'm', 'r'];

/** One match: where it is, what is offered, results and voids. */
const MatchPage = ({ id }: { id: string }) => {
  const t = useT();
  const go = useGo();
  const search = usePageSearch();
  const tab = choiceOf(search['tab'], tabs) ?? 'markets';
  const { data, error, refetch } = useCall('officeEventDetail', { id }, { follow: againMs });
  const back = Object.fromEntries(Object.entries(search).filter(([name]) => !ownSearch.includes(name)));
  const isOpen = (search['m'] ?? search['r']) !== undefined;
  useShortcut('u', t('match.back'), () => go({ id: '', tab: '', m: '', r: '' }));
  return (
    <Page
      title={data === undefined ? t('place.matches') : nameOfMatch(data.event)}
      filters={<BackLink search={back}>{t('match.back')}</BackLink>}
    >
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={10} />}
      {data !== undefined && (
        <>
          <MatchHead of={data} />
          <Tabs
            label={t('match.parts')}
            current={tab}
            tabs={[
              { name: 'markets', text: t('match.markets'), count: data.markets.length },
              { name: 'results', text: t('match.results'), count: data.waiting, waits: data.waiting > 0 },
              { name: 'course', text: t('match.course'), count: data.incidents.length },
            ]}
            searchOf={(name) => ({ ...search, tab: name === 'markets' ? '' : name, m: '', r: '' })}
          />
          {tab === 'markets' && <MarketsTab of={data} isOpen={isOpen} />}
          {tab === 'results' && <ResultsTab of={data} />}
          {tab === 'course' && <Course of={data} />}
        </>
      )}
    </Page>
  );
};

const incidentKey = ({ kind, at }: Incident): string => `${kind} ${at}`;

const useIncidentColumns = ({ event }: OfficeEventDetail): Column<Incident>[] => {
  const t = useT();
  const { clock } = useFormats();
  return useMemo(
    () => [
      { id: 'minute', header: t('match.minute'), cell: ({ minute }) => (minute ? `${minute}′` : '–') },
      { id: 'kind', header: t('match.incident'), cell: ({ kind }) => t(`incident.${kind}`) },
      {
        id: 'side',
        header: t('match.side'),
        cell: ({ side }) => (side === undefined ? '–' : nameOfTeam(event[side])),
      },
      { id: 'score', header: t('match.score'), cell: ({ score }) => <strong>{goalsText(score)}</strong> },
      { id: 'at', header: t('match.cameIn'), cell: ({ at }) => clock(at) },
    ],
    [t, clock, event],
  );
};

/** What happened in the match so far, the newest first, and when it came in. */
const Course = ({ of }: { of: OfficeEventDetail }) => {
  const t = useT();
  const columns = useIncidentColumns(of);
  return (
    <DataTable
      label={t('match.course')}
      columns={columns}
      keyOf={incidentKey}
      rows={of.incidents.toReversed()}
      error={null}
      onRetry={() => undefined}
      empty={{ title: t('match.noCourse'), hint: t('match.noCourseHint') }}
    />
  );
};
