import { Button } from '@mantine/core';
import { failureText } from '../api/call.ts';
import { CallError } from '@touchline/client/errors';
import { useT } from '../shell/i18n.ts';
import styles from './view.module.css';

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
