import { Button, Loader } from '@mantine/core';
import { CallError } from '@touchline/client/errors';
import { Link } from '@tanstack/react-router';
import { failureText } from '../lib/call.ts';
import { useT } from '../lib/i18n.ts';
import styles from './frame.module.css';

/** Why a page could not be shown. */
export const ErrorView = ({ error }: { error: unknown }) => {
  const t = useT();
  return (
    <div className={styles.view}>
      <h1>{t('failure.page')}</h1>
      <p className={styles.hint} role="alert">
        {error instanceof CallError ? failureText(error) : t('failure.pageHint')}
      </p>
      <Button variant="default" onClick={() => location.reload()}>
        {t('failure.reload')}
      </Button>
    </div>
  );
};

/** The view of an address without a page. */
export const NotFoundView = () => {
  const t = useT();
  return (
    <main className={styles.view}>
      <h1>{t('notFound.title')}</h1>
      <p className={styles.hint}>{t('notFound.hint')}</p>
      <Link to="/" search={{}}>
        {t('notFound.home')}
      </Link>
    </main>
  );
};

/** The view while the code of a page loads. */
export const PendingView = () => {
  const t = useT();
  return (
    <output className={styles.view} aria-label={t('table.loading')}>
      <Loader size="sm" color="var(--pitch)" />
    </output>
  );
};

/** The view of a page that is for other roles. */
export const ForbiddenView = () => {
  const t = useT();
  return (
    <div className={styles.view}>
      <h1>{t('forbidden.title')}</h1>
      <p className={styles.hint}>{t('forbidden.hint')}</p>
      <Link to="/" search={{}}>
        {t('notFound.home')}
      </Link>
    </div>
  );
};
