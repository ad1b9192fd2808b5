import { useCall } from '../../api/query.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { TextSkeleton } from '../../features/text-page/text-section.tsx';
import { useT } from '../../state/i18n.tsx';
import { Page } from '../../frame/page.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ActivityCard } from './activity-card.tsx';

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
