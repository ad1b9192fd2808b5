import { choiceOf, usePageSearch } from '../../lib/search.ts';
import { useT } from '../../lib/i18n.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { ClubList } from './club-list.tsx';
import { CompetitionList } from './competition-list.tsx';

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
