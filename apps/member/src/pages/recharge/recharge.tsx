import { formatMoney } from '@touchline/locales/format';
import { useState } from 'react';
import type { RechargeChannel, Recharge } from '@touchline/contract/shapes/cashier';
import { Link } from '@tanstack/react-router';
import { queryClient, refreshUser, useCall } from '../../lib/query.ts';
import { WalletHead } from '../../features/cashier/wallet-head.tsx';
import { isolated } from '../../features/labels/bidi.ts';
import { useNow, whenText, Moment } from '../../features/labels/time.tsx';
import { rechargePagesKey } from '../../features/live/live-cache.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { EntrySkeleton, EntryPages } from '../../features/money/entry-row.tsx';
import { useRestriction } from '../../features/play/use-restriction.ts';
import { Notice } from '../../features/cashier/notice.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pair } from '../../ui/pair.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './recharge.module.css';
import { Sheet } from '../../ui/sheet.tsx';
import { channelName, feeText, methodIcons } from '../../features/cashier/texts.ts';
import { RechargeForm } from './recharge-form.tsx';
import { call } from '../../lib/call.ts';
import { usePages } from '../../lib/use-pages.ts';
import { RechargeTag } from '../../features/cashier/recharge-tag.tsx';

type Props = { channel: RechargeChannel | undefined; onClose: () => void };

/** The amount of a recharge, over the page. */
const RechargeSheet = ({ channel, onClose }: Props) => {
  // While the sheet leaves it still shows what it held.
  const [shown, setShown] = useState(channel);
  if (channel !== undefined && channel !== shown) setShown(channel);
  const title = shown === undefined ? '' : channelName(shown.id, shown.name);
  return (
    <Sheet open={channel !== undefined} onClose={onClose} title={title}>
      {shown !== undefined && <RechargeForm key={shown.id} channel={shown} isOpen={channel !== undefined} />}
    </Sheet>
  );
};

/** How to bring money in: the ways there are, the amount, and what was brought in before. */
export const RechargePage = () => {
  const t = useT();
  const channels = useCall('channelList', {});
  const [chosen, setChosen] = useState<RechargeChannel>();
  const refresh = () =>
    Promise.all([
      channels.refetch(),
      refreshUser(),
      queryClient.refetchQueries({ queryKey: rechargePagesKey }),
    ]);
  const isPaused = useRestriction() !== undefined;
  const list = channels.data?.list;
  return (
    <Page layout="wide" title={t('nav.recharge')} onRefresh={refresh}>
      <Pair
        beside={
          /* Fetched at the same time, shown below what comes above it: nothing jumps. */
          <div className={styles.recharges} hidden={channels.isPending}>
            <MatchSection title={t('cashier.recharges')}>
              <RechargePages />
            </MatchSection>
          </div>
        }
      >
        <WalletHead />
        <MatchSection title={t('cashier.methods')}>
          {isPaused && <Notice>{t('play.rechargeClosed')}</Notice>}
          {!isPaused && list !== undefined && list.length > 0 && (
            <Card flush>
              <ul>
                {list.map((channel) => (
                  <ChannelRow key={channel.id} channel={channel} onChoose={() => setChosen(channel)} />
                ))}
              </ul>
            </Card>
          )}
          {!isPaused && list?.length === 0 && (
            <EmptyState icon="wallet" title={t('cashier.noMethods')} hint={t('cashier.noMethodsHint')} />
          )}
          {channels.isPending && (
            <Card flush>
              <EntrySkeleton />
              <EntrySkeleton />
              <EntrySkeleton />
            </Card>
          )}
          {channels.isError && list === undefined && (
            <LoadFailure error={channels.error} onRetry={channels.refetch} />
          )}
        </MatchSection>
      </Pair>
      <RechargeSheet channel={chosen} onClose={() => setChosen(undefined)} />
    </Page>
  );
};

type ChannelRowProps = { channel: RechargeChannel; onChoose: () => void };

/** A way to recharge: what it takes, what it costs and how long it lasts; one that is closed says when it opens. */
const ChannelRow = ({ channel, onChoose }: ChannelRowProps) => {
  const t = useT();
  const now = useNow();
  const { id, name, method, min, max, open, opensAt, sandbox, testNetwork, eta, fee, feeFixed } = channel;
  const money = (amount: string) => isolated(formatMoney(amount, { lan: currentLan() }));
  const closedText = () =>
    opensAt === undefined ? t('cashier.closed') : t('cashier.opens', { when: whenText(opensAt, now) });
  return (
    <li className={styles.item}>
      <button type="button" className={styles.row} disabled={!open} onClick={onChoose}>
        <span className={styles.icon}>
          <Icon name={methodIcons[method]} />
        </span>
        <span className={styles.words}>
          <span className={styles.name}>
            {channelName(id, name)} {sandbox && <Tag tone="amber">{t('cashier.sandbox')}</Tag>}
            {testNetwork !== undefined && <Tag tone="amber">{testNetwork}</Tag>}
          </span>
          <span className={styles.note}>{t('cashier.bounds', { min: money(min), max: money(max) })}</span>
          <span className={styles.note}>
            {feeText({ percent: fee, fixed: feeFixed })} · {t('cashier.eta', { minutes: eta })}
          </span>
          {!open && <span className={styles.closed}>{closedText()}</span>}
        </span>
        {open && (
          <span className={styles.arrow}>
            <Icon name="forward" size="small" flips />
          </span>
        )}
      </button>
    </li>
  );
};

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
const RechargePages = () => {
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
