import { useCall } from '../../api/query.ts';
import { useT } from '../../shell/i18n.ts';
import { choiceOf } from '../../shell/search.ts';
import { useShortcut } from '../../shell/shortcuts.ts';
import { usePageSearch } from '../../shell/use-page-search.ts';
import { nameOfMatch } from '../../trading/names.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Course } from './course.tsx';
import { MarketsTab } from './markets/markets-tab.tsx';
import { MatchHead } from './match-head.tsx';
import { ResultsTab } from './results/results-tab.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useGo } from './use-go.ts';

const tabs = ['markets', 'results', 'course'] as const;
const againMs = 5_000;
/** What of the address is the match's own; the rest leads back to the list as it was. */
const own = ['id', 'tab', 'm', 'r'];

/** One match: where it is, what is offered, results and voids. */
export const MatchPage = ({ id }: { id: string }) => {
  const t = useT();
  const go = useGo();
  const search = usePageSearch();
  const tab = choiceOf(search['tab'], tabs) ?? 'markets';
  const { data, error, refetch } = useCall('officeEventDetail', { id }, { follow: againMs });
  const back = Object.fromEntries(Object.entries(search).filter(([name]) => !own.includes(name)));
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
