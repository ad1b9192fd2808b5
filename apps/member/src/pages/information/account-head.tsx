import { formatLongDate } from '@touchline/locales/format-time';
import type { User } from '@touchline/contract/shapes/user';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { configStore } from '../../state/config.ts';
import { useStore } from '../../state/use-store.ts';
import styles from './account-head.module.css';

/** Name of the member and since when. */
export const AccountHead = ({ user }: { user: User }) => {
  const t = useT();
  const timeZone = useStore(configStore).site?.timeZone ?? 'UTC';
  const since = formatLongDate(user.registeredAt, { lan: currentLan(), timeZone });
  return (
    <div className={styles.head}>
      <span className={styles.initial} aria-hidden="true">
        {user.account.slice(0, 1).toLocaleUpperCase()}
      </span>
      <div className={styles.names}>
        <p className={styles.account} translate="no">
          <bdi>{user.account}</bdi>
        </p>
        {user.registeredAt !== '' && <p className={styles.since}>{t('mine.since', { date: since })}</p>}
      </div>
    </div>
  );
};
