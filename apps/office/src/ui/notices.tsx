import { Button, Skeleton as Bar } from '@mantine/core';
import { isUnanswered } from '@touchline/client/errors';
import type { MemberOrigin } from '@touchline/contract/shapes/office';
import type { ReactNode } from 'react';
import { failureText } from '../lib/call.ts';
import { useT } from '../lib/i18n.ts';
import styles from './ui.module.css';

/** Something to mind, or, when `done`, something that went well. */
export const Note = ({ done = false, children }: { done?: boolean; children: ReactNode }) => (
  <div className={done ? `${styles.note} ${styles.done}` : styles.note} role={done ? 'status' : 'note'}>
    {children}
  </div>
);

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

/** Nothing is here, and what that means. */
export const Empty = ({ title, hint }: { title: string; hint: string }) => (
  <div className={styles.empty}>
    <p className={styles.title}>{title}</p>
    <p>{hint}</p>
  </div>
);

/** Bars in place of lines that are loading. */
export const Skeleton = ({ lines }: { lines: number }) => {
  const t = useT();
  return (
    <output className={styles.lines} aria-label={t('table.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <Bar key={line} height="1.25rem" />
      ))}
    </output>
  );
};

/** That the operator who looks and the member both used something. */
export const OriginMark = ({ origin }: { origin: MemberOrigin }) => {
  const t = useT();
  return <Note>{t(`memberOrigin.${origin}`)}</Note>;
};
