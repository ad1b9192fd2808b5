import { useRef } from 'react';
import { copyReference, failureReason, referenceOf, referenceText } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './load-failure.module.css';

/** What a page shows instead of content it could not fetch: the reason, a tap to try again, and what support asks for. */
export const LoadFailure = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => {
  const t = useT();
  return (
    <div role="alert">
      <EmptyState icon="reload" title={failureReason(error)}>
        <Button tone="quiet" onClick={() => void onRetry()}>
          {t('common.retry')}
        </Button>
        <Reference error={error} />
      </EmptyState>
    </div>
  );
};

const Reference = ({ error }: { error: unknown }) => {
  const t = useT();
  const place = useRef<HTMLSpanElement>(null);
  const id = referenceOf(error);
  if (id === undefined) return null;
  const text = referenceText(error);
  return (
    <p className={styles.reference}>
      <span ref={place}>{text}</span>
      <button type="button" className={styles.copy} onClick={() => void copyReference(id, place.current)}>
        <Icon name="copy" size="small" />
        {t('cashier.copy')}
        <span className="visually-hidden"> {text}</span>
      </button>
    </p>
  );
};
