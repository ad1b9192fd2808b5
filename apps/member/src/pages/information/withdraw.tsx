import { Link } from '@tanstack/react-router';
import { formatMoney } from '@touchline/locales/format';
import { useState } from 'react';
import { limits } from '@touchline/contract/limits';
import type { Payout, WithdrawalTerms } from '@touchline/contract/shapes/cashier';
import { isNothing } from '../../features/cashier/amounts.ts';
import { feeFigure, hoursText, weekdaysText } from '../../features/cashier/texts.ts';
import { TurnoverBar } from '../../features/cashier/turnover-bar.tsx';
import { TurnoverPause } from '../../features/cashier/turnover-pause.tsx';
import { useTurnover } from '../../features/cashier/wallet-parts.ts';
import { isolated, sentenceGap } from '../../features/labels/bidi.ts';
import { useNow, whenText } from '../../features/labels/time.tsx';
import { call } from '../../lib/call.ts';
import { usePages } from '../../lib/use-pages.ts';
import { refreshUser, useCall } from '../../lib/query.ts';
import { WalletHead } from '../../features/cashier/wallet-head.tsx';
import { allOf, Endless } from '../../features/endless/endless.tsx';
import { withdrawPagesKey } from '../../features/live/live-cache.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Pair } from '../../ui/pair.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { PayoutChoice } from './payout-choice.tsx';
import { WithdrawSheet } from './withdraw-sheet.tsx';
import { WithdrawalCard } from './withdrawal-card.tsx';
import styles from './information.module.css';

/** Everything that holds for a withdrawal, before anything is typed. */
const TermsCard = ({ terms }: { terms: WithdrawalTerms }) => {
  const t = useT();
  const lan = currentLan();
  const now = useNow();
  const turnover = useTurnover();
  const { window, turnoverLeft, feeMin } = terms;
  const money = (amount: string) => isolated(formatMoney(amount, { lan }));
  const fee = feeFigure({ percent: terms.feePercent, fixed: terms.feeFixed });
  return (
    <Card>
      <div className={styles.terms}>
        <h2 className={styles.withdrawTitle}>
          {t('cashier.terms')}
          <Tag tone={window.open ? 'pitch' : 'amber'}>
            {t(window.open ? 'cashier.windowOpen' : 'cashier.windowClosed')}
          </Tag>
        </h2>
        <Facts>
          <Fact label={t('cashier.perWithdrawal')} words>
            {t('cashier.bounds', { min: money(terms.min), max: money(terms.max) })}
          </Fact>
          <Fact label={t('cashier.fee')} words>
            {isNothing(feeMin) ? fee : t('cashier.feeWithMin', { fee, min: money(feeMin) })}
          </Fact>
          <Fact label={t('cashier.withoutPassword')} words>
            {t('cashier.leftOf', { left: money(terms.passwordFree), limit: money(terms.passwordAbove) })}
          </Fact>
          <Fact label={t('cashier.accepted')} words>
            {weekdaysText(window.days, lan)} · {isolated(hoursText(window, lan))}
          </Fact>
          <Fact label={t('cashier.clock')}>{window.timeZone}</Fact>
          <Fact label={t('cashier.arrives')} words>
            {whenText(terms.arrivesBy, now)}
          </Fact>
        </Facts>
        <p className={styles.withdrawWords}>
          {[
            t('cashier.arrivalNote', { hours: terms.arrivalHours }),
            ...(isMondayToFriday(terms) ? [t('cashier.fridayNote')] : []),
          ].join(sentenceGap())}
        </p>
        {isNothing(turnoverLeft) ? (
          window.open && <p className={styles.withdrawWords}>{t('cashier.turnoverMet')}</p>
        ) : (
          <>
            <Link to="/pages/information/turnover" search={{}} className={styles.turnover}>
              <TurnoverBar left={turnoverLeft} percent={turnover?.percent ?? 0} />
            </Link>
            <TurnoverPause />
          </>
        )}
      </div>
    </Card>
  );
};

/** Only then is a Friday's withdrawal paid on Monday. */
const isMondayToFriday = ({ window: { days } }: WithdrawalTerms): boolean => days.join() === '1,2,3,4,5';

const allPayouts = { page: 1, limit: limits.payoutMethodsMax } as const;

/** Money out: the terms first, where to, how much, and what was withdrawn before. */
export const WithdrawPage = () => {
  const t = useT();
  const [chosen, setChosen] = useState<Payout>();
  const payouts = useCall('walletList', allPayouts);
  const pages = usePages({
    queryKey: withdrawPagesKey,
    fetchPage: (which, options) => call('withdrawList', which, options),
  });
  const terms = pages.data?.pages[0]?.terms;
  const withdrawals = allOf(pages.data?.pages ?? []);
  const refresh = () => Promise.all([pages.refetch(), payouts.refetch(), refreshUser()]);
  return (
    <Page layout="wide" title={t('nav.withdraw')} onRefresh={refresh}>
      <WalletHead plain />
      {pages.isPending && (
        <Card>
          <Skeleton height={9} />
        </Card>
      )}
      {terms === undefined && pages.isError && <LoadFailure error={pages.error} onRetry={pages.refetch} />}
      {terms !== undefined && (
        <>
          <Pair
            beside={
              <MatchSection title={t('cashier.withdrawals')}>
                {withdrawals.map((withdrawal) => (
                  <WithdrawalCard key={withdrawal.id} withdrawal={withdrawal} />
                ))}
                {withdrawals.length === 0 && (
                  <EmptyState
                    icon="records"
                    title={t('cashier.noWithdrawals')}
                    hint={t('cashier.noWithdrawalsHint')}
                  />
                )}
                <Endless
                  hasMore={pages.hasNextPage}
                  isFetching={pages.isFetchingNextPage}
                  onMore={pages.fetchNextPage}
                >
                  <Card>
                    <Skeleton height={5} />
                  </Card>
                </Endless>
              </MatchSection>
            }
          >
            <TermsCard terms={terms} />
            <MatchSection
              title={t('cashier.withdrawTo')}
              aside={
                <Link to="/pages/information/bank" search={{}} className={styles.aside}>
                  {t('cashier.manage')}
                </Link>
              }
            >
              <PayoutChoice payouts={payouts} terms={terms} onChoose={setChosen} />
            </MatchSection>
          </Pair>
          <WithdrawSheet payout={chosen} terms={terms} onClose={() => setChosen(undefined)} />
        </>
      )}
    </Page>
  );
};
