import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { useId } from 'react';
import { useDayOptions } from '../features/filters/chip-row.tsx';
import { useCompetitionOptions } from '../features/filters/competitions.tsx';
import {
  isMatchFilters,
  type MatchFilters,
  matchStates,
  noFilters,
} from '../features/filters/match-filters.ts';
import { SearchField } from '../features/filters/search-field.tsx';
import { useTabState } from '../lib/page-memory.ts';
import { useT } from '../lib/i18n.tsx';
import { useMayReadPages } from '../lib/public-pages.ts';
import { useUser } from '../lib/user.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { tabOf } from './sections.ts';
import styles from './app.module.css';

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
    <div className={styles.matchesSide}>
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

const accountPages = [
  { to: '/pages/information/information', icon: 'person', label: 'nav.mine' },
  { to: '/pages/recharge/recharge', icon: 'plus', label: 'nav.recharge' },
  { to: '/pages/information/withdraw', icon: 'upTo', label: 'nav.withdraw' },
  { to: '/pages/information/turnover', icon: 'reload', label: 'nav.turnover' },
  { to: '/pages/traderecord/traderecord', icon: 'wallet', label: 'nav.traderecord' },
  { to: '/pages/information/statement', icon: 'chart', label: 'nav.statement' },
  { to: '/pages/information/bank', icon: 'bank', label: 'nav.bank' },
  { to: '/pages/information/editinfo', icon: 'card', label: 'nav.editinfo' },
  { to: '/pages/information/security', icon: 'lock', label: 'nav.security' },
  { to: '/pages/information/play', icon: 'shield', label: 'nav.play' },
  { to: '/pages/information/levels', icon: 'medal', label: 'rewards.levels' },
  { to: '/pages/checkin/checkin', icon: 'calendar', label: 'rewards.checkIn' },
  { to: '/pages/information/proofs', icon: 'check', label: 'proof.title' },
  { to: '/pages/notify/notify', icon: 'bell', label: 'nav.notify' },
] as const satisfies readonly { to: string; icon: IconName; label: string }[];

/** The pages of the account, next to each of them. */
const AccountMenu = ({ pathname }: { pathname: string }) => {
  const t = useT();
  const id = useId();
  return (
    <nav aria-labelledby={id}>
      <h2 className={styles.matchesSideTitle} id={id}>
        {t('tab.mine')}
      </h2>
      <ul data-arrows="account">
        {accountPages.map(({ to, icon, label }) => (
          <li key={to}>
            <Link
              to={to}
              search={{}}
              className={styles.choice}
              aria-current={pathname === to ? 'page' : undefined}
            >
              <Icon name={icon} size="small" />
              <span className={styles.label}>{t(label)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};

type Choice<T extends string> = {
  value: T;
  label: string;
  icon?: IconName | undefined;
  count?: number | undefined;
  disabled?: boolean | undefined;
};

type ChoiceListProps<T extends string> = {
  label: string;
  options: readonly Choice<T>[];
  /** What is chosen; undefined while the list it is chosen for is not shown. */
  value: T | undefined;
  onChange: (value: T) => void;
};

/** One of several, below each other under their heading. */
const ChoiceList = <T extends string>({ label, options, value, onChange }: ChoiceListProps<T>) => {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 className={styles.matchesSideTitle} id={id}>
        {label}
      </h2>
      <ul data-arrows={label}>
        {options.map((option) => (
          <li key={option.value}>
            <button
              type="button"
              className={styles.choice}
              aria-pressed={option.value === value}
              disabled={option.disabled === true && option.value !== value}
              onClick={() => onChange(option.value)}
            >
              {option.icon && <Icon name={option.icon} size="small" />}
              <span className={styles.label}>{option.label}</span>
              {option.count !== undefined && (
                <span className={`figures ${styles.count}`}>{option.count}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
