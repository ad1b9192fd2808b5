import { formatDateTime } from '@touchline/locales/format-time';
import type { EventDetail } from '@touchline/contract/shapes/football';
import { isolated } from '../../features/labels/bidi.ts';
import { deviceTimeZone } from '../../features/labels/kick-off.ts';
import { scoreText } from '../../features/labels/score-text.ts';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './event-result.module.css';

/** The result that settles the bets: its scores, where it comes from and when it was confirmed. */
export const EventResult = ({ event: { result } }: { event: EventDetail }) => {
  const t = useT();
  if (result === undefined) return null;
  const when = formatDateTime(result.confirmedAt, { lan: currentLan(), timeZone: deviceTimeZone() });
  return (
    <Card>
      <section className={styles.result}>
        <div className={styles.line}>
          <h2 className={styles.title}>{t('event.result')}</h2>
          {result.ft !== undefined && (
            <bdi dir="ltr" className={`figures ${styles.score}`}>
              {scoreText(result.ft)}
            </bdi>
          )}
        </div>
        <div className={styles.small}>
          <span>{t('event.source', { source: result.source })}</span>
          {result.ht !== undefined && (
            <span>{t('event.halfScore', { score: isolated(scoreText(result.ht)) })}</span>
          )}
          <span>{t('event.confirmed', { when })}</span>
          {result.version > 1 && <span>{t('event.corrected', { version: result.version })}</span>}
        </div>
      </section>
    </Card>
  );
};
