import { Link } from '@tanstack/react-router';
import { EmptyState } from '../ui/empty-state.tsx';
import { buttonClass } from '../ui/button.tsx';
import { useT } from '../state/i18n.tsx';
import { Page } from '../frame/page.tsx';

/** An address that leads nowhere. */
export const NotFoundView = () => {
  const t = useT();
  return (
    <Page title={t('shell.notFound')}>
      <EmptyState icon="ball" title={t('shell.notFoundTitle')}>
        <Link to="/" className={buttonClass('quiet')}>
          {t('shell.goHome')}
        </Link>
      </EmptyState>
    </Page>
  );
};
