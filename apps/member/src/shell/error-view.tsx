import { CallError } from '@touchline/client/errors';
import { failureText } from '../api/call.ts';
import { Icon } from '../ui/icon.tsx';
import { useT } from '../state/i18n.tsx';
import { PageTimeout } from '../lib/lazy-page.tsx';
import styles from './view.module.css';

/** Why a page could not be shown, over the whole screen; a tap anywhere loads the app again. */
export const ErrorView = ({ error }: { error: unknown }) => {
  const t = useT();
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
