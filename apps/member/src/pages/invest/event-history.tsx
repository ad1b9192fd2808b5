import { formatTime } from '@touchline/locales/format-time';
import { teamName } from '@touchline/locales/team-names';
import type { EventDetail } from '@touchline/contract/shapes/football';
import { deviceTimeZone } from '../../features/labels/time.tsx';
import { scoreText } from '../../features/labels/match-name.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './invest.module.css';

type Incident = NonNullable<EventDetail['history']>[number];

/** What happened in the match so far, in order. */
export const EventHistory = ({ event }: { event: EventDetail }) => {
  const t = useT();
  const { history = [] } = event;
  if (history.length === 0) return null;
  return (
    <Card>
      <section>
        <h2 className={styles.eventHistoryTitle}>{t('event.history')}</h2>
        <ol className={styles.list}>
          {history.map((incident) => (
            <Row
              key={`${incident.kind} ${scoreText(incident.score)} ${incident.at}`}
              event={event}
              incident={incident}
            />
          ))}
          <Correction event={event} />
        </ol>
      </section>
    </Card>
  );
};

const Row = ({ event, incident }: { event: EventDetail; incident: Incident }) => {
  const t = useT();
  const lan = currentLan();
  const { kind, minute, side, score, at } = incident;
  const scorer = side === 'away' ? event.away : event.home;
  const when = minute === undefined ? formatTime(at, { lan, timeZone: deviceTimeZone() }) : `${minute}′`;
  return (
    <li className={styles.row} data-kind={kind}>
      <bdi dir="ltr" className={`figures ${styles.when}`}>
        {when}
      </bdi>
      <span className={styles.what}>
        {kind === 'goal' ? t('event.goal', { team: teamName(scorer, lan) }) : t(`event.incident.${kind}`)}
      </span>
      {kind !== 'kick_off' && (
        <span className={`figures ${styles.eventHistoryScore}`}>{scoreText(score)}</span>
      )}
    </li>
  );
};

/** What was reported at first stays as it was; the result that counts is the last line. */
const Correction = ({ event: { result } }: { event: EventDetail }) => {
  const t = useT();
  if (result?.corrects === undefined || result.ft === undefined) return null;
  return (
    <li className={styles.row} data-kind="full_time">
      <bdi dir="ltr" className={`figures ${styles.when}`}>
        {formatTime(result.confirmedAt, { lan: currentLan(), timeZone: deviceTimeZone() })}
      </bdi>
      <span className={styles.what}>{t('event.incident.corrected')}</span>
      <span className={`figures ${styles.eventHistoryScore}`}>{scoreText(result.ft)}</span>
    </li>
  );
};
