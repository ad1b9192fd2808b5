import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Event } from '@touchline/contract/shapes/football';
import { teamName } from '@touchline/locales/team-names';
import { callQuery } from '../../api/query.ts';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MatchClock } from '../match-card/match-clock.tsx';
import { MatchSection } from '../match-card/match-section.tsx';
import { TeamShield } from '../team-shield/team-shield.tsx';
import styles from './favourite-strip.module.css';
import { useFavourites } from './favourites.ts';
import { nextGames } from './next-games.ts';

/** Of so many starred matches, the newest, the strip asks. */
const most = 8;

/** The starred matches that are on or to come, side by side. Nothing while there are none. */
export const FavouriteStrip = () => {
  const t = useT();
  const ids = useFavourites().slice(0, most);
  const answers = useQueries({ queries: ids.map((id) => callQuery('eventDetail', { id })) });
  // All at once: a strip that grows at its beginning would slide away under the eye.
  if (answers.some(({ isPending }) => isPending)) return <Waiting />;
  const games = nextGames(answers.map(({ data }) => data).filter((event) => event !== undefined));
  if (games.length === 0) return null;
  return (
    <MatchSection title={t('home.favourites')}>
      <ul className={styles.strip}>
        {games.map((event) => (
          <li key={event.id} className={styles.item}>
            <Game event={event} />
          </li>
        ))}
      </ul>
    </MatchSection>
  );
};

/** The shape of the strip while its matches are being fetched. */
const Waiting = () => {
  const t = useT();
  return (
    <MatchSection title={t('home.favourites')}>
      <div className={styles.game} aria-hidden="true">
        <Skeleton width={6} height={0.75} />
        <Skeleton width={8} height={1.75} />
        <Skeleton width={7} height={1.75} />
      </div>
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
