import type { Event } from '@touchline/contract/shapes/football';
import { useT } from '../../lib/i18n.tsx';
import { kickOffAt, useNow } from './time.tsx';
import styles from './labels.module.css';

/** The time of a match: kick-off and how far off, the running minute, or how it ended. */
export const MatchClock = ({ event }: { event: Event }) => {
  const t = useT();
  if (event.state === 'live') return <LiveMinute minute={event.minute} />;
  if (event.state === 'half_time') {
    return (
      <span className={styles.live}>
        <i className={styles.dot} />
        {t('event.state.half_time')}
      </span>
    );
  }
  if (event.state === 'scheduled') return <KickOffTime kickOff={event.kickOff} />;
  return <span>{t(`event.state.${event.state}`)}</span>;
};

const LiveMinute = ({ minute }: { minute: string | undefined }) => {
  const t = useT();
  return (
    <span className={styles.live}>
      <i className={styles.dot} />
      <span className="visually-hidden">
        {minute === undefined ? t('event.state.live') : t('event.minute', { minute })}
      </span>
      <bdi dir="ltr" className="figures" aria-hidden="true">
        {minute === undefined ? t('event.state.live') : `${minute}′`}
      </bdi>
    </span>
  );
};

const KickOffTime = ({ kickOff }: { kickOff: string }) => {
  const t = useT();
  const now = useNow();
  const { clock, day, distance } = kickOffAt(kickOff, now);
  const rest = distance ?? (Date.parse(kickOff) <= now ? t('event.soon') : undefined);
  return (
    <time dateTime={kickOff}>
      {/* "02:25 · in 3 hr" is one time without the day, and fits next to the competition. */}
      {day !== undefined && rest === undefined && <>{day} </>}
      <bdi dir="ltr" className="figures">
        {clock}
      </bdi>
      {rest !== undefined && <> · {rest}</>}
    </time>
  );
};
