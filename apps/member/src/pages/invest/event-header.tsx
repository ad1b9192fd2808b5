import { formatDateTime } from '@touchline/locales/format-time';
import { teamName } from '@touchline/locales/team-names';
import type { EventDetail, Team } from '@touchline/contract/shapes/football';
import { isolated } from '../../features/labels/bidi.ts';
import { deviceTimeZone, kickOffAt } from '../../features/labels/kick-off.ts';
import { scoreText } from '../../features/labels/score-text.ts';
import { useNow } from '../../features/labels/use-now.ts';
import { useHeading } from '../../features/match-card/match-card.tsx';
import { MatchClock } from '../../features/match-card/match-clock.tsx';
import { TeamShield } from '../../features/team-shield/team-shield.tsx';
import { currentLan, useT } from '../../state/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './event-header.module.css';

/**
 * Two shields and between them the kick-off or the score. Home is on the left in every language, so that each number
 * of the score, which never mirrors, is on its team's side.
 */
export const EventHeader = ({ event }: { event: EventDetail }) => {
  const t = useT();
  const heading = useHeading();
  const ht = event.score?.ht;
  const began = formatDateTime(event.kickOff, { lan: currentLan(), timeZone: deviceTimeZone() });
  return (
    <Card>
      <p className={styles.heading}>
        {heading(event)}
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
      <div className={styles.match} dir="ltr">
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
              <bdi>{t('event.halfScore', { score: isolated(scoreText(ht)) })}</bdi>
            </p>
          )}
        </div>
        <Side team={event.away} />
      </div>
    </Card>
  );
};

const Side = ({ team }: { team: Team }) => (
  <div className={styles.side}>
    <TeamShield team={team} size="l" />
    <bdi className={styles.name}>{teamName(team, currentLan())}</bdi>
  </div>
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
        <time dateTime={event.kickOff}>{clock}</time>
      </p>
      <p className={styles.half}>
        <bdi>{[day, until].filter((part) => part !== undefined).join(' · ')}</bdi>
      </p>
    </>
  );
};
