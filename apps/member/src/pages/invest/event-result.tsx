import { formatDateTime } from '@touchline/locales/format-time';
import type { EventDetail } from '@touchline/contract/shapes/football';
import { isolated } from '../../features/labels/bidi.ts';
import { deviceTimeZone } from '../../features/labels/kick-off.ts';
import { scoreText } from '../../features/labels/score-text.ts';
import { currentLan, useT } from '../../state/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './event-result.module.css';

/** The result that settles the bets, of the first half before that of the match: its scores, where it comes from and when it was confirmed. */
export const EventResult = ({ event: { result } }: { event: EventDetail }) => {
  const t = useT();
  if (result === undefined) return null;
  const { ft, ht } = result;
  const score = ft ?? ht;
  const when = formatDateTime(result.confirmedAt, { lan: currentLan(), timeZone: deviceTimeZone() });
  return (
    <Card>
      <section className={styles.result}>
        <div className={styles.line}>
          <h2 className={styles.title}>{ft === undefined ? t('event.firstHalf') : t('event.result')}</h2>
          {score !== undefined && (
            <bdi dir="ltr" className={`figures ${styles.score}`}>
              {scoreText(score)}
            </bdi>
          )}
        </div>
        <div className={styles.small}>
          <span>{t('event.source', { source: result.source })}</span>
          {ft !== undefined && ht !== undefined && (
            <span>{t('event.halfScore', { score: isolated(scoreText(ht)) })}</span>
          )}
          <span>{t('event.confirmed', { when })}</span>
          <span>{t('event.version', { version: result.version })}</span>
        </div>
      </section>
    </Card>
  );
};
