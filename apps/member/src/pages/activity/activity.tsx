import type { Activity } from '@touchline/contract/shapes/inbox';
import { formatLongDate } from '@touchline/locales/format-time';
import { useCall } from '../../lib/query.ts';
import { deviceTimeZone, useNow } from '../../features/labels/time.tsx';
import { TargetLink, pictureOf, targetOf, videoOf } from '../../features/links/target.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { Paragraphs, TextSkeleton } from '../../features/text-page/text-section.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Video } from '../../ui/video.tsx';
import styles from './activity.module.css';

/** Published activities; until there is one, word that it is being made. */
export const ActivityPage = () => {
  const t = useT();
  const { data, error, refetch } = useCall('activityList', { page: 1, limit: 100 });
  return (
    <Page layout="wide" title={t('nav.activity')} onRefresh={refetch}>
      {data?.list.map((activity) => (
        <ActivityCard key={activity.id} activity={activity} />
      ))}
      {data?.list.length === 0 && (
        <EmptyState icon="gift" title={t('activity.none')} hint={t('activity.noneHint')} />
      )}
      {data === undefined && error === null && <TextSkeleton />}
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
    </Page>
  );
};

/** One activity: what it is, when, and the way into it. */
const ActivityCard = ({ activity }: { activity: Activity }) => {
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
