import { minuteMs } from '@touchline/contract/durations';
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { formatRelative } from '@touchline/locales/format-time';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { sentenceGap } from '../labels/bidi.ts';
import { useNow } from '../labels/time.tsx';
import styles from './offline.module.css';

/** An abbreviation at the end of a sentence ends it as well. */
const oneStop = (text: string): string => text.replaceAll('..', '.');

/** Says that there is no connection, and how old what the page shows is. */
export const OfflineNote = () => {
  const t = useT();
  const now = useNow();
  // Prices look like what they are then: known, not offered.
  useEffect(() => {
    document.documentElement.dataset['offline'] = 'true';
    return () => {
      delete document.documentElement.dataset['offline'];
    };
  }, []);
  const shown = useQueryClient()
    .getQueryCache()
    .findAll({ type: 'active' })
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0);
  const oldest = Math.min(...shown);
  const known = (): string => {
    // "Now" would age while it is read.
    if (now - oldest < minuteMs) return t('shell.offlineNow');
    const when = formatRelative(new Date(oldest).toISOString(), { lan: currentLan(), now });
    return oneStop(t('shell.offlineKnown', { when }));
  };
  return (
    <output className={styles.note}>
      <Icon name="offline" size="small" />
      <span>
        <b className={styles.title}>{t('shell.offline')}</b>
        {sentenceGap()}
        {shown.length === 0 ? t('shell.offlineNothing') : known()}
      </span>
    </output>
  );
};
