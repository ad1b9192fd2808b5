import { formatDateTime, formatTime } from '@touchline/locales/format-time';
import type { EventDetail } from '@touchline/contract/shapes/football';
import { Link } from '@tanstack/react-router';
import { teamName } from '@touchline/locales/team-names';
import { isolated } from '../../features/labels/bidi.ts';
import { deviceTimeZone } from '../../features/labels/time.tsx';
import { scoreText } from '../../features/labels/match-name.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './invest.module.css';

/** The result that settles the bets: its scores, its source and when it was confirmed. The first half has its own until the match is over. */
export const EventResult = ({ event: { result } }: { event: EventDetail }) => {
  const t = useT();
  if (result === undefined) return null;
  const { ft, ht, corrects } = result;
  const isOurs = result.source === 'house' || result.source === 'rules';
  const score = ft ?? ht;
  const when = formatDateTime(result.confirmedAt, { lan: currentLan(), timeZone: deviceTimeZone() });
  return (
    <Card>
      <section className={styles.result}>
        <div className={styles.eventResultLine}>
          <h2 className={styles.eventResultTitle}>
            {ft === undefined ? t('event.firstHalf') : t('event.result')}
          </h2>
          {score !== undefined && (
            <span className={`figures ${styles.eventResultScore}`}>
              {corrects !== undefined && <s className={styles.was}>{scoreText(corrects.ft)}</s>}
              {scoreText(score)}
            </span>
          )}
        </div>
        {corrects !== undefined && <p className={styles.eventResultCorrected}>{t('event.corrected')}</p>}
        <div className={styles.small}>
          <span>{t('event.source', { source: isOurs ? t('proof.staff') : isolated(result.source) })}</span>
          {ft !== undefined && ht !== undefined && (
            <span>{t('event.halfScore', { score: scoreText(ht) })}</span>
          )}
          <span>{t(corrects === undefined ? 'event.confirmed' : 'event.correctedAt', { when })}</span>
          <span>{t('event.version', { version: result.version })}</span>
        </div>
      </section>
    </Card>
  );
};

/** What happens to the bets on a match that was not played to its end; nothing for any other. */
export const EventOff = ({ event: { state } }: { event: EventDetail }) => {
  const t = useT();
  if (state !== 'abandoned' && state !== 'postponed' && state !== 'cancelled') return null;
  return (
    <Card>
      <p className={styles.words}>{t(`event.off.${state}`)}</p>
      <Link to="/pages/rules/rules" search={{ section: 'void' }} className={styles.rule}>
        {t('rules.read')}
      </Link>
    </Card>
  );
};

/** Which bets on the match are void, and why, in the words of the house. */
export const EventVoids = ({ event: { voids = [] } }: { event: EventDetail }) => {
  const t = useT();
  return voids.map(({ market, struckFrom, struckUntil, reason, at }) => {
    const isAll = market === undefined && struckFrom === undefined && struckUntil === undefined;
    return (
      <Card key={at}>
        <p className={styles.words}>
          <b>{isAll ? t('event.void.all') : t('event.void.some')}</b>{' '}
          {t('event.void.reason', { reason: isolated(reason) })}
        </p>
        <Link to="/pages/rules/rules" search={{ section: 'void' }} className={styles.rule}>
          {t('rules.read')}
        </Link>
      </Card>
    );
  });
};

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
