import { failureReason, referenceText } from '../../api/call.ts';
import { useT } from '../../state/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from './load-failure.module.css';

/** What a page shows instead of content it could not fetch: the reason, a tap to try again, and what support asks for. */
export const LoadFailure = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => {
  const t = useT();
  const reference = referenceText(error);
  return (
    <div role="alert">
      <EmptyState icon="reload" title={failureReason(error)}>
        <Button tone="quiet" onClick={() => void onRetry()}>
          {t('common.retry')}
        </Button>
        {reference !== undefined && <p className={styles.reference}>{reference}</p>}
      </EmptyState>
    </div>
  );
};
