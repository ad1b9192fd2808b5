import { Link } from '@tanstack/react-router';
import type { Commission } from '@touchline/contract/shapes/team';
import { formatSignedMoney } from '@touchline/locales/format';
import { formatLongDate } from '@touchline/locales/format-time';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './team.module.css';

/** A day's commission; leads to its statement. */
export const CommissionRow = ({ commission: { id, day, amount, state } }: { commission: Commission }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <li className={styles.commissionRowItem}>
      <Link to="/pages/team/commission" search={{ id }} className={styles.commissionRow}>
        <span className={styles.commissionRowWhat}>
          {formatLongDate(day, { lan, timeZone: 'UTC' })}
          {state !== 'paid' && <Tag tone="amber">{t(`team.state.${state}`)}</Tag>}
        </span>
        <bdi dir="ltr" className={`figures ${styles.amount}`}>
          {formatSignedMoney(amount, { lan })}
        </bdi>
        <span className={styles.commissionRowArrow}>
          <Icon name="forward" size="small" flips />
        </span>
      </Link>
    </li>
  );
};
