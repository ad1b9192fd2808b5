import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageSearch } from '../../lib/search.ts';
import { useMay } from '../../lib/rights.ts';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DaysView } from './days-view.tsx';
import { MatchesView } from './matches-view.tsx';
import { PublishedView } from './published-view.tsx';

const views = ['published', 'matches', 'days'] as const;

/** What the house publishes of itself, with the matches and days behind each figure. */
export const HousePage = () => {
  const t = useT();
  const may = useMay();
  const shown = views.filter((view) => view !== 'days' || may('officeHouseDays'));
  const view = choiceOf(usePageSearch()['view'], shown) ?? 'published';
  return (
    <Page
      title={t('place.house')}
      filters={
        <Tabs
          label={t('place.house')}
          tabs={shown.map((name) => ({ name, text: t(`house.view.${name}`) }))}
          current={view}
          searchOf={(name) => ({ view: name })}
        />
      }
    >
      {view === 'published' && <PublishedView />}
      {view === 'matches' && <MatchesView />}
      {view === 'days' && <DaysView />}
    </Page>
  );
};
