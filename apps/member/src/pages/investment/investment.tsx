import { formatCount, formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient, useCall } from '../../lib/query.ts';
import { betPagesKey } from '../../features/live/live-cache.ts';
import { SlipDock } from '../../features/slip/slip-dock.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { BetPages } from '../../features/record/bet-pages.tsx';
import { useOpenBets } from '../../features/cashier/wallet-parts.ts';
import { BigAmount } from '../../features/labels/big-amount.tsx';
import { useScale } from '../../features/labels/use-scale.ts';
import { useUser } from '../../lib/user.ts';
import { Pair } from '../../ui/pair.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { openTotals } from '../../features/record/figures.ts';
import { configStore } from '../../lib/config.ts';
import { useStore } from '../../lib/use-store.ts';
import { StatementChart } from '../../features/statement/statement-chart.tsx';
import { daysUntil, todayOf } from '../../features/statement/statement-period.ts';
import styles from './investment.module.css';

/** What is at stake now: open bets, what they can bring, and how the last days went. */
export const InvestmentPage = () => {
  const t = useT();
  const refresh = () =>
    Promise.all([
      queryClient.refetchQueries({ queryKey: betPagesKey('in_progress') }),
      queryClient.refetchQueries({ queryKey: ['orderList'] }),
      queryClient.refetchQueries({ queryKey: ['playStatement'] }),
    ]);
  return (
    <Page layout="wide" title={t('nav.investment')} dock={<SlipDock />} onRefresh={refresh}>
      <Pair wider="beside" beside={<BetPages tab="in_progress" />}>
        <AtStake />
        <LastDays />
      </Pair>
    </Page>
  );
};

/** The stakes of all open bets, and the most they can bring together. */
const AtStake = () => {
  const t = useT();
  const lan = currentLan();
  const scale = useScale();
  const user = useUser();
  const { data } = useOpenBets();
  if (user === undefined) return null;
  if (data === undefined) {
    return (
      <Card>
        <Skeleton height={5} />
      </Card>
    );
  }
  // If there are more bets than one page holds, only their number is known here.
  const totals = data.total === data.list.length ? openTotals(data.list, scale) : undefined;
  return (
    <Card>
      <p className={styles.label}>{t('slip.totalStake')}</p>
      {totals !== undefined && <BigAmount amount={totals.stakes} currency={user.currency} />}
      <Facts>
        <Fact label={t('nav.investment')}>{formatCount(data.total, { lan })}</Fact>
        {totals !== undefined && (
          <Fact label={t('investment.potential')}>{formatMoney(totals.potential, { lan })}</Fact>
        )}
      </Facts>
    </Card>
  );
};

/** How many days the chart shows, today included. */
const dayCount = 30;

/** Profit and loss of the last thirty days as a picture, with the way to the statement that says it in figures. */
const LastDays = () => {
  const t = useT();
  const timeZone = useStore(configStore).site?.timeZone ?? 'UTC';
  const [days] = useState(() => daysUntil(todayOf(new Date(), timeZone), dayCount));
  const { data, isError } = useCall('playStatement', days);
  // The bets below are what the page is for: without its answer the picture is left out.
  if (isError && data === undefined) return null;
  return (
    <Card>
      <div className={styles.head}>
        <h2 className={styles.label}>{t('play.netByDay')}</h2>
        {data !== undefined && (
          <b className="figures">{formatSignedMoney(data.net, { lan: currentLan() })}</b>
        )}
      </div>
      {data === undefined ? <Skeleton height={7} /> : <StatementChart statement={data} days={days} />}
      <Link to="/pages/information/statement" search={{}} className={styles.more}>
        {t('nav.statement')}
      </Link>
    </Card>
  );
};
