import { failureText } from '../../api/call.ts';
import { useT } from '../../state/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** What a page shows instead of content it could not fetch: the reason, and a tap to try again. */
export const LoadFailure = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => {
  const t = useT();
  return (
    <div role="alert">
      <EmptyState icon="reload" title={failureText(error)}>
        <Button tone="quiet" onClick={() => void onRetry()}>
          {t('common.retry')}
        </Button>
      </EmptyState>
    </div>
  );
};
