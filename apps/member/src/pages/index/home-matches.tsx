import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatRelative } from '@touchline/locales/format-time';
import { teamName } from '@touchline/locales/team-names';
import type { Event } from '@touchline/contract/shapes/football';
import type { Home } from '@touchline/contract/shapes/site';
import { useNow } from '../../features/labels/time.tsx';
import { MatchCard } from '../../features/match-card/match-card.tsx';
import { MatchList, MatchSection } from '../../features/match-card/match-list.tsx';
import { hasStar, starredFirst, useStars } from '../../features/stars/stars.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useSoonAll } from '../../features/frame/page.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from './index.module.css';

type Props = {
  home: Home;
  /** What is between the two. */
  children: ReactNode;
};

/** As many matches as a screen holds. */
const fewMatches = 4;

/** Live matches, then the next ones, those with a star first; when nothing is played, when it starts. */
export const HomeMatches = ({ home, children }: Props) => {
  const t = useT();
  const stars = useStars();
  const isStarred = (event: Event): boolean => hasStar(stars, event);
  const live = starredFirst(home.live, isStarred);
  const next = starredFirst(home.next, isStarred);
  const count = useSoonAll(fewMatches);
  const [first] = home.next;
  if (live.length === 0 && first === undefined) {
    return (
      <>
        <EmptyState icon="ball" title={t('home.none')} hint={t('home.noneHint')} />
        {children}
      </>
    );
  }
  return (
    <>
      {live.length === 0 && first !== undefined && <NothingLive next={first} />}
      {live.length > 0 && (
        <MatchSection title={t('home.live')} aside={<span>{t('home.matches', { count: live.length })}</span>}>
          <MatchList>
            {live.slice(0, count).map((event) => (
              <MatchCard key={event.id} event={event} />
            ))}
          </MatchList>
        </MatchSection>
      )}
      {children}
      {next.length > 0 && (
        <MatchSection
          title={t('home.next')}
          aside={
            <Link to="/pages/invest/invest" search={{}} className={styles.all}>
              {t('home.all')}
            </Link>
          }
        >
          <MatchList>
            {next.slice(0, count).map((event) => (
              <MatchCard key={event.id} event={event} />
            ))}
          </MatchList>
        </MatchSection>
      )}
    </>
  );
};

const NothingLive = ({ next }: { next: Event }) => {
  const t = useT();
  const lan = currentLan();
  const now = useNow();
  if (Date.parse(next.kickOff) <= now) return null;
  return (
    <p className={styles.quiet}>
      {t('home.noLive', {
        home: teamName(next.home, lan),
        away: teamName(next.away, lan),
        when: formatRelative(next.kickOff, { lan, now }),
      })}
    </p>
  );
};
