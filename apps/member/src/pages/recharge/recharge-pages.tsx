import { call } from '../../lib/call.ts';
import { usePages } from '../../lib/use-pages.ts';
import { rechargePagesKey } from '../../features/live/live-cache.ts';
import { EntryPages } from '../../features/money/entry-pages.tsx';
import { useRestriction } from '../../features/play/use-restriction.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '@tanstack/react-router';
import type { Recharge } from '@touchline/contract/shapes/cashier';
import { formatMoney } from '@touchline/locales/format';
import { channelName } from '../../features/cashier/texts.ts';
import { RechargeTag } from '../../features/cashier/recharge-tag.tsx';
import { Moment } from '../../features/labels/moment.tsx';
import styles from './recharge.module.css';

/** A recharge in the list: how, when, how much (credited, else asked for) and its outcome. Leads to its payment. */
const RechargeRow = ({ recharge }: { recharge: Recharge }) => (
  <li className={styles.pagesItem}>
    <Link to="/pages/recharge/rechargeinfo" search={{ id: recharge.id }} className={styles.pagesRow}>
      <span className={styles.what}>{channelName(recharge.channel)}</span>
      <bdi dir="ltr" className={`figures ${styles.amount}`}>
        {formatMoney(recharge.credited ?? recharge.amount, { lan: currentLan() })}
      </bdi>
      <span className={styles.pagesNote}>
        <Moment at={recharge.createdAt} />
      </span>
      <RechargeTag recharge={recharge} />
    </Link>
  </li>
);

const row = (recharge: Recharge) => <RechargeRow key={recharge.id} recharge={recharge} />;

/** The member's recharges, newest first, page after page; their states update automatically. */
export const RechargePages = () => {
  const t = useT();
  const isPaused = useRestriction() !== undefined;
  const pages = usePages({
    queryKey: rechargePagesKey,
    fetchPage: (which, options) => call('rechargeList', which, options),
  });
  const hint = isPaused ? {} : { hint: t('cashier.noRechargesHint') };
  return (
    <EntryPages
      pages={pages}
      row={row}
      empty={<EmptyState icon="records" title={t('cashier.noRecharges')} {...hint} />}
    />
  );
};
