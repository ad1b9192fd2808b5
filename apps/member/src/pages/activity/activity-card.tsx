import type { Activity } from '@touchline/contract/shapes/inbox';
import { formatLongDate } from '@touchline/locales/format-time';
import { deviceTimeZone } from '../../features/labels/kick-off.ts';
import { useNow } from '../../features/labels/use-now.ts';
import { TargetLink } from '../../features/links/target-link.tsx';
import { pictureOf, targetOf, videoOf } from '../../features/links/target.ts';
import { Paragraphs } from '../../features/text-page/text-section.tsx';
import { currentLan, useT } from '../../state/i18n.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Video } from '../../ui/video.tsx';
import styles from './activity-card.module.css';

/** One activity: what it is, when, and the way into it. */
export const ActivityCard = ({ activity }: { activity: Activity }) => {
  const t = useT();
  const now = useNow();
  const { title, body, from, until } = activity;
  const options = { lan: currentLan(), timeZone: deviceTimeZone() };
  const begins = formatLongDate(from, options);
  const isOn = Date.parse(from) <= now;
  const picture = pictureOf(activity.image);
  const video = videoOf(activity.video);
  const target = targetOf(activity.link);
  const when = (): string => {
    if (until !== undefined)
      return t('activity.period', { from: begins, until: formatLongDate(until, options) });
    return t(isOn ? 'activity.since' : 'activity.starts', { from: begins });
  };
  return (
    <article>
      <Card flush>
        {video !== undefined && <Video src={video} poster={picture} label={title} />}
        {video === undefined && picture !== undefined && (
          <img className={styles.picture} src={picture} alt={activity.alt ?? ''} loading="lazy" />
        )}
        <div className={styles.words} dir="auto">
          <h2 className={styles.title}>{title}</h2>
          <p className={styles.when}>{when()}</p>
          <Paragraphs text={body} />
          {target !== undefined && isOn && (
            <TargetLink to={target} className={`${buttonClass('quiet')} ${styles.link}`}>
              {t('activity.open')}
            </TargetLink>
          )}
        </div>
      </Card>
    </article>
  );
};
