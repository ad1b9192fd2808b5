import { Button } from '@mantine/core';
import { failureText } from '../lib/call.ts';
import { isUnanswered } from '@touchline/client/errors';
import { useT } from '../lib/i18n.ts';
import styles from './ui.module.css';

/** Why something failed, in its own place. */
export const Failure = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  const t = useT();
  // What was only to be read cannot have been done.
  const isRead = onRetry !== undefined;
  return (
    <div className={styles.failure} role="alert">
      <span>{isRead && isUnanswered(error) ? t('failure.unread') : failureText(error)}</span>
      {onRetry !== undefined && (
        <Button variant="default" size="compact-xs" onClick={onRetry}>
          {t('failure.retry')}
        </Button>
      )}
    </div>
  );
};
