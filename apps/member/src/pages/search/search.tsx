import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { HelpEntry } from '@touchline/contract/shapes/inbox';
import type { Event } from '@touchline/contract/shapes/football';
import type { Output } from '@touchline/contract/routes';
import type { PageSearch } from '@touchline/kit/search';
import { competitionName } from '@touchline/locales/competition-names';
import { teamName } from '@touchline/locales/team-names';
import type { ReactNode } from 'react';
import { callQuery } from '../../lib/query.ts';
import { noFilters } from '../../features/filters/match-filters.ts';
import { SearchField } from '../../features/filters/search-field.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchClock } from '../../features/labels/match-clock.tsx';
import { matchName } from '../../features/labels/match-name.ts';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { BetCard } from '../../features/record/bet-card.tsx';
import { TeamShield } from '../../features/team-shield/team-shield.tsx';
import { holdsAll, wordsOf } from '../../features/text-page/find.ts';
import { Page } from '../../features/frame/page.tsx';
import { presetTab, usePageState } from '../../lib/page-memory.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/user.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './search.module.css';

const matchesMax = 6;
const helpMax = 5;
const isText = (value: unknown): value is string => typeof value === 'string';

/** One field over everything: teams, competitions, matches, the member's own bets, pages and answers of the help. */
export const SearchPage = ({ q = '' }: PageSearch) => <Search key={q} asked={q} />;

/** @param props `asked` is the first query; the field changes it */
const Search = ({ asked }: { asked: string }) => {
  const t = useT();
  const [query, setQuery] = usePageState('search', asked, { accepts: isText });
  const wanted = query.trim();
  return (
    <Page title={t('search.title')} layout="wide">
      <SearchField value={query} placeholder={t('search.placeholder')} takesFocus onChange={setQuery} />
      {wanted === '' ? (
        <EmptyState icon="search" title={t('search.title')} hint={t('search.hint')} />
      ) : (
        <Found query={wanted} />
      )}
    </Page>
  );
};

const usePlaces = (query: string) => {
  const t = useT();
  const isMember = useUser() !== undefined;
  const words = wordsOf(query);
  return searchPlaces
    .filter(({ isOpen }) => isOpen || isMember)
    .filter(({ text, english }) => words.length > 0 && holdsAll([t(text), english], words));
};

const Found = ({ query }: { query: string }) => {
  const t = useT();
  const names = useQuery(callQuery('search', { q: query }));
  const matches = useQuery(callQuery('eventList', { q: query, page: 1, limit: matchesMax }));
  const help = useQuery(callQuery('helpList', { q: query, page: 1, limit: helpMax }));
  const places = usePlaces(query);
  const { teams = [], competitions = [], bets = [] } = names.data ?? {};
  const events = matches.data?.list ?? [];
  const answers = help.data?.list ?? [];
  const isPending = names.isPending || matches.isPending || help.isPending;
  const isNothing =
    [teams, competitions, bets, events, answers, places].every(({ length }) => length === 0) && !isPending;
  if (isNothing && names.data === undefined)
    return <LoadFailure error={names.error} onRetry={names.refetch} />;
  if (isNothing) return <EmptyState icon="search" title={t('search.none')} hint={t('search.noneHint')} />;
  return (
    <div className={styles.found}>
      {teams.length > 0 && <Teams list={teams} />}
      {competitions.length > 0 && <Competitions list={competitions} />}
      {events.length > 0 && (
        <Matches list={events} query={query} hasMore={(matches.data?.total ?? 0) > matchesMax} />
      )}
      {bets.length > 0 && (
        <MatchSection title={t('search.bets')}>
          {bets.map((bet) => (
            <BetCard key={bet.id} bet={bet} />
          ))}
        </MatchSection>
      )}
      {places.length > 0 && (
        <MatchSection title={t('search.pages')}>
          <Card flush>
            {places.map(({ to, text }) => (
              <Link key={to} to={to} search={{}} className={styles.row}>
                {t(text)}
              </Link>
            ))}
          </Card>
        </MatchSection>
      )}
      {answers.length > 0 && <Answers list={answers} />}
      {isPending && <Skeleton height={8} />}
    </div>
  );
};

const Name = ({ children }: { children: ReactNode }) => <span className={styles.name}>{children}</span>;

const Teams = ({ list }: { list: Output<'search'>['teams'] }) => {
  const t = useT();
  return (
    <MatchSection title={t('search.teams')}>
      <Card flush>
        {list.map((team) => (
          <Link key={team.id} to="/pages/football/team" search={{ id: team.id }} className={styles.row}>
            <Name>
              <TeamShield team={team} />
              <bdi>{teamName(team, currentLan())}</bdi>
            </Name>
          </Link>
        ))}
      </Card>
    </MatchSection>
  );
};

const Competitions = ({ list }: { list: Output<'search'>['competitions'] }) => {
  const t = useT();
  return (
    <MatchSection title={t('search.competitions')}>
      <Card flush>
        {list.map((competition) => (
          <Link
            key={competition.id}
            to="/pages/football/competition"
            search={{ id: competition.id }}
            className={styles.row}
          >
            <bdi>{competitionName(competition, currentLan())}</bdi>
          </Link>
        ))}
      </Card>
    </MatchSection>
  );
};

