import { Link } from '@tanstack/react-router';
import { CallError } from '@touchline/client/errors';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { useT } from '../../lib/i18n.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Why a page of football has nothing to show: it could not be fetched, or there is no such team or competition. */
export const Unknown = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => {
  const t = useT();
  const isUnknown =
    error instanceof CallError && (error.reason === 'not_found' || error.reason === 'validation');
  if (!isUnknown) return <LoadFailure error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon="search" title={t('football.unknown')} hint={t('football.unknownHint')}>
      <Link to="/pages/search/search" search={{}} className={buttonClass('quiet')}>
        {t('common.search')}
      </Link>
    </EmptyState>
  );
};
