import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { limits } from '@touchline/contract/limits';
import type { Payout } from '@touchline/contract/shapes/cashier';
import { call } from '../../lib/call.ts';
import { usePages } from '../../lib/use-pages.ts';
import { refreshUser, useCall } from '../../lib/query.ts';
import { WalletHead } from '../../features/cashier/wallet-head.tsx';
import { allOf, Endless } from '../../features/endless/endless.tsx';
import { withdrawPagesKey } from '../../features/live/live-cache.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { Pair } from '../../ui/pair.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PayoutChoice } from './payout-choice.tsx';
import { TermsCard } from './terms-card.tsx';
import { WithdrawSheet } from './withdraw-sheet.tsx';
import { WithdrawalCard } from './withdrawal-card.tsx';
import styles from './information.module.css';

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
