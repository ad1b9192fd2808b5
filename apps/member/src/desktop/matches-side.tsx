import { useRouter, useRouterState } from '@tanstack/react-router';
import { useDayOptions } from '../features/filters/chip-row.tsx';
import { useCompetitionOptions } from '../features/filters/competition-options.ts';
import {
  isMatchFilters,
  type MatchFilters,
  matchStates,
  noFilters,
} from '../features/filters/match-filters.ts';
import { SearchField } from '../features/filters/search-field.tsx';
import { useTabState } from '../lib/page-memory.ts';
import { useT } from '../state/i18n.tsx';
import { useMayReadPages } from '../state/use-may-read-pages.ts';
import { useUser } from '../state/use-user.ts';
import { AccountMenu } from './account-menu.tsx';
import { ChoiceList } from './choice-list.tsx';
import { tabOf } from './sections.ts';
import styles from './matches-side.module.css';

const listPath = '/pages/invest/invest';

/** The filters of the list of matches; a change leads to the list. */
const useListFilters = (): [MatchFilters, (part: Partial<MatchFilters>) => void] => {
  const router = useRouter();
  const [filters, setFilters] = useTabState<MatchFilters>(listPath, 'filters', {
    initial: noFilters,
    accepts: isMatchFilters,
  });
  return [
    filters,
    (part) => {
      setFilters({ ...filters, ...part });
      if (router.state.location.pathname === listPath) document.querySelector('main')?.scrollTo({ top: 0 });
      else void router.navigate({ to: listPath, search: {} });
    },
  ];
};

/**
 * The column next to every page of a desktop: search and filters of matches, empty for who may not read them. On pages of the account
 * their menu comes before the filters.
 */
export const MatchesSide = () => (useMayReadPages() ? <Filters /> : null);

const Filters = () => {
  const t = useT();
  const isMember = useUser() !== undefined;
  const router = useRouter();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const [filters, change] = useListFilters();
  const isList = pathname === listPath;
  const isListed = filters.state !== 'favourites';
  return (
    <div className={styles.side}>
      <search data-search>
        <SearchField
          value={filters.q}
          placeholder={t('common.search')}
          onChange={(q) => change({ q, ...(!isListed && { state: 'open' }) })}
          onEnter={(q) => void router.navigate({ to: '/pages/search/search', search: { q } })}
        />
      </search>
      {isMember && tabOf(pathname) === 'mine' && <AccountMenu pathname={pathname} />}
      <ChoiceList
        label={t('invest.states')}
        options={matchStates.map((state) => ({
          value: state,
          label: state === 'favourites' ? t('invest.favourites') : t(`invest.state.${state}`),
          icon: state === 'favourites' ? 'star' : undefined,
        }))}
        value={isList ? filters.state : undefined}
        onChange={(state) => change({ state, day: '' })}
      />
      {isListed && <Competitions filters={filters} isList={isList} onChange={change} />}
      {isListed && filters.state !== 'live' && (
        <Days filters={filters} isList={isList} onChange={(day) => change({ day })} />
      )}
    </div>
  );
};

type DaysProps = { filters: MatchFilters; isList: boolean; onChange: (day: string) => void };

const Days = ({ filters, isList, onChange }: DaysProps) => {
  const t = useT();
  return (
    <ChoiceList
      label={t('invest.days')}
      options={useDayOptions(filters.state)}
      value={isList ? filters.day : undefined}
      onChange={onChange}
    />
  );
};

type CompetitionsProps = {
  filters: MatchFilters;
  isList: boolean;
  onChange: (part: Pick<MatchFilters, 'competition'>) => void;
};

const Competitions = ({ filters, isList, onChange }: CompetitionsProps) => {
  const t = useT();
  return (
    <ChoiceList
      label={t('invest.competitions')}
      options={useCompetitionOptions(filters)}
      value={isList ? filters.competition : undefined}
      onChange={(competition) => onChange({ competition })}
    />
  );
};
