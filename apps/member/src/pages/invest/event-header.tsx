import { Link } from '@tanstack/react-router';
import { formatDateTime } from '@touchline/locales/format-time';
import { teamName } from '@touchline/locales/team-names';
import type { EventDetail, Team } from '@touchline/contract/shapes/football';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { deviceTimeZone, kickOffAt, useNow } from '../../features/labels/time.tsx';
import { replayMark, scoreText } from '../../features/labels/match-name.ts';
import { useHeading } from '../../features/match-card/match-card.tsx';
import { MatchClock } from '../../features/labels/match-clock.tsx';
import { softened } from '../../features/labels/softened.ts';
import { TeamShield } from '../../features/team-shield/team-shield.tsx';
import { isInPlay } from '../../features/live/event-patch.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './invest.module.css';

/**
 * Two shields and between them the kick-off or the score. Home is where reading begins, and so is its number of the score.
 */
export const EventHeader = ({ event }: { event: EventDetail }) => {
  const t = useT();
  const heading = useHeading();
  const header = useRef<HTMLDivElement>(null);
  const isAway = useIsAway(header);
  const ht = event.score?.ht;
  const began = formatDateTime(event.kickOff, { lan: currentLan(), timeZone: deviceTimeZone() });
  return (
    <>
      <div ref={header}>
        <Card>
          <p className={styles.heading}>
            <Link
              to="/pages/football/competition"
              search={{ id: event.competition.id }}
              className={styles.competition}
            >
              {replayMark(event, t)}
              {heading(event)}
            </Link>
            {/* The score is where the kick-off was. */}
            {event.score?.ft !== undefined && (
              <>
                {' · '}
                <bdi>
                  <time dateTime={event.kickOff}>{began}</time>
                </bdi>
              </>
            )}
          </p>
          <div className={styles.match}>
            <Side team={event.home} />
            <div className={styles.middle}>
              <Figure event={event} />
              {event.state !== 'scheduled' && (
                <p className={styles.clock}>
                  <MatchClock event={event} />
                </p>
              )}
              {ht !== undefined && event.state !== 'half_time' && (
                <p className={styles.half}>
                  <bdi>{t('event.halfScore', { score: scoreText(ht) })}</bdi>
                </p>
              )}
              {event.result?.corrects !== undefined && (
                <p className={`${styles.half} ${styles.eventHeaderCorrected}`}>
                  {t('event.incident.corrected')}
                </p>
              )}
            </div>
            <Side team={event.away} />
          </div>
        </Card>
      </div>
      {isInPlay(event.state) && <LiveLine event={event} isShown={isAway} />}
    </>
  );
};

/** The score and the minute at the top, once the header has scrolled away. Screen readers find them in the header alone. */
const LiveLine = ({ event, isShown }: { event: EventDetail; isShown: boolean }) => (
  <div className={styles.sticky} data-sticks aria-hidden="true">
    {isShown && event.score?.ft !== undefined && (
      <p className={styles.live}>
        <bdi>{event.home.short}</bdi>
        <b className="figures">{scoreText(event.score.ft)}</b>
        <bdi>{event.away.short}</bdi>
        <MatchClock event={event} />
      </p>
    )}
  </div>
);

/** Whether an element has scrolled out of sight. */
const useIsAway = (element: RefObject<HTMLElement | null>): boolean => {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    // A busy browser reports several changes at once; the last one is how it is now.
    const observer = new IntersectionObserver((entries) => setAway(entries.at(-1)?.isIntersecting === false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isAway;
};

const Side = ({ team }: { team: Team }) => (
  <Link to="/pages/football/team" search={{ id: team.id }} className={styles.side}>
    <TeamShield team={team} size="l" />
    <bdi className={styles.name}>{softened(teamName(team, currentLan()))}</bdi>
  </Link>
);

/** The score once there is one, the kick-off before. */
const Figure = ({ event }: { event: EventDetail }) => {
  const t = useT();
  const now = useNow();
  const score = event.score?.ft;
  if (score !== undefined) return <p className={`figures ${styles.figure}`}>{scoreText(score)}</p>;
  const { clock, day, distance } = kickOffAt(event.kickOff, now);
  const isScheduled = event.state === 'scheduled';
  const isStarting = isScheduled && Date.parse(event.kickOff) <= now;
  // A match that is called off begins in no time at all.
  const until = isStarting ? t('event.soon') : isScheduled ? distance : undefined;
  return (
    <>
      <p className={`figures ${styles.figure}`}>
        <time dateTime={event.kickOff}>
          <bdi dir="ltr">{clock}</bdi>
        </time>
      </p>
      <p className={styles.half}>
        <bdi>{[day, until].filter((part) => part !== undefined).join(' · ')}</bdi>
      </p>
    </>
  );
};
