import { Link } from '@tanstack/react-router';
import type { Recharge } from '@touchline/contract/shapes/cashier';
import { formatMoney } from '@touchline/locales/format';
import { channelName } from '../../features/cashier/texts.ts';
import { RechargeTag } from '../../features/cashier/recharge-tag.tsx';
import { Moment } from '../../features/labels/moment.tsx';
import { currentLan } from '../../state/i18n.tsx';
import styles from './recharge-row.module.css';

/** A recharge in the list: how, when, how much and what became of it. Leads to its payment. */
export const RechargeRow = ({ recharge }: { recharge: Recharge }) => (
  <li className={styles.item}>
    <Link to="/pages/recharge/rechargeinfo" search={{ id: recharge.id }} className={styles.row}>
      <span className={styles.what}>{channelName(recharge.channel)}</span>
      <bdi dir="ltr" className={`figures ${styles.amount}`}>
        {formatMoney(recharge.amount, { lan: currentLan() })}
      </bdi>
      <span className={styles.note}>
        <Moment at={recharge.createdAt} />
      </span>
      <RechargeTag recharge={recharge} />
    </Link>
  </li>
);
