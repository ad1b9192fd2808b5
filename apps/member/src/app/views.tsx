import { CallError } from '@touchline/client/errors';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { failureText } from '../lib/call.ts';
import { Icon } from '../ui/icon.tsx';
import { useT } from '../lib/i18n.tsx';
import { notePage } from '../lib/first-page.ts';
import { PageTimeout } from '../lib/lazy-page.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Page } from '../features/frame/page.tsx';
import { Spinner } from '../ui/skeleton.tsx';
import styles from './app.module.css';

/** Why a page could not be shown, over the whole screen; a tap anywhere loads the app again. */
export const ErrorView = ({ error }: { error: unknown }) => {
  const t = useT();
  useEffect(notePage, []);
  const reason = (): string => {
    if (error instanceof PageTimeout) return t('client.timeout');
    if (error instanceof CallError) return failureText(error);
    return navigator.onLine ? t('shell.pageFailed') : t('client.offline');
  };
  return (
    <main>
      <button type="button" className={styles.view} onClick={() => location.reload()}>
        <Icon name="reload" size="large" />
        <span className={styles.title} role="alert">
          {reason()}
        </span>
        <span className={styles.hint}>{t('shell.tapToReload')}</span>
      </button>
    </main>
  );
};

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

/** Shown while the code of a page takes longer than 200 ms. */
export const PendingView = () => {
  const t = useT();
  return (
    <main className={styles.view} aria-busy="true">
      <Spinner />
      <output className="visually-hidden">{t('common.loading')}</output>
    </main>
  );
};

/** Shown when not even the texts could be loaded, hence always in English. */
export const StartFailure = () => (
  <button type="button" className={styles.view} onClick={() => location.reload()}>
    <span className={styles.title}>The connection timed out, click the screen to try again.</span>
  </button>
);
