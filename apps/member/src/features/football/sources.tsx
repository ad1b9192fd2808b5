import type { Source } from '@touchline/contract/shapes/competition';
import { formatLongDate } from '@touchline/locales/format-time';
import { currentLan, useT } from '../../lib/i18n.tsx';
import styles from './football.module.css';

/** Names of the data sets that are used; both are in the public domain. */
const records = {
  openfootball: 'openfootball (CC0 1.0)',
  international: 'martj42/international_results (CC0 1.0)',
} as const;

/** Where the figures of a page come from, and up to when. */
export const Sources = ({ of }: { of: readonly Source[] }) => {
  const t = useT();
  const lan = currentLan();
  if (of.length === 0) return null;
  const text = ({ kind, until }: Source): string => {
    const name = kind === 'site' ? t('football.source.site') : records[kind];
    return until === undefined || kind === 'site'
      ? name
      : t('football.sourceUntil', { name, date: formatLongDate(until, { lan, timeZone: 'UTC' }) });
  };
  return (
    <p className={styles.note}>
      {t('football.sources')}: <bdi>{of.map(text).join(' · ')}</bdi>
    </p>
  );
};