type MatchesProps = { list: readonly Event[]; query: string; hasMore: boolean };

const Matches = ({ list, query, hasMore }: MatchesProps) => {
  const t = useT();
  return (
    <MatchSection title={t('search.matches')}>
      <Card flush>
        {list.map((event) => (
          <Link key={event.id} to="/pages/invest/eventsinfo" search={{ id: event.id }} className={styles.row}>
            <bdi>{matchName(event)}</bdi>
            <span className={styles.aside}>
              <MatchClock event={event} />
            </span>
          </Link>
        ))}
        {hasMore && (
          <Link
            to="/pages/invest/invest"
            search={{}}
            className={styles.row}
            onClick={() => presetTab('/pages/invest/invest', 'filters', { ...noFilters, q: query })}
          >
            {t('home.all')}
          </Link>
        )}
      </Card>
    </MatchSection>
  );
};

const Answers = ({ list }: { list: readonly HelpEntry[] }) => {
  const t = useT();
  return (
    <MatchSection title={t('nav.help')}>
      <Card flush>
        {list.map(({ id, title }) => (
          <Link key={id} to="/pages/help/help" search={{ id }} className={styles.row}>
            {title}
          </Link>
        ))}
      </Card>
    </MatchSection>
  );
};

/** Pages that the search finds: their title in the reader's language, and words for it in English. */
const searchPlaces = [
  { to: '/', text: 'nav.home', english: 'home start', isOpen: false },
  { to: '/pages/invest/invest', text: 'home.all', english: 'matches bet all', isOpen: true },
  {
    to: '/pages/invest/eventrecord',
    text: 'nav.eventRecord',
    english: 'results finished matches',
    isOpen: true,
  },
  {
    to: '/pages/gamerecord/gamerecord',
    text: 'nav.records',
    english: 'betting record my bets history',
    isOpen: false,
  },
  { to: '/pages/investment/investment', text: 'nav.investment', english: 'open bets stakes', isOpen: false },
  { to: '/pages/recharge/recharge', text: 'nav.recharge', english: 'recharge deposit pay in', isOpen: false },
  { to: '/pages/information/withdraw', text: 'nav.withdraw', english: 'withdraw payout cash', isOpen: false },
  {
    to: '/pages/traderecord/traderecord',
    text: 'nav.traderecord',
    english: 'transactions wallet money',
    isOpen: false,
  },
  { to: '/pages/information/bank', text: 'nav.bank', english: 'bank card crypto wallet', isOpen: false },
  { to: '/pages/information/turnover', text: 'nav.turnover', english: 'turnover', isOpen: false },
  { to: '/pages/information/statement', text: 'nav.statement', english: 'activity statement', isOpen: false },
  { to: '/pages/information/proofs', text: 'proof.title', english: 'proofs receipts', isOpen: false },
  {
    to: '/pages/information/information',
    text: 'nav.mine',
    english: 'information account settings theme odds',
    isOpen: false,
  },
  {
    to: '/pages/information/editinfo',
    text: 'nav.editinfo',
    english: 'user information profile name',
    isOpen: false,
  },
  {
    to: '/pages/information/security',
    text: 'nav.security',
    english: 'security password passkey devices',
    isOpen: false,
  },
  {
    to: '/pages/information/play',
    text: 'nav.play',
    english: 'safer play limits time-out exclusion',
    isOpen: false,
  },
  { to: '/pages/information/levels', text: 'rewards.levels', english: 'membership level vip', isOpen: false },
  { to: '/pages/checkin/checkin', text: 'rewards.checkIn', english: 'daily check-in reward', isOpen: false },
  {
    to: '/pages/notify/notify',
    text: 'nav.notify',
    english: 'notifications notices letters push',
    isOpen: false,
  },
  { to: '/pages/team/team', text: 'nav.team', english: 'team', isOpen: false },
  {
    to: '/pages/invitationcode/invitationcode',
    text: 'nav.invitation',
    english: 'invitation code invite',
    isOpen: false,
  },
  { to: '/pages/teamrules/teamrules', text: 'nav.teamRules', english: 'team rules commission', isOpen: true },
  { to: '/pages/activity/activity', text: 'nav.activity', english: 'activity campaign', isOpen: true },
  {
    to: '/pages/house/house',
    text: 'nav.house',
    english: 'transparency house in public margins log',
    isOpen: true,
  },
  { to: '/pages/help/help', text: 'nav.help', english: 'help faq support contact', isOpen: true },
  { to: '/pages/rules/rules', text: 'nav.rules', english: 'rules settlement', isOpen: true },
  { to: '/pages/terms/terms', text: 'nav.terms', english: 'terms conditions privacy', isOpen: true },
  {
    to: '/pages/companyprofile/companyprofile',
    text: 'nav.companyprofile',
    english: 'company profile licence',
    isOpen: true,
  },
  { to: '/pages/lang/lang', text: 'nav.lang', english: 'language', isOpen: true },
] as const;
