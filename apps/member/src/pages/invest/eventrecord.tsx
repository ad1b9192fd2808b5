import { queryClient } from '../../lib/query.ts';
import { DayChips } from '../../features/filters/chip-row.tsx';
import { isMatchFilters, noFilters, type MatchFilters } from '../../features/filters/match-filters.ts';
import { SearchField } from '../../features/filters/search-field.tsx';
import { useT } from '../../lib/i18n.tsx';
import { usePageState } from '../../lib/page-memory.ts';
import { Page } from '../../features/frame/page.tsx';
import { MatchPages } from './match-pages.tsx';

const finished: MatchFilters = { ...noFilters, state: 'finished' };

/** The matches that are over, with their scores, by day and name. */
export const EventRecordPage = () => {
  const t = useT();
  const [filters, setFilters] = usePageState<MatchFilters>('event record', finished, {
    isTab: false,
    accepts: isMatchFilters,
  });
  return (
    <Page
      layout="wide"
      title={t('nav.eventRecord')}
      onRefresh={() => queryClient.refetchQueries({ type: 'active' })}
    >
      <SearchField
        value={filters.q}
        placeholder={t('invest.search')}
        onChange={(q) => setFilters({ ...filters, q })}
      />
      <DayChips state="finished" value={filters.day} onChange={(day) => setFilters({ ...filters, day })} />
      <MatchPages filters={filters} onClear={() => setFilters(finished)} />
    </Page>
  );
};
