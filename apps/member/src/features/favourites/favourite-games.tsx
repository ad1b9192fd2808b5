import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Event } from '@touchline/contract/shapes/football';
import { teamName } from '@touchline/locales/team-names';
import { nextGames } from './favourites.ts';
import { callQuery } from '../../lib/query.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { MatchClock } from '../labels/match-clock.tsx';
import { MatchSection } from '../match-card/match-list.tsx';
import { TeamShield } from '../team-shield/team-shield.tsx';
import { FavouriteWaiting } from './favourite-waiting.tsx';
import { Strip } from '../../ui/strip.tsx';
import styles from './favourites.module.css';

type Props = { ids: readonly string[]; teams: readonly string[] };

/** The matches of `ids` and the next one of each team, if they are on or to come, side by side. Nothing while there are none. */
export const FavouriteGames = ({ ids, teams }: Props) => {
  const t = useT();
  const ofTeams = useQueries({ queries: teams.map((id) => callQuery('teamDetail', { id })) });
  const next = nextGames(ofTeams.flatMap(({ data }) => nextGames(data?.next ?? []).slice(0, 1)));
  const wanted = [...new Set([...ids, ...next.map(({ id }) => id)])];
  const games = useQueries({ queries: wanted.map((id) => callQuery('eventDetail', { id })) });
  const answers = [...ofTeams, ...games];
  // All at once: a strip that grows at its beginning would slide away under the eye.
  if (answers.some(({ isPending }) => isPending)) return <FavouriteWaiting />;
  const shown = nextGames(games.map(({ data }) => data).filter((event) => event !== undefined));
  if (shown.length === 0) return null;
  return (
    <MatchSection title={t('home.favourites')}>
      <Strip>
        {shown.map((event) => (
          <li key={event.id} className={styles.item}>
            <Game event={event} />
          </li>
        ))}
      </Strip>
    </MatchSection>
  );
};

const Game = ({ event }: { event: Event }) => (
  <Link to="/pages/invest/eventsinfo" search={{ id: event.id }} className={styles.game}>
    <span className={styles.clock}>
      <MatchClock event={event} />
    </span>
    {([event.home, event.away] as const).map((team, at) => {
      const goals = at === 0 ? event.score?.ft?.home : event.score?.ft?.away;
      return (
        <span key={team.id} className={styles.side}>
          <TeamShield team={team} />
          <span className={styles.name}>{teamName(team, currentLan())}</span>
          {goals !== undefined && <b className="figures">{goals}</b>}
        </span>
      );
    })}
  </Link>
);
