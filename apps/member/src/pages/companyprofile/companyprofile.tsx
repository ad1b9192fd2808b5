import { useCall } from '../../lib/query.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { TextNote, TextSection, TextSkeleton } from '../../features/text-page/text-section.tsx';
import { useT } from '../../lib/i18n.tsx';
import { useMayReadPages } from '../../lib/public-pages.ts';
import { Page } from '../../features/frame/page.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow } from '../../ui/list-row.tsx';

/** Who runs the site. */
export const CompanyProfilePage = () => {
  const t = useT();
  const { data, error, refetch } = useCall('companyProfile', {});
  const mayRead = useMayReadPages();
  return (
    <Page title={t('nav.companyprofile')} onRefresh={refetch}>
      {data?.sections.map(({ id, title, body }) => (
        <TextSection key={id} title={title} body={body} />
      ))}
      {data?.licence !== undefined && <TextNote>{t('company.licence', data.licence)}</TextNote>}
      {data?.sections.length === 0 && data.licence === undefined && (
        <EmptyState icon="info" title={t('common.noData')} hint={t('company.none')} />
      )}
      {data === undefined && error === null && <TextSkeleton />}
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
      <Card flush>
        {mayRead && <ListRow icon="eye" label={t('nav.house')} to="/pages/house/house" />}
        <ListRow icon="question" label={t('nav.help')} to="/pages/help/help" />
        <ListRow icon="records" label={t('nav.terms')} to="/pages/terms/terms" />
      </Card>
    </Page>
  );
};
