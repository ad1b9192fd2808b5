import { queryClient } from '../../api/query.ts';
import { betPagesKey } from '../../features/live/live-cache.ts';
import { SlipDock } from '../../features/slip/slip-dock.tsx';
import { useT } from '../../state/i18n.tsx';
import { Page } from '../../frame/page.tsx';
import { BetPages } from '../../features/record/bet-pages.tsx';
import { AtStake } from './at-stake.tsx';
import { LastDays } from './last-days.tsx';

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
    <Page title={t('nav.investment')} dock={<SlipDock />} onRefresh={refresh}>
      <AtStake />
      <LastDays />
      <BetPages tab="in_progress" />
    </Page>
  );
};
