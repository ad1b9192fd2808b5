import { Link } from '@tanstack/react-router';
import { formatMoney } from '@touchline/locales/format';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './check-in.module.css';
import { CheckInSkeleton } from './check-in-skeleton.tsx';
import { todaysReward, useCheckIn } from './use-check-in.ts';

/** The check-in in one row, for the home page, which knows that there is one; nothing once there is none. */
export const CheckInCard = () => {
  const t = useT();
  const { info, checkIn, isBusy, currency } = useCheckIn();
  if (info.isPending) return <CheckInSkeleton />;
  if (info.data?.open !== true) return null;
  const reward = todaysReward(info.data);
  return (
    <Card flush>
      <div className={styles.cardRow}>
        <Link to="/pages/checkin/checkin" className={styles.words}>
          <span className={styles.icon} data-taken={reward === undefined}>
            <Icon name={reward === undefined ? 'check' : 'calendar'} />
          </span>
          <span className={styles.names}>
            <span className={styles.title}>
              {reward === undefined ? t('rewards.taken') : t('rewards.checkIn')}
            </span>
            <span className={styles.note}>{t('rewards.streak', { days: info.data.streak })}</span>
          </span>
        </Link>
        {reward !== undefined && (
          <button type="button" className={styles.take} disabled={isBusy} onClick={() => void checkIn()}>
            <span>{t('rewards.checkInNow')}</span>
            <bdi dir="ltr" className={`figures ${styles.amount}`}>
              +{formatMoney(reward, { lan: currentLan(), currency })}
            </bdi>
          </button>
        )}
      </div>
    </Card>
  );
};
