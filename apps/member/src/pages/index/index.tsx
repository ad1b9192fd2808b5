import { useCall } from '../../api/query.ts';
import { refreshUser } from '../../api/query.ts';
import { WalletHead } from '../../features/cashier/wallet-head.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchCardSkeleton } from '../../features/match-card/match-card-skeleton.tsx';
import { SlipDock } from '../../features/slip/slip-dock.tsx';
import { useT } from '../../shell/i18n.tsx';
import { Page } from '../../shell/page.tsx';
import { HomeMatches } from './home-matches.tsx';
import { ReplayLine } from './replay-line.tsx';

/** Home: the wallet, what is being played and what comes next. */
export const HomePage = () => {
  const t = useT();
  const home = useCall('home', {});
  const refresh = () => Promise.all([home.refetch(), refreshUser()]);
  return (
    <Page title={t('nav.home')} brand tab="home" dock={<SlipDock />} onRefresh={refresh}>
      <WalletHead actions />
      <ReplayLine />
      {home.data !== undefined && <HomeMatches home={home.data} />}
      {home.isPending && (
        <>
          <MatchCardSkeleton />
          <MatchCardSkeleton />
          <MatchCardSkeleton />
        </>
      )}
      {home.isError && home.data === undefined && <LoadFailure error={home.error} onRetry={home.refetch} />}
    </Page>
  );
};
