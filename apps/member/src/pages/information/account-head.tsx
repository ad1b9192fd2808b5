import { formatLongDate } from '@touchline/locales/format-time';
import type { User } from '@touchline/contract/shapes/user';
import { currentLan, useT } from '../../state/i18n.tsx';
import { deviceTimeZone } from '../../features/labels/kick-off.ts';
import styles from './account-head.module.css';

/** What the member is called, and since when. */
export const AccountHead = ({ user }: { user: User }) => {
  const t = useT();
  const since = formatLongDate(user.registeredAt, { lan: currentLan(), timeZone: deviceTimeZone() });
  const name = user.nickname ?? user.account;
  return (
    <div className={styles.head}>
      <span className={styles.initial} aria-hidden="true">
        {Array.from(name)[0]?.toLocaleUpperCase()}
      </span>
      <div className={styles.names}>
        <p className={styles.account} translate="no">
          <bdi>{name}</bdi>
        </p>
        {user.registeredAt !== '' && <p className={styles.since}>{t('mine.since', { date: since })}</p>}
      </div>
    </div>
  );
};
