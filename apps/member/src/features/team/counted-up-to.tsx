import { formatLongDate } from '@touchline/locales/format-time';
import { currentLan, useT } from '../../lib/i18n.tsx';
import styles from './team.module.css';

/** Up to which closed day of the site the figures of a team count. */
export const CountedUpTo = ({ day }: { day: string | undefined }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <p className={styles.words}>
      {day === undefined
        ? t('team.upToNone')
        : t('team.upTo', { date: formatLongDate(`${day}T12:00:00Z`, { lan, timeZone: 'UTC' }) })}
    </p>
  );
};
